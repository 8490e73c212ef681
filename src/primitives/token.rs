//! Cancellation tokens: any `Completable` that ends an operation when it completes [primitives 0.4, core/AW-6].

use super::awaiting;
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{exception, zval};
use crate::scheduler::resume;
use crate::scheduler::subscription::Subscription;
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::waker_callbacks::cancelled_by;
use crate::scheduler::waker_state::zend_async_waker_apply_error;
use crate::scheduler::{CoroutineObject, current_object, event, wait};
use core::ffi::c_void;
use core::ptr;

/// How a wait has ended that a token may end: `Err` holds what is to be thrown; `None` where that is pending already, or nothing is.
pub type Ended = Result<(), Option<OwnedObject>>;

/// The token of an operation, or none. Borrowed from the arguments of the call.
#[derive(Clone, Copy)]
pub struct Token {
    event: *mut Event,
    quiet: bool,
}

impl Token {
    pub const NONE: Token = Token { event: ptr::null_mut(), quiet: false };

    /// An event of C code, or null. It ends a wait without an exception, `Err` with `None`, and is looked at only there.
    pub fn quiet(event: *mut Event) -> Token {
        Token { event, quiet: true }
    }

    /// The token in an argument, which may be null. It counts as used and its exception as caught [primitives/CM-11]. `None`
    /// with an exception.
    ///
    /// # Safety
    /// `object` is null or valid for as long as the operation lasts.
    pub unsafe fn of(object: *mut Object) -> Option<Token> {
        if object.is_null() {
            return Some(Token::NONE);
        }
        // SAFETY: the object is alive for as long as the operation lasts, as this function demands, and its event with it.
        unsafe {
            let found = awaiting::event_of(object)?;
            event::mark_token(found);
            Some(Token { event: found, quiet: false })
        }
    }

    pub fn is_none(self) -> bool {
        self.event.is_null()
    }

    /// Null without a token.
    pub fn event(self) -> *mut Event {
        self.event
    }

    /// Whether the operation may begin: throws when the token has completed before [primitives/CM-9].
    ///
    /// # Safety
    /// A held token.
    #[inline(always)]
    pub unsafe fn check(self) -> bool {
        // SAFETY: the caller holds the token, as this function demands.
        unsafe { self.event.is_null() || self.check_event() }
    }

    #[inline(never)]
    unsafe fn check_event(self) -> bool {
        // SAFETY: the caller of `check` holds the token, which is not null there; an exception is made and thrown last.
        unsafe {
            if self.quiet || !(*self.event).flags.contains(EventFlags::CLOSED) {
                return true;
            }
            exception::throw(fired(self.event));
            false
        }
    }

    /// Parks the current coroutine in `wait` until it is woken, cancelled, or the token completes [primitives/CM-10].
    ///
    /// # Safety
    /// As [`resume::park_here`].
    #[inline(always)]
    pub unsafe fn park(self, wait: *const Wait, this: *mut CoroutineObject) -> Ended {
        // SAFETY: `this` is the current coroutine, which may suspend and keeps `wait` on its frame, as this function
        // demands; the call it parks in holds the token.
        unsafe { if self.event.is_null() { Wait::park_here(wait, this).map_err(Some) } else { park_with(self, wait) } }
    }
}

/// What an operation ends with whose token has completed before.
unsafe fn fired(token: *mut Event) -> OwnedObject {
    // SAFETY: the exception of the token, if any, moves into the new one.
    unsafe {
        let mut reason = ptr::null_mut();
        let mut value = Zval::UNDEF;
        if let Some(replay) = (*token).replay {
            replay(token, ptr::null_mut(), &raw mut value, &raw mut reason);
            zval::clear(&raw mut value);
        }
        // The new exception holds it, too, so nothing ends with it.
        let reason = OwnedObject::from_nullable(reason);
        cancelled_by(token, reason.as_nullable())
    }
}

/// A wait together with its token.
#[repr(C)]
struct TokenWait {
    wait: Wait,
    inner: *const Wait,
    watch: Watch,
}

#[repr(C)]
struct Watch {
    subscription: Subscription,
    waiter: *mut CoroutineObject,
    quiet: bool,
    fired: bool,
}

#[inline(never)]
unsafe fn park_with(token: Token, wait: *const Wait) -> Ended {
    // SAFETY: the token is held by the arguments of the call; the callback leaves it before the frame ends.
    unsafe {
        if (*token.event).flags.contains(EventFlags::CLOSED) {
            return Err(if token.quiet { None } else { Some(fired(token.event)) });
        }
        let this = current_object();
        let subscription = Subscription::new(token.event, token_fired);
        let watch = Watch { subscription, waiter: this, quiet: token.quiet, fired: false };
        let mut whole = TokenWait { wait: Wait::new(visit), inner: wait, watch };
        let subscription = (&raw mut whole.watch).cast::<Subscription>();
        Subscription::enter(subscription);
        let ended = if Subscription::start(subscription) {
            Wait::park(&raw const whole.wait).map_err(Some)
        } else {
            Err(exception::take())
        };
        Subscription::leave(subscription);
        // Read after the callback may have changed it.
        let fired = ptr::read_volatile(&raw const whole.watch.fired);
        if fired && ended.is_ok() { Err(None) } else { ended }
    }
}

unsafe fn visit(wait: *const Wait, waiter: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of the structure; the inner one lives as long.
    unsafe {
        let whole = wait.cast::<TokenWait>();
        wait::visit_inner((*whole).inner, waiter, each);
        each(Awaited::Event((*whole).watch.subscription.event()));
    }
}

/// The token completed while the operation is parked.
unsafe extern "C" fn token_fired(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of a watch on the stack of a parked coroutine.
    unsafe {
        let watch = callback.cast::<Watch>();
        let waiter = (*watch).waiter;
        let waker = (*waiter).base.waker;
        if *(*waker).status == WakerStatus::Waiting {
            if (*watch).quiet {
                (*watch).fired = true;
            } else {
                zend_async_waker_apply_error(waker, cancelled_by(event, error).into_raw(), true, true, true);
            }
            resume::wake(&raw mut (*waiter).base);
        }
    }
}
