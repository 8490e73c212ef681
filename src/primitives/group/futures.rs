//! Futures of a group's outcome: of everything, of the first that settles, of the first success [chapter 3.4 of primitives].
//!
//! A future that cannot be settled at once is remembered, and held only once others are derived from it: when it is not needed any more,
//! it tells, and is forgotten. So a set delivers nothing to a future that is gone.

use super::TaskGroup;
use super::entries::{Entries, Entry, Removed, State};
use crate::abi::*;
use crate::engine::gc::Report;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, object, zval};
use crate::primitives::future::{self, FutureState};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

const EMPTY_RACE: &str = "Cannot race on an empty TaskGroup";

/// What a future is of.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    All { ignore_errors: bool },
    Race,
    Any,
}

/// A future that waits for its outcome.
struct Unsettled {
    /// Where it is remembered.
    list: *mut List,
    state: *mut FutureState,
    kind: Kind,
    /// Grows in the order of the calls.
    order: u64,
    link: LinkOf<Unsettled>,
}

listed!(Unsettled, link);

/// In the order of the calls.
type List = ListOf<Unsettled>;

/// When the oldest was asked for; later than any if there is none.
fn oldest(list: &List) -> u64 {
    // SAFETY: a future that goes tells (`abandoned`) and is forgotten, so what is listed is alive.
    unsafe { list.first().as_ref() }.map_or(u64::MAX, |first| first.order)
}

unsafe fn remember(list: *mut List, state: *mut FutureState, kind: Kind, order: u64) {
    // SAFETY: the list is part of the group and outlives its nodes; the state tells when it goes, and is forgotten with
    // that.
    unsafe {
        let new: *mut Unsettled = memory::allocate(size_of::<Unsettled>());
        new.write(Unsettled { list, state, kind, order, link: LinkOf::new() });
        ListOf::push_back(list, new);
        (*state).set_producer(abandoned, new.cast());
    }
}

/// The future was completed by other code, or freed.
unsafe fn abandoned(unsettled: *mut c_void) {
    // SAFETY: a state tells its producer once, with the node that it was given, which is still listed: it was not taken.
    unsafe { forget(unsettled.cast()) }
}

unsafe fn forget(old: *mut Unsettled) {
    // SAFETY: the callers' node is listed: it is forgotten when its state tells, or when it is taken, which makes the state
    // tell nothing.
    unsafe {
        ListOf::remove((*old).list, old);
        memory::free(old);
    }
}

/// Takes the oldest out; it is to be settled at once.
unsafe fn take(list: *mut List) -> (*mut FutureState, Kind) {
    // SAFETY: not empty; it has not told that it goes, so it is alive.
    unsafe {
        let oldest = (*list).first();
        let taken = ((*oldest).state, (*oldest).kind);
        (*taken.0).forget_producer();
        forget(oldest);
        taken
    }
}

pub struct Futures {
    all: List,
    race: List,
    any: List,
    next_order: u64,
}

impl Futures {
    pub const NONE: Futures = Futures { all: List::EMPTY, race: List::EMPTY, any: List::EMPTY, next_order: 0 };

    /// Reports the futures that the group holds.
    ///
    /// # Safety
    /// In a report of the group's.
    pub unsafe fn report(&self, report: &Report) {
        for list in [&self.all, &self.race, &self.any] {
            let mut at = list.first();
            while !at.is_null() {
                // SAFETY: a listed future has not told that it goes, so it is alive.
                unsafe {
                    FutureState::report_held((*at).state, report);
                    at = (*at).link.next();
                }
            }
        }
    }

    /// The group goes: its futures stay as they are.
    ///
    /// # Safety
    /// On the PHP thread.
    pub unsafe fn leave(&mut self) {
        for list in [&raw mut self.all, &raw mut self.race, &raw mut self.any] {
            // SAFETY: a listed future has not told that it goes, so it is alive; each is taken out, so the loop ends.
            unsafe {
                while !(*list).is_empty() {
                    FutureState::leave_pending(take(list).0);
                }
            }
        }
    }
}

impl TaskGroup {
    /// A new `Future`, settled at once where that is possible [primitives/TG-15 to TG-17]. Null with an exception. `removed`
    /// is what a set has delivered with it.
    ///
    /// # Safety
    /// A request is active; the caller holds the group. Runs no PHP code.
    pub unsafe fn future(this: *mut TaskGroup, kind: Kind, removed: &mut Removed) -> *mut Object {
        // SAFETY: the caller holds the group. A new future has no subscribers, so settling it runs nothing, and an entry
        // that was found is still there when it is delivered.
        unsafe {
            if kind == Kind::Race && (*this).count() == 0 {
                return refuse(EMPTY_RACE);
            }
            if kind == Kind::Any && (*this).count() == 0 {
                return refuse("Cannot call any() on an empty TaskGroup");
            }
            let state = future::new();
            let is_set = (*this).is_set;
            let entry = match kind {
                Kind::Race => (*this).entries.first_settled(is_set),
                Kind::Any => (*this).entries.first_success(is_set),
                Kind::All { .. } => ptr::null_mut(),
            };
            if !entry.is_null() {
                deliver(this, entry, state, removed);
            } else if (*this).is_finished() && kind != Kind::Race {
                let mut rest = Rest::NONE;
                rest.settle(&(*this).entries, state, kind);
                rest.release();
                if is_set && kind != Kind::Any {
                    *removed = (*this).entries.take_all();
                }
            } else {
                let futures = &raw mut (*this).futures;
                let list = match kind {
                    Kind::All { .. } => &raw mut (*futures).all,
                    Kind::Race => &raw mut (*futures).race,
                    Kind::Any => &raw mut (*futures).any,
                };
                remember(list, state, kind, (*futures).next_order);
                (*futures).next_order += 1;
            }
            future::object_on(state)
        }
    }
}

