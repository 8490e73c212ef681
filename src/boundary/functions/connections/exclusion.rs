//! Mutual exclusion of calls on a connection, and closing one that others use [io/FW-2, io/DB-9].

use super::handle_keys;
use crate::abi::Object;
use crate::boundary::calls::connection::{Connection, KEYS, Keys, object_at, this_of};
use crate::boundary::calls::{Key, call_stack, cancellation_repair, closes, in_use};
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::exclusion::{forced_close, idle};
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::{current_frame, exception, frame};
use crate::scheduler::{self, FirstCancellation};
use core::ptr;

/// The gates of a call.
pub struct Held {
    keys: Keys,
    entered: u32,
}

impl Held {
    pub const NONE: Held = Held { keys: [0; KEYS], entered: 0 };

    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// False with an exception.
    #[inline]
    pub unsafe fn enter(&mut self, connection: &Connection, call: Call) -> bool {
        // SAFETY: the arguments stay while the call waits.
        unsafe {
            loop {
                self.keys = (connection.keys)(call);
                let before = scheduler::switches();
                for place in 0..KEYS {
                    if self.keys[place] == 0 {
                        continue;
                    }
                    let key = self.keys[place];
                    match gate::try_enter(key).unwrap_or_else(|| wait_for_gate(key, connection.what)) {
                        Entry::Entered => self.entered |= 1 << place,
                        entry if gate::is_refused(entry, key, connection.what) => {
                            self.leave();
                            return false;
                        }
                        Entry::Passed => (),
                        Entry::Cancelled | Entry::Closed => {
                            self.leave();
                            return false;
                        }
                    }
                }
                // While the call waited, its handle may have got another connection, or lost its own.
                if scheduler::switches() == before || self.keys == (connection.keys)(call) {
                    if let Some(endless) = connection.endless
                        && endless(call)
                    {
                        self.dismiss_waiters();
                    }
                    return true;
                }
                self.leave();
            }
        }
    }

    /// As [`enter`](Self::enter), for a call that closes the connection. Not cancellable: the first cancellation is left in `held`.
    pub unsafe fn enter_to_close(&mut self, connection: &Connection, call: Call, held: &mut FirstCancellation) -> bool {
        // SAFETY: the arguments stay while the call waits.
        unsafe {
            loop {
                self.keys = (connection.keys)(call);
                let key = self.keys[0];
                if key == 0 {
                    return true;
                }
                match forced_close::enter(key, handle_of(call, key), connection.what, held) {
                    Entry::Entered => self.entered = 1,
                    // Under its user it cannot be closed.
                    _ if gate::is_held_by_another(key) => {
                        gate::refuse_closing(connection.what);
                        return false;
                    }
                    _ => return true,
                }
                // Another one may have closed it, and it may have been opened again.
                let now = (connection.keys)(call)[0];
                if now == 0 || now == key {
                    return true;
                }
                self.leave();
            }
        }
    }

    /// Calls that wait already would wait for ever: they look again, and are refused.
    #[cold]
    unsafe fn dismiss_waiters(&self) {
        for place in 0..KEYS {
            if self.entered & (1 << place) != 0 {
                // SAFETY: a wrapper runs, so this is a PHP thread with a request.
                unsafe { gate::close(self.keys[place]) }
            }
        }
    }

    #[inline]
    pub unsafe fn leave(&mut self) {
        for place in (0..KEYS).rev() {
            if self.entered & (1 << place) != 0 {
                // SAFETY: it was entered by this call.
                unsafe { gate::leave(self.keys[place]) }
            }
        }
        self.entered = 0;
    }
}

/// Waits for the gate of a connection. `Closed` comes with an exception: another coroutine has the connection to itself.
#[cold]
unsafe fn wait_for_gate(key: Key, what: &'static str) -> Entry {
    // SAFETY: in a call of PHP code; the holder is suspended.
    unsafe {
        loop {
            let holder = gate::holder(key);
            if !holder.is_null() && call_stack::is_endless(key, (*holder).suspended_frame()) {
                let message = format!(
                    "Cannot use a connection on which another coroutine waits for messages ({what}): it needs one of its own"
                );
                exception::throw_error(ptr::null_mut(), &message);
                return Entry::Closed;
            }
            match gate::enter(key, what) {
                Entry::Closed => (),
                entry => return entry,
            }
        }
    }
}

/// The handle that a call closes, where handles that do not know of each other share what the key is of: that stays open for
/// the others. Null: all calls with the key are ended.
unsafe fn handle_of(call: Call, key: Key) -> *mut Object {
    // SAFETY: the wrapper's call has not returned, so its object and arguments are alive.
    unsafe {
        let this = this_of(call);
        match handle_keys::is_of_text(key) {
            false => ptr::null_mut(),
            true if this.is_null() => object_at(call, 0),
            true => this,
        }
    }
}

