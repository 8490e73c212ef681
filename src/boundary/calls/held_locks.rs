//! Which locks of libraries the coroutines hold (io chapter 18).
//!
//! ```text
//!   own     the locks of the coroutine that runs, in the order in which it took them
//!   away    the locks of all others, by address; `lists` has them by coroutine
//! ```
//!
//! Nothing is told when coroutines switch. The next call finds that another one runs than the owner of `own`, and
//! exchanges the two ([`Table::turn_to`]). So a lock has an owner, not only a number: one that is released by another
//! coroutine is taken from its owner's list, and one that is never seen again stays noted, and its owner's calls block.
//!
//! Only the PHP thread comes here: the hooks have asked for the thread before.

use super::addresses::Addresses;
use crate::abi::ExecuteData;
use crate::engine::{current_frame, frame, per_thread};
use crate::scheduler::current_object;
use core::ffi::c_void;
use core::mem::{replace, take};
use core::ptr;

/// How a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Alone,
    /// Other readers may hold it, too.
    Shared,
}

/// Whether its coroutine may be suspended while it holds a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockKind {
    /// Never.
    Strict,
    /// If the lock belongs to a handle.
    NotAskedYet,
    OfHandle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    lock: usize,
    depth: u32,
    mode: Mode,
    kind: LockKind,
}

/// A lock that coroutines hold which do not run.
#[derive(Default)]
struct Away {
    /// How many of them.
    holders: u32,
    /// The one that holds it alone, or 0.
    alone: usize,
    /// How many were told that they cannot have it, and may unlock it nevertheless.
    refused: u32,
}

/// What unlocking means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// The caller's own, the last time if it was taken several times.
    Own,
    /// The caller's own, which it still holds.
    Inner,
    /// It was not noted, or it is that of a coroutine that does not run.
    Foreign,
    /// The caller does not have it, and was told so.
    Refused,
}

#[derive(Default)]
struct Table {
    coroutine: usize,
    own: Vec<Held>,
    away: Addresses<Away>,
    lists: Addresses<Vec<Held>>,
}

impl Table {
    /// The coroutine that runs now, or 0.
    #[inline(always)]
    fn turn_to(&mut self, coroutine: usize) {
        if self.coroutine != coroutine {
            self.exchange(coroutine);
        }
    }

    #[cold]
    fn exchange(&mut self, coroutine: usize) {
        let left = replace(&mut self.coroutine, coroutine);
        if !self.own.is_empty() {
            for held in &self.own {
                let away = self.away.entry(held.lock).or_default();
                away.holders += 1;
                if held.mode == Mode::Alone {
                    away.alone = left;
                }
            }
            self.lists.insert(left, take(&mut self.own));
        }
        if !self.lists.is_empty()
            && let Some(list) = self.lists.remove(&coroutine)
        {
            for held in &list {
                self.back(held.lock, coroutine);
            }
            self.own = list;
        }
    }

    /// A coroutine that was away does not hold the lock away any more.
    fn back(&mut self, lock: usize, coroutine: usize) {
        if let Some(away) = self.away.get_mut(&lock) {
            away.holders = away.holders.saturating_sub(1);
            if away.alone == coroutine {
                away.alone = 0;
            }
            if away.holders == 0 && away.refused == 0 {
                self.away.remove(&lock);
            }
        }
    }

    #[inline(always)]
    fn took(&mut self, lock: usize, mode: Mode, kind: LockKind) {
        match self.own.iter_mut().rev().find(|held| held.lock == lock && held.mode == mode) {
            Some(held) => held.depth += 1,
            None => self.own.push(Held { lock, depth: 1, mode, kind }),
        }
    }

    #[inline(always)]
    fn is_away(&self, lock: usize, mode: Mode) -> bool {
        !self.away.is_empty()
            && self.away.get(&lock).is_some_and(|away| away.holders > 0 && (mode == Mode::Alone || away.alone != 0))
    }

    fn refuse(&mut self, lock: usize) {
        if let Some(away) = self.away.get_mut(&lock) {
            away.refused += 1;
        }
    }

