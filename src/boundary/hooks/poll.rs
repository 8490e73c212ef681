//! `poll`, `ppoll` and their fortified names.

use crate::boundary::calls::call_stack::{SharedWork, shared_work};
use crate::boundary::wait::attempt;
use crate::boundary::wait::sim;
use crate::boundary::wait::{self, Outcome};
use crate::reactor::NEVER;
use crate::reactor::watch::WaiterKind;
use core::ffi::{c_int, c_short};
use core::slice;
use libc::{nfds_t, pollfd, sigset_t, timespec};

pub unsafe extern "C" fn poll(fds: *mut pollfd, count: nfds_t, timeout_ms: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `poll`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::poll(fds, count, timeout_ms);
        }
        if attempt::under_way() {
            return libc::poll(fds, count, 0);
        }
        if let Some(result) = give_way(fds, count, timeout_ms == 0) {
            return result;
        }
        match first_look(fds, count, timeout_ms == 0) {
            Some(result) => result,
            None => cooperative(fds, count, wait::deadline_ms(timeout_ms)),
        }
    }
}

/// For a library that ends the process at an error that it does not expect of `poll`: to be interrupted it does.
pub unsafe extern "C" fn poll_interrupted(fds: *mut pollfd, count: nfds_t, timeout_ms: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `poll`, in whose place this stands.
    let result = unsafe { poll(fds, count, timeout_ms) };
    if result < 0 && wait::errno() == libc::ECANCELED {
        wait::set_errno(libc::EINTR);
    }
    result
}

pub unsafe extern "C" fn ppoll(
    fds: *mut pollfd,
    count: nfds_t,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller keeps the contract of `ppoll`, in whose place this stands.
    unsafe {
        let valid = timeout.is_null()
            || ((*timeout).tv_sec >= 0 && (*timeout).tv_nsec >= 0 && (*timeout).tv_nsec < 1_000_000_000);
        if !mask.is_null() || !valid || !wait::enter() {
            return libc::ppoll(fds, count, timeout, mask);
        }
        let immediate = !timeout.is_null() && (*timeout).tv_sec == 0 && (*timeout).tv_nsec == 0;
        if let Some(result) = give_way(fds, count, immediate) {
            return result;
        }
        match first_look(fds, count, immediate) {
            Some(result) => result,
            None => {
                let deadline = if timeout.is_null() { NEVER } else { wait::deadline_after(&*timeout) };
                cooperative(fds, count, deadline)
            }
        }
    }
}

