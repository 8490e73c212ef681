//! Watches of descriptors that are being closed [io/W-9]: their waiters are told and leave, then the number may be watched
//! again.

use super::current;
use super::unverified::mark_verified;
use super::watch::{Status, WaiterKind, disarm, unlink};
use core::ffi::c_int;

/// The descriptor is about to be closed or replaced: drops the registration and tells every waiter. Returns how many
/// must leave before the descriptor may really go (see [`leaving`]).
///
/// # Safety
/// On the PHP thread.
pub unsafe fn close(fd: c_int) -> u32 {
    // SAFETY: attached waiters are alive. One is unlinked before it is told and not looked at afterwards, so its owner may
    // free it; what it does, the watch stays where it is in the table.
    unsafe {
        let reactor = current();
        let watch = (*reactor).watches.find(fd);
        if watch.is_null() {
            return 0;
        }
        if (*watch).armed != 0 {
            disarm(reactor, watch);
        }
        mark_verified(reactor, watch);
        while !(*watch).attached.is_empty() {
            let waiter = (*watch).attached.first();
            unlink(reactor, watch, waiter);
            if !matches!((*waiter).kind, WaiterKind::Persistent | WaiterKind::Onlooker) {
                (*waiter).closed = true;
                (*watch).leaving += 1;
            }
            ((*waiter).notify)(waiter, libc::EPOLLERR as u32 | libc::POLLNVAL as u32, Status::Closed);
        }
        (*watch).closing = (*watch).leaving > 0;
        (*watch).leaving
    }
}

/// As [`close`], some time before the descriptor is really closed: no waiter may come until [`closed`].
///
/// # Safety
/// On the PHP thread.
pub unsafe fn shut(fd: c_int) {
    // SAFETY: the watch stays where it is in the table while `close` tells its waiters: owners do not clear that.
    unsafe {
        let watch = (*current()).watches.find_or_make(fd);
        if !watch.is_null() {
            close(fd);
            (*watch).closing = true;
        }
    }
}

/// All waiters have left; what the number stands for next may be watched again.
pub fn closed(fd: c_int) {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; it is not lent on, and one field
    // is stored.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if !watch.is_null() {
            (*watch).closing = false;
        }
    }
}

/// Whether anything is known about the descriptor that closing must undo.
#[inline]
pub fn is_known(fd: c_int) -> bool {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; it is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        !watch.is_null() && ((*watch).armed != 0 || (*watch).waiters > 0 || (*watch).visitors > 0)
    }
}

/// Whether a coroutine waits to close the descriptor until its waiters have left.
pub fn is_closing(fd: c_int) -> bool {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; it is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        !watch.is_null() && (*watch).closing
    }
}

/// Waiters of a closing descriptor that have not left yet.
pub fn leaving(fd: c_int) -> u32 {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; it is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if watch.is_null() { 0 } else { (*watch).leaving }
    }
}