    #[inline(always)]
    fn releases(&mut self, lock: usize) -> Release {
        match self.own.last() {
            Some(last) if last.lock == lock && last.depth == 1 => {
                self.own.pop();
                Release::Own
            }
            _ => self.releases_another(lock),
        }
    }

    /// Not the one that was taken last, or not for the last time.
    fn releases_another(&mut self, lock: usize) -> Release {
        if let Some(place) = self.own.iter().rposition(|held| held.lock == lock) {
            self.own[place].depth -= 1;
            if self.own[place].depth > 0 {
                return Release::Inner;
            }
            self.own.remove(place);
            return Release::Own;
        }
        let Some(away) = self.away.get_mut(&lock) else { return Release::Foreign };
        if away.refused > 0 {
            away.refused -= 1;
            if away.holders == 0 && away.refused == 0 {
                self.away.remove(&lock);
            }
            return Release::Refused;
        }
        // Which reader's it was is not known: it stays with all of them.
        let owner = away.alone;
        if owner != 0 {
            if let Some(list) = self.lists.get_mut(&owner) {
                list.retain(|held| held.lock != lock || held.mode != Mode::Alone);
                if list.is_empty() {
                    self.lists.remove(&owner);
                }
            }
            self.back(lock, owner);
        }
        Release::Foreign
    }

    /// A lock is destroyed: no coroutine holds it, whatever was noted.
    fn destroyed(&mut self, lock: usize) {
        self.own.retain(|held| held.lock != lock);
        if self.away.remove(&lock).is_some() {
            self.lists.retain(|_, list| {
                list.retain(|held| held.lock != lock);
                !list.is_empty()
            });
        }
    }

    /// Whether all locks of the running coroutine may be kept while it is suspended.
    fn are_of_handles(&mut self, is_of_handle: impl Fn(usize) -> bool) -> bool {
        self.own.iter_mut().all(|held| {
            if held.kind == LockKind::NotAskedYet {
                held.kind = if is_of_handle(held.lock) { LockKind::OfHandle } else { LockKind::Strict };
            }
            held.kind == LockKind::OfHandle
        })
    }

    fn clear(&mut self) {
        self.own.clear();
        self.away.clear();
        self.lists.clear();
        self.coroutine = 0;
    }
}

per_thread::per_thread!(static TABLE: *mut Table = ptr::null_mut());

/// Hooks are enabled, so a request has begun.
#[inline(always)]
fn table() -> &'static mut Table {
    // SAFETY: made by `forget` before the hooks are enabled, and never freed; only this thread reaches it, and no caller keeps
    // it across a call of another's code.
    let table = unsafe { &mut *TABLE.get() };
    table.turn_to(current_object() as usize);
    table
}

/// The running coroutine has taken a lock.
#[inline(always)]
pub fn took(lock: *const c_void, mode: Mode, kind: LockKind) {
    table().took(lock as usize, mode, kind);
}

/// Whether a coroutine that does not run holds a lock in a way that excludes this one.
#[inline(always)]
pub fn is_held_by_another(lock: *const c_void, mode: Mode) -> bool {
    table().is_away(lock as usize, mode)
}

/// The running coroutine cannot have a lock; it may unlock it all the same.
#[cold]
pub fn refuse(lock: *const c_void) {
    table().refuse(lock as usize);
}

/// The running coroutine is about to release a lock.
#[inline(always)]
pub fn releases(lock: *const c_void) -> Release {
    table().releases(lock as usize)
}

/// A lock is about to be destroyed.
#[inline(always)]
pub fn destroyed(lock: *const c_void) {
    table().destroyed(lock as usize);
}

/// Whether coroutines that do not run hold any.
#[inline(always)]
pub fn others_hold_any() -> bool {
    let table = TABLE.get();
    // SAFETY: only this thread reaches its table.
    !table.is_null()
        && unsafe { !(*table).own.is_empty() || !(*table).lists.is_empty() }
        && !self::table().lists.is_empty()
}

/// Whether the running coroutine may be suspended, for all the locks that it holds.
#[inline(always)]
pub fn may_be_kept() -> bool {
    let table = TABLE.get();
    // SAFETY: only this thread reaches its table.
    table.is_null() || unsafe { (*table).own.is_empty() && (*table).lists.is_empty() } || may_all_be_kept()
}

