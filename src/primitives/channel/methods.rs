//! Channels for C code: the methods in the structure, and the slots that make channels [abi/ABI-46,
//! abi/ABI-141, abi/ABI-145].

use super::*;
use crate::engine::object;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::scheduler::{current_object, launch};

/// Fills in the methods of a new channel.
pub fn install(channel: &mut Channel) {
    channel.send = Some(send_value);
    channel.receive = Some(receive_value);
    channel.close = Some(close_channel);
}

/// Fills the slots; at MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register() {
    // SAFETY: MINIT: no other thread runs yet that could read the slots.
    unsafe {
        slots::zend_async_new_channel_fn = Some(new_channel);
        slots::zend_async_new_channel_obj_fn = Some(new_object);
    }
}

/// Slot `new_channel`. A resizable one has no limit: `size` is of no importance then.
unsafe extern "C" fn new_channel(size: usize, resizable: bool, thread_safe: bool, extra: usize) -> *mut Channel {
    // SAFETY: contract of the slot.
    unsafe {
        if thread_safe {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Channels cannot be shared between threads");
            return ptr::null_mut();
        }
        let capacity = if resizable { LIMIT as usize } else { size };
        if capacity > LIMIT as usize {
            exception::throw_value_error("The size of a channel must be between 0 and 2147483647");
            return ptr::null_mut();
        }
        let this = ChannelObject::create(extra);
        let settings = Settings { capacity: capacity as u32, no_producer_ms: 0, no_consumer_ms: 0, hard: false };
        ChannelObject::construct(this, settings);
        (*this).base.event.extra_offset = if extra > 0 { ChannelObject::extra_offset() } else { 0 };
        &raw mut (*this).base
    }
}

/// Slot `new_channel_obj`: the object that the channel is part of, with a reference for the caller, which keeps the one to the
/// channel, as with pools [abi/ABI-141, abi/ABI-165].
unsafe extern "C" fn new_object(channel: *mut Channel) -> *mut Object {
    // SAFETY: the caller has a reference to the channel, and all channels are the start of an object of ours.
    unsafe { if channel.is_null() { ptr::null_mut() } else { object::add_ref(ChannelObject::object(channel.cast())) } }
}

/// Whether there is a current coroutine; launches the scheduler if not.
unsafe fn enter() -> bool {
    // SAFETY: the ABI's methods are called on the PHP thread in a request, where the scheduler can be launched.
    unsafe { !current_object().is_null() || launch::launch() }
}

/// Throws an exception, if there is one. Always false.
unsafe fn fail(error: Option<OwnedObject>) -> bool {
    if let Some(error) = error {
        // SAFETY: the callers are called in a request.
        unsafe { exception::throw(error) }
    }
    false
}

unsafe extern "C" fn send_value(channel: *mut Channel, value: *mut Zval) -> bool {
    // SAFETY: channel and value are the caller's [abi/ABI-145]. Held, because C code may release the channel meanwhile.
    unsafe {
        if !enter() {
            return false;
        }
        let this = channel.cast::<ChannelObject>();
        event::add_ref(&raw mut (*channel).event);
        // The channel may go, and what it holds has destructors.
        let sent = send(this, value, Token::NONE).map_err(IntoNullable::into_nullable);
        event::release(&raw mut (*channel).event);
        match sent {
            Ok(()) => true,
            Err(error) => fail(OwnedObject::from_nullable(error)),
        }
    }
}

unsafe extern "C" fn receive_value(channel: *mut Channel, result: *mut Zval, cancellation: *mut Event) -> bool {
    // SAFETY: the channel is the caller's, result and token are null or valid [abi/ABI-145]. Held, as in `send_value`.
    unsafe {
        if !enter() {
            return false;
        }
        let this = channel.cast::<ChannelObject>();
        let token = Token::quiet(cancellation);
        event::add_ref(&raw mut (*channel).event);
        let done = if result.is_null() {
            wait(this, token)
        } else {
            match receive(this, token, result) {
                Ok(()) => true,
                Err(End::Closed) => fail(Some(new_error((*this).reason))),
                Err(End::Error(error)) => fail(error),
            }
        };
        event::release(&raw mut (*channel).event);
        done
    }
}

/// Waits until a value is there, and leaves it there. The end of the channel is no exception.
unsafe fn wait(this: *mut ChannelObject, token: Token) -> bool {
    // SAFETY: `receive_value` holds the channel, and its caller the token; the channel is looked at anew after the wait.
    unsafe {
        (*this).revive();
        withdraw_failed(this);
        if (*this).has_free_value() || (*this).is_closed() {
            return (*this).has_free_value();
        }
        match park(this, &raw mut (*this).receivers, token) {
            Ok(()) => {
                hand_on(this);
                Starvation::check(this);
                true
            }
            Err(Some(error)) if error.as_ptr() == (*this).error.as_nullable() => {
                drop(error);
                false
            }
            Err(error) => fail(error),
        }
    }
}

unsafe extern "C" fn close_channel(channel: *mut Channel) {
    // SAFETY: the caller has a reference to the channel [abi/ABI-145], which is one of ours.
    unsafe { close(channel.cast(), Reason::Explicit) }
}