unsafe fn refuse(message: &str) -> *mut Object {
    // SAFETY: `future` is called in a request, where exceptions can be made.
    unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message) };
    ptr::null_mut()
}

/// An entry was settled: every future that waits for one like it gets its outcome; of a set the oldest one, and the entry
/// leaves with it [primitives/TS-3, primitives/TS-5].
///
/// # Safety
/// A settled entry. Runs no PHP code; nothing is pending.
pub(super) unsafe fn entry_settled(this: *mut TaskGroup, entry: *mut Entry, removed: &mut Removed) {
    // SAFETY: the entry is alive: one that leaves a set stays in memory until `removed` is released. Futures are taken out
    // before they are settled, and the lists are read anew after each.
    unsafe {
        let success = (*entry).has_succeeded();
        loop {
            let futures = &raw mut (*this).futures;
            let any = if success { oldest(&(*futures).any) } else { u64::MAX };
            let race = oldest(&(*futures).race);
            if any == race {
                return;
            }
            let (state, _) = take(if race < any { &raw mut (*futures).race } else { &raw mut (*futures).any });
            deliver(this, entry, state, removed);
            if (*this).is_set {
                return;
            }
        }
    }
}

/// Settles a future with the outcome of an entry, which leaves a set.
unsafe fn deliver(this: *mut TaskGroup, entry: *mut Entry, state: *mut FutureState, removed: &mut Removed) {
    // SAFETY: the entry is alive: one that leaves a set stays in memory until `removed` is released. The future gets a
    // reference of its own.
    unsafe {
        let success = (*entry).has_succeeded();
        let outcome = zval::copy((*entry).outcome());
        if (*this).is_set {
            (*this).entries.remove(entry, removed);
        }
        if success {
            FutureState::complete(state, outcome);
        } else {
            FutureState::reject(state, OwnedObject::from_raw(outcome.value.object));
        }
    }
}

/// Nothing runs and nothing waits: every future gets its outcome. What leaves a set with it [primitives/TS-4].
///
/// # Safety
/// The group is finished. Runs no PHP code; nothing is pending.
pub(super) unsafe fn all_settled(this: *mut TaskGroup) -> Removed {
    // SAFETY: the caller holds the group. Futures are taken out before they are settled; no PHP code runs, so the group
    // stays finished, and its entries stay where they are.
    unsafe {
        let futures = &raw mut (*this).futures;
        let mut rest = Rest::NONE;
        let leave = (*this).is_set && !(*futures).all.is_empty();
        for list in [&raw mut (*futures).all, &raw mut (*futures).any, &raw mut (*futures).race] {
            while !(*list).is_empty() {
                let (state, kind) = take(list);
                rest.settle(&(*this).entries, state, kind);
            }
        }
        rest.release();
        if leave { (*this).entries.take_all() } else { Removed::NONE }
    }
}

/// What futures of a group with nothing to do are settled with, made once for all of them.
struct Rest {
    /// The results as an array, or undefined.
    results: Zval,
    /// All failures as one exception, or null.
    failures: *mut Object,
}

impl Rest {
    const NONE: Rest = Rest { results: Zval::UNDEF, failures: ptr::null_mut() };

    unsafe fn settle(&mut self, entries: &Entries, state: *mut FutureState, kind: Kind) {
        // SAFETY: every future gets references of its own.
        unsafe {
            match kind {
                Kind::All { ignore_errors } if ignore_errors || entries.failed() == 0 => {
                    if self.results.is_undef() {
                        self.results = zval::from_array(entries.outcomes(State::Succeeded));
                    }
                    FutureState::complete(state, zval::copy(&raw mut self.results));
                }
                Kind::All { .. } | Kind::Any => {
                    if self.failures.is_null() {
                        self.failures = entries.composite().into_raw();
                    }
                    FutureState::reject(state, OwnedObject::share(self.failures));
                }
                // Others have taken all there was from the set.
                Kind::Race => {
                    let error = exception::new(AsyncClass::EXCEPTION_DEFAULT, EMPTY_RACE);
                    FutureState::reject(state, error);
                }
            }
        }
    }

    /// Nothing ends with it: the entries are still there.
    unsafe fn release(&mut self) {
        // SAFETY: array and exception are references of our own, or nothing; the futures have got others, and `self` is not
        // used again.
        unsafe {
            zval::clear(&raw mut self.results);
            object::release(self.failures);
        }
    }
}