#[cold]
fn may_all_be_kept() -> bool {
    if table().own.iter().any(|held| held.lock == CALL) {
        // SAFETY: the frame that is executing.
        unsafe { forget_call(current_frame()) };
    }
    table().are_of_handles(is_of_handle)
}

/// A lock that lies in no object of the loader was made for something that was made, a handle. One in the data of a library
/// serves all of its users.
fn is_of_handle(lock: usize) -> bool {
    // SAFETY: the loader fills the structure if it knows the address.
    lock > CALL
        && unsafe {
            let mut info = core::mem::zeroed::<libc::Dl_info>();
            libc::dladdr(lock as *const c_void, &mut info) == 0
        }
}

/// Stands for all locks that a call may have taken before they could be seen; no lock has this address.
const CALL: usize = 1;

// The call that may hold such locks, and its function: the place of a frame is used again.
per_thread::per_thread!(static CALL_FRAME: (*mut ExecuteData, *const c_void) = (ptr::null_mut(), ptr::null()));

/// A call of the running coroutine, by its frame, may hold locks that were not seen: nothing suspends before it returns.
///
/// # Safety
/// A live frame.
pub unsafe fn block_call(frame: *mut ExecuteData) {
    let table = table();
    // SAFETY: the frame is live, as this function demands.
    CALL_FRAME.set((frame, unsafe { (*frame).func.cast_const().cast() }));
    if !table.own.iter().any(|held| held.lock == CALL) {
        table.took(CALL, Mode::Alone, LockKind::Strict);
    }
}

/// Whether the call that [`block_call`] was about is that of a frame, or of one of its callers.
unsafe fn is_below(frame: *mut ExecuteData) -> bool {
    let (blocked, function) = CALL_FRAME.get();
    let mut frame = frame;
    // SAFETY: null, or live as the callers demand; frames are linked down to the bottom of their stack.
    unsafe {
        while !frame.is_null() && (frame != blocked || (*frame).func.cast_const().cast() != function) {
            frame = frame::caller(frame);
        }
    }
    !frame.is_null()
}

/// A call begins or has returned: that which [`block_call`] was about has ended, unless it is one of the callers of this one.
///
/// # Safety
/// A live frame.
#[inline(always)]
pub unsafe fn end_call(frame: *mut ExecuteData) {
    if !may_be_kept() {
        // SAFETY: the frame is live, as this function demands.
        unsafe { forget_call(frame::caller(frame)) };
    }
}

#[cold]
unsafe fn forget_call(frame: *mut ExecuteData) {
    // SAFETY: a live frame or null.
    if unsafe { !is_below(frame) } {
        table().own.retain(|held| held.lock != CALL);
    }
}