/// A function on what has no gate.
pub unsafe fn call_without_gate(connection: &Connection, call: Call, next: Handler) {
    // SAFETY: the wrapper's call has not returned, so its frame and arguments are alive; its result has a place.
    unsafe {
        let mut held = FirstCancellation::NONE;
        let mut entered = 0;
        let until_closed = connection.exclusion.is_until_closed();
        let mut turn = 0;
        if connection.closes {
            if !close(connection, call, &mut entered, &mut held) {
                gate::refuse_closing(connection.what);
                return wait::raise_held(held);
            }
        } else {
            turn = match begin_in_turn(connection, call) {
                Some(turn) => turn,
                None => return,
            };
        }
        let unseen_cancellation = cancellation_repair::before();
        if let Some(before) = connection.before {
            before(call);
        }
        match connection.around {
            None => next(call.frame(), call.result()),
            Some(around) => around(call, next),
        }
        cancellation_repair::after(call.frame(), unseen_cancellation, 0);
        if let Some(after) = connection.after {
            after(call, &(connection.keys)(call));
        }
        if entered != 0 {
            gate::leave(entered);
        }
        end_turn(turn);
        if until_closed {
            // A coroutine that waits for this call to end looks again.
            gate::tell_watchers();
        }
        wait::raise_held(held);
    }
}

/// As [`begin`], and waits for the turn of a call that has one: its gate, or 0. `None` with an exception.
#[inline]
unsafe fn begin_in_turn(connection: &Connection, call: Call) -> Option<Key> {
    // SAFETY: the arguments stay while the call waits. No address of an object is the number of a turn.
    unsafe {
        if !begin(connection, call) {
            return None;
        }
        let key = if connection.in_turn { (connection.keys)(call)[0] } else { 0 };
        if key == 0 {
            return Some(0);
        }
        let turn = key + 1;
        if let Some(entry) = gate::try_enter(turn) {
            return Some(if entry == Entry::Entered { turn } else { 0 });
        }
        match closes::outside(current_frame(), || gate::enter(turn, connection.what)) {
            Entry::Entered => (),
            Entry::Passed => return Some(0),
            Entry::Cancelled | Entry::Closed => return None,
        }
        // Others may be in the middle of it, or close it, by now.
        if begin(connection, call) {
            return Some(turn);
        }
        gate::leave(turn);
        None
    }
}

#[inline]
unsafe fn end_turn(turn: Key) {
    if turn != 0 {
        // SAFETY: the turn has begun, and lasts.
        unsafe { gate::leave(turn) }
    }
}

/// Waits while others close what a call is on, or are in the middle of it. False with an exception.
#[inline]
unsafe fn begin(connection: &Connection, call: Call) -> bool {
    // SAFETY: the arguments stay while the call waits.
    unsafe {
        let until_closed = connection.exclusion.is_until_closed();
        if until_closed && !forced_close::begin_call((connection.keys)(call)[0], connection.what) {
            return false;
        }
        if !in_use::any() || !connection.exclusion.tracks_use() {
            return true;
        }
        // While it waits for its turn, others may begin to close that.
        pass(connection, call)
            && (!until_closed || forced_close::begin_call((connection.keys)(call)[0], connection.what))
    }
}

/// Ends the calls that wait on what a call closes, and waits until they have returned. False if they have not, because
/// nothing may wait here.
unsafe fn close(connection: &Connection, call: Call, entered: &mut Key, held: &mut FirstCancellation) -> bool {
    // SAFETY: the arguments stay while the call waits.
    unsafe {
        let key = (connection.keys)(call)[0];
        if key == 0 {
            return true;
        }
        if connection.exclusion.is_until_closed() {
            if closes::is_any_call_inside(key) {
                if forced_close::enter_exclusively(key, connection.what, held) != Entry::Entered {
                    return false;
                }
                *entered = key;
            }
            return true;
        }
        if in_use::any() {
            forced_close::end_calls(key, handle_of(call, key), connection.what, held);
        }
        !in_use::is_used_by_another(key)
    }
}

/// Waits until no other coroutine is in the middle of what a call is on. False with an exception.
#[cold]
unsafe fn pass(connection: &Connection, call: Call) -> bool {
    // SAFETY: the arguments stay while the call waits.
    unsafe {
        let mut newcomer = true;
        let frame = current_frame();
        // A method that calls another one of the same object has had its turn.
        let outer = call_stack::keys_in_use(frame::caller(frame));
        loop {
            let before = scheduler::switches();
            for key in (connection.keys)(call) {
                let newcomer = newcomer && !outer.contains(key);
                let pass = || idle::wait_until_idle(key, connection.what, newcomer, None);
                match if key == 0 { Entry::Entered } else { closes::outside(frame, pass) } {
                    Entry::Cancelled => return false,
                    Entry::Passed if in_use::is_used_by_another(key) => {
                        gate::refuse(connection.what);
                        return false;
                    }
                    _ => (),
                }
            }
            if scheduler::switches() == before {
                return true;
            }
            newcomer = false;
        }
    }
}