/// The size of the array is checked here because libc's own check is passed by.
pub unsafe extern "C" fn poll_checked(fds: *mut pollfd, count: nfds_t, timeout_ms: c_int, bytes: usize) -> c_int {
    if bytes / size_of::<pollfd>() < count as usize {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `poll`, to which this only adds.
    unsafe { poll(fds, count, timeout_ms) }
}

pub unsafe extern "C" fn ppoll_checked(
    fds: *mut pollfd,
    count: nfds_t,
    timeout: *const timespec,
    mask: *const sigset_t,
    bytes: usize,
) -> c_int {
    if bytes / size_of::<pollfd>() < count as usize {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `ppoll`, to which this only adds.
    unsafe { ppoll(fds, count, timeout, mask) }
}

/// A call that does not wait may give way, and simulation lets others run before the first look. The result when the call
/// ends thereby.
#[inline]
unsafe fn give_way(fds: *mut pollfd, count: nfds_t, immediate: bool) -> Option<c_int> {
    // SAFETY: the caller keeps the contract of `poll`: there are `count` entries, which stay while its frame waits below ours. They are
    // read anew after each switch.
    unsafe {
        if wait::is_due()
            && wait::is_over()
            && let Some(result) = end_slice(fds, count, immediate)
        {
            return Some(result);
        }
        if immediate || count != 1 || !sim::pretends_to_block() || wait::poisoned() {
            return None;
        }
        let work = shared_work();
        let outcome = wait::wait_spuriously((*fds).fd, u32::from((*fds).events as u16), kind_of(work));
        match outcome {
            Outcome::Cancelled => Some(outcome.fail()),
            Outcome::Closed => Some(report_closed(fds, count, (*fds).fd)),
            Outcome::Ready | Outcome::Timeout if work == SharedWork::Waits => Some(libc::poll(fds, count, 0)),
            Outcome::Ready | Outcome::Timeout | Outcome::Unwatchable => None,
        }
    }
}

/// The coroutine has run for long. The result when the call ends by having given way.
///
/// Frameworks that share a multi handle of curl mark their client as busy around `curl_multi_exec()`, and calls of others fail
/// meanwhile. So that goes on, and the `curl_multi_select()` after it gives way, which they do not mark [io/CU-2]. It ends with what is
/// there then: others may have taken what it would wait for [io/W-9].
#[cold]
unsafe fn end_slice(fds: *mut pollfd, count: nfds_t, immediate: bool) -> Option<c_int> {
    // SAFETY: a hook that has entered, as the caller is; there are `count` entries.
    unsafe {
        let work = shared_work();
        // One that would wait may be left as well when it need not.
        if work == SharedWork::None && immediate && !wait::looks_in_vain() {
            wait::pass_over();
            return None;
        }
        // What closes those of curl does not wait for us: they are looked at anew.
        let fd = if work == SharedWork::None && count == 1 { (*fds).fd } else { -1 };
        let outcome = wait::give_way(fd);
        match outcome {
            Outcome::Cancelled => {
                for index in 0..count as usize {
                    wait::suspend::on_cancelled((*fds.add(index)).fd);
                }
                Some(outcome.fail())
            }
            Outcome::Closed => Some(report_closed(fds, count, fd)),
            _ if work == SharedWork::Waits => Some(libc::poll(fds, count, 0)),
            _ => None,
        }
    }
}

#[inline]
unsafe fn first_look(fds: *mut pollfd, count: nfds_t, immediate: bool) -> Option<c_int> {
    // SAFETY: the caller keeps the contract of `poll`: there are `count` entries.
    unsafe {
        let result = libc::poll(fds, count, 0);
        wait::looked(immediate && result == 0);
        if result == 1 && count == 1 && (*fds).revents & libc::POLLIN != 0 {
            super::accept::saw_input((*fds).fd);
        }
        if immediate && result == 0 && wait::poisoned() && wait::refusal_errno() == libc::ECANCELED {
            return Some(Outcome::Cancelled.fail());
        }
        (result != 0 || immediate).then_some(result)
    }
}

/// After a wait for what others serve the library looks at no transfer: another coroutine may end one, and close its connection, without
/// waiting for us.
fn kind_of(work: SharedWork) -> WaiterKind {
    if work == SharedWork::Waits { WaiterKind::Onlooker } else { WaiterKind::Observer }
}

unsafe fn cooperative(fds: *mut pollfd, count: nfds_t, deadline: u64) -> c_int {
    let errno = wait::errno();
    let mut closed_fd = -1;
    // When what came was taken by another coroutine, perhaps with an answer to the transfer of this one, it does not wait for more.
    let work = shared_work();
    let kind = kind_of(work);
    // SAFETY: the caller keeps the contract of `poll`: there are `count` entries, which stay while its frame waits below ours.
    unsafe {
        loop {
            let outcome = if count == 1 && (*fds).fd >= 0 {
                closed_fd = (*fds).fd;
                let mut revents = 0;
                let events = u32::from((*fds).events as u16);
                let outcome = wait::wait_report((*fds).fd, events, deadline, kind, &mut revents);
                if outcome == Outcome::Ready && revents != 0 {
                    (*fds).revents = revents as c_short;
                    wait::set_errno(errno);
                    return 1;
                }
                outcome
            } else {
                wait::wait_any(fds, count as usize, deadline, kind, None, &mut closed_fd)
            };
            match outcome {
                Outcome::Ready => {
                    wait::set_errno(errno);
                    let result = libc::poll(fds, count, 0);
                    if result != 0 || work == SharedWork::Waits {
                        return result;
                    }
                }
                Outcome::Timeout => {
                    wait::set_errno(errno);
                    return 0;
                }
                Outcome::Cancelled => return outcome.fail(),
                Outcome::Closed => {
                    wait::set_errno(errno);
                    return report_closed(fds, count, closed_fd);
                }
                Outcome::Unwatchable => {
                    wait::set_errno(errno);
                    return libc::poll(fds, count, remaining_ms(deadline));
                }
            }
        }
    }
}

/// What a blocking call may still wait.
pub fn remaining_ms(deadline: u64) -> c_int {
    if deadline == NEVER {
        return -1;
    }
    deadline.saturating_sub(crate::reactor::now_ns()).div_ceil(1_000_000).min(c_int::MAX as u64) as c_int
}

/// The state of every entry, and `POLLNVAL` for the descriptor that is about to go.
unsafe fn report_closed(fds: *mut pollfd, count: nfds_t, closed_fd: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `poll`: there are `count` entries; nothing switches as long as they are borrowed.
    unsafe {
        libc::poll(fds, count, 0);
        let entries = slice::from_raw_parts_mut(fds, count as usize);
        for entry in entries.iter_mut().filter(|entry| entry.fd == closed_fd) {
            entry.revents = libc::POLLNVAL;
        }
        entries.iter().filter(|entry| entry.revents != 0).count() as c_int
    }
}