/// The start or the end of a request: no coroutine holds any.
pub fn forget() {
    if TABLE.get().is_null() {
        TABLE.set(Box::into_raw(Box::new(Table { own: Vec::with_capacity(16), ..Table::default() })));
    }
    // SAFETY: made above; only this thread reaches its table.
    unsafe { (*TABLE.get()).clear() };
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: usize = 0xa0;
    const B: usize = 0xb0;
    const LOCK: usize = 0x1000;
    const OTHER: usize = 0x2000;

    fn turned_to(coroutine: usize) -> Table {
        let mut table = Table::default();
        table.turn_to(coroutine);
        table
    }

    #[test]
    fn a_lock_excludes_other_coroutines_until_it_is_released() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Alone, LockKind::Strict);
        assert!(!table.is_away(LOCK, Mode::Alone), "one's own");
        table.turn_to(B);
        assert!(table.is_away(LOCK, Mode::Alone) && table.is_away(LOCK, Mode::Shared));
        assert!(!table.is_away(OTHER, Mode::Alone));
        assert!(table.are_of_handles(|_| false), "B holds none");
        table.turn_to(A);
        assert!(!table.are_of_handles(|_| true));
        assert_eq!(table.releases(LOCK), Release::Own);
        table.turn_to(B);
        assert!(!table.is_away(LOCK, Mode::Alone));
        assert!(table.away.is_empty() && table.lists.is_empty());
    }

    #[test]
    fn recursive_locks_are_held_until_the_last_release() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Alone, LockKind::Strict);
        table.turn_to(B);
        table.turn_to(A);
        table.took(LOCK, Mode::Alone, LockKind::Strict);
        assert_eq!(table.releases(LOCK), Release::Inner);
        assert!(!table.are_of_handles(|_| true));
        assert_eq!(table.releases(LOCK), Release::Own);
        assert!(table.are_of_handles(|_| false));
        assert_eq!(table.releases(LOCK), Release::Foreign);
    }

    #[test]
    fn readers_exclude_writers_only() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Shared, LockKind::Strict);
        table.turn_to(B);
        assert!(!table.is_away(LOCK, Mode::Shared) && table.is_away(LOCK, Mode::Alone));
        table.took(LOCK, Mode::Shared, LockKind::Strict);
        table.turn_to(0xc0);
        table.turn_to(A);
        assert_eq!(table.releases(LOCK), Release::Own);
        assert!(table.is_away(LOCK, Mode::Alone), "B reads");
        table.turn_to(B);
        assert_eq!(table.releases(LOCK), Release::Own);
        assert!(table.away.is_empty());
    }

    #[test]
    fn a_lock_that_another_coroutine_releases_is_its_owners_no_more() {
        let mut table = turned_to(A);
        table.took(OTHER, Mode::Alone, LockKind::Strict);
        table.took(LOCK, Mode::Alone, LockKind::Strict);
        table.turn_to(B);
        assert_eq!(table.releases(LOCK), Release::Foreign);
        assert!(!table.is_away(LOCK, Mode::Alone) && table.is_away(OTHER, Mode::Alone));
        table.turn_to(A);
        assert_eq!(table.own.iter().map(|held| held.lock).collect::<Vec<_>>(), [OTHER]);
    }

    #[test]
    fn no_coroutine_holds_what_is_destroyed() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Shared, LockKind::Strict);
        table.took(OTHER, Mode::Alone, LockKind::Strict);
        table.turn_to(B);
        table.took(LOCK, Mode::Shared, LockKind::Strict);
        table.took(LOCK, Mode::Shared, LockKind::Strict);
        table.destroyed(LOCK);
        assert!(table.own.is_empty() && !table.is_away(LOCK, Mode::Alone) && table.is_away(OTHER, Mode::Alone));
        assert_eq!(table.releases(LOCK), Release::Foreign);
        table.destroyed(OTHER);
        assert!(table.away.is_empty() && table.lists.is_empty());
    }

    #[test]
    fn one_that_was_refused_releases_nothing() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Alone, LockKind::Strict);
        table.turn_to(B);
        table.refuse(LOCK);
        assert_eq!(table.releases(LOCK), Release::Refused);
        assert!(table.is_away(LOCK, Mode::Alone));
        table.refuse(LOCK);
        table.turn_to(A);
        assert_eq!(table.releases(LOCK), Release::Own);
        table.turn_to(B);
        assert!(!table.is_away(LOCK, Mode::Alone));
        assert_eq!(table.releases(LOCK), Release::Refused);
        assert!(table.away.is_empty());
    }

    #[test]
    fn locks_of_handles_may_be_kept_if_all_are() {
        let mut table = turned_to(A);
        table.took(LOCK, Mode::Alone, LockKind::NotAskedYet);
        assert!(table.are_of_handles(|lock| lock == LOCK));
        assert!(table.are_of_handles(|_| unreachable!()), "asked once");
        table.took(OTHER, Mode::Alone, LockKind::NotAskedYet);
        assert!(!table.are_of_handles(|lock| lock == LOCK));
        assert_eq!(table.releases(OTHER), Release::Own);
        assert!(table.are_of_handles(|_| unreachable!()));
    }

    #[test]
    fn locks_lie_in_an_object_or_belong_to_a_handle() {
        static SHARED: u64 = 7;
        let made = Box::new(7u64);
        assert!(!is_of_handle(&raw const SHARED as usize));
        assert!(is_of_handle(&raw const *made as usize));
        assert!(!is_of_handle(CALL));
    }
}
