//! `select` and `pselect`.

use crate::boundary::wait::{self, Outcome, SignalWatch};
use crate::reactor::watch::WaiterKind;
use crate::reactor::{NEVER, now_ns};
use core::ffi::{c_int, c_void};
use core::ptr;
use libc::{fd_set, pollfd, sigset_t, timespec, timeval};

pub unsafe extern "C" fn select(
    count: c_int,
    read: *mut fd_set,
    write: *mut fd_set,
    except: *mut fd_set,
    timeout: *mut timeval,
) -> c_int {
    // SAFETY: the caller keeps the contract of `select`, in whose place this stands.
    unsafe {
        let valid = timeout.is_null() || ((*timeout).tv_sec >= 0 && (*timeout).tv_usec >= 0);
        if count < 0 || !valid || !wait::enter() {
            return libc::select(count, read, write, except, timeout);
        }
        let deadline = match timeout.as_ref() {
            None => NEVER,
            // libc allows microseconds above a second.
            Some(time) => {
                let seconds = time.tv_sec.saturating_add(time.tv_usec / 1_000_000);
                wait::deadline_after(&timespec { tv_sec: seconds, tv_nsec: time.tv_usec % 1_000_000 * 1_000 })
            }
        };
        let immediate = timeout.as_ref().is_some_and(|time| time.tv_sec == 0 && time.tv_usec == 0);
        if !wait::slice(-1) {
            return -1;
        }
        let result = cooperative(count, [read, write, except], deadline, immediate);
        // Linux leaves what was not slept.
        if !timeout.is_null() && !immediate {
            let rest_us = deadline.saturating_sub(now_ns()) / 1_000;
            if deadline != NEVER {
                (*timeout).tv_sec = (rest_us / 1_000_000) as _;
                (*timeout).tv_usec = (rest_us % 1_000_000) as _;
            }
        }
        result
    }
}

pub unsafe extern "C" fn pselect(
    count: c_int,
    read: *mut fd_set,
    write: *mut fd_set,
    except: *mut fd_set,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller keeps the contract of `pselect`, in whose place this stands.
    unsafe {
        let valid = timeout.is_null()
            || ((*timeout).tv_sec >= 0 && (*timeout).tv_nsec >= 0 && (*timeout).tv_nsec < 1_000_000_000);
        if count < 0 || !valid || !mask.is_null() || !wait::enter() {
            return libc::pselect(count, read, write, except, timeout, mask);
        }
        let deadline = timeout.as_ref().map_or(NEVER, wait::deadline_after);
        let immediate = timeout.as_ref().is_some_and(|time| time.tv_sec == 0 && time.tv_nsec == 0);
        if !wait::slice(-1) {
            return -1;
        }
        cooperative(count, [read, write, except], deadline, immediate)
    }
}

/// How many descriptors the kernel looks at. It stops where its table of this process ends; a caller that gives the limit
/// of the process for a count has no larger sets than `fd_set`.
fn looked_at(count: c_int) -> c_int {
    if count as usize <= libc::FD_SETSIZE {
        return count;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let table = status.lines().find_map(|line| line.strip_prefix("FDSize:")?.trim().parse().ok());
    table.map_or(count, |table: c_int| count.min(table))
}

/// Bytes of a set for `count` descriptors, as the kernel reads and writes them. May exceed `fd_set` in allocations of
/// the caller.
fn set_bytes(count: c_int) -> usize {
    (count as usize).div_ceil(64) * 8
}

/// The caller's sets, the copy of what it asked for, and the same as a poll set; one block.
struct Sets {
    count: c_int,
    bytes: usize,
    user: [*mut fd_set; 3],
    asked: *mut u8,
    fds: *mut pollfd,
    fd_count: usize,
}

impl Sets {
    unsafe fn is_set(set: *const u8, fd: usize) -> bool {
        // SAFETY: the caller's set reaches to `fd`.
        unsafe { *set.add(fd / 8) & (1 << (fd % 8)) != 0 }
    }

    unsafe fn restore(&self) {
        // SAFETY: `asked` has room for three sets.
        unsafe {
            for (number, &set) in self.user.iter().enumerate().filter(|(_, set)| !set.is_null()) {
                ptr::copy_nonoverlapping(self.asked.add(number * self.bytes), set.cast(), self.bytes);
            }
        }
    }

    unsafe fn clear(&self) {
        // SAFETY: a set of the caller's has `bytes` bytes, as `select` itself writes them, and stays while its frame waits below ours.
        unsafe {
            for &set in self.user.iter().filter(|set| !set.is_null()) {
                ptr::write_bytes(set.cast::<u8>(), 0, self.bytes);
            }
        }
    }

    /// The real call without waiting.
    unsafe fn look(&self) -> c_int {
        let mut nothing = timeval { tv_sec: 0, tv_usec: 0 };
        // SAFETY: null or the caller's sets for `count` descriptors, which stay while its frame waits below ours.
        unsafe { libc::select(self.count, self.user[0], self.user[1], self.user[2], &mut nothing) }
    }

    /// Fills the poll set.
    unsafe fn translate(&mut self) {
        const EVENTS: [i16; 3] = [libc::POLLIN, libc::POLLOUT, libc::POLLPRI];
        // SAFETY: `fds` has room for every descriptor of the sets.
        unsafe {
            for fd in 0..self.count as usize {
                let mut events = 0;
                for (number, set) in self.user.iter().enumerate() {
                    if !set.is_null() && Self::is_set(self.asked.add(number * self.bytes), fd) {
                        events |= EVENTS[number];
                    }
                }
                if events != 0 {
                    self.fds.add(self.fd_count).write(pollfd { fd: fd as c_int, events, revents: 0 });
                    self.fd_count += 1;
                }
            }
        }
    }
}

unsafe fn cooperative(count: c_int, user: [*mut fd_set; 3], deadline: u64, immediate: bool) -> c_int {
    const INLINE: usize = 64;
    let errno = wait::errno();
    let count = looked_at(count);
    wait::set_errno(errno);
    let bytes = set_bytes(count);
    let mut inline = [0u64; INLINE];
    // SAFETY: the memory holds three sets; the caller's sets stay valid while its frame waits below ours.
    unsafe {
        let big = 3 * bytes > size_of_val(&inline);
        let asked = if big { libc::malloc(3 * bytes).cast() } else { inline.as_mut_ptr().cast::<u8>() };
        if asked.is_null() {
            wait::set_errno(libc::ENOMEM);
            return -1;
        }
        for (number, &set) in user.iter().enumerate().filter(|(_, set)| !set.is_null()) {
            ptr::copy_nonoverlapping(set.cast::<u8>(), asked.add(number * bytes), bytes);
        }
        let mut sets = Sets { count, bytes, user, asked, fds: ptr::null_mut(), fd_count: 0 };
        let mut result = sets.look();
        if result == 0 && !immediate {
            result = wait_for(&mut sets, deadline);
        }
        if big {
            libc::free(asked.cast::<c_void>());
        }
        result
    }
}

unsafe fn wait_for(sets: &mut Sets, deadline: u64) -> c_int {
    const INLINE: usize = 16;
    let errno = wait::errno();
    let mut inline = [const { pollfd { fd: -1, events: 0, revents: 0 } }; INLINE];
    // SAFETY: room for as many entries as there are bits.
    unsafe {
        let mut bits = 0;
        for (number, _) in sets.user.iter().enumerate().filter(|(_, set)| !set.is_null()) {
            let set = core::slice::from_raw_parts(sets.asked.add(number * sets.bytes), sets.bytes);
            bits += set.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
        }
        let big = bits > INLINE;
        sets.fds = if big { libc::malloc(bits * size_of::<pollfd>()).cast() } else { inline.as_mut_ptr() };
        if sets.fds.is_null() {
            wait::set_errno(libc::ENOMEM);
            return -1;
        }
        sets.translate();
        let mut closed_fd = -1;
        let mut signals = SignalWatch::new();
        let signals = &raw mut signals;
        SignalWatch::listen(signals);
        let result = loop {
            let outcome =
                wait::wait_any(sets.fds, sets.fd_count, deadline, WaiterKind::Observer, Some(signals), &mut closed_fd);
            match outcome {
                Outcome::Ready => {
                    wait::set_errno(errno);
                    sets.restore();
                    let result = sets.look();
                    if result != 0 {
                        break result;
                    }
                    if SignalWatch::has_arrived(signals) {
                        sets.restore();
                        wait::set_errno(libc::EINTR);
                        break -1;
                    }
                }
                Outcome::Timeout => {
                    sets.clear();
                    wait::set_errno(errno);
                    break 0;
                }
                Outcome::Cancelled | Outcome::Closed => break outcome.fail(),
                Outcome::Unwatchable => {
                    sets.restore();
                    wait::set_errno(errno);
                    break block(sets, deadline);
                }
            }
        };
        SignalWatch::end(signals);
        if big {
            libc::free(sets.fds.cast());
        }
        result
    }
}

unsafe fn block(sets: &Sets, deadline: u64) -> c_int {
    let rest = deadline.saturating_sub(now_ns());
    let mut time = timeval { tv_sec: (rest / 1_000_000_000) as _, tv_usec: (rest % 1_000_000_000 / 1_000) as _ };
    let timeout = if deadline == NEVER { ptr::null_mut() } else { &raw mut time };
    // SAFETY: null or the caller's sets for `count` descriptors, which stay while its frame waits below ours; the time lies on this one.
    unsafe { libc::select(sets.count, sets.user[0], sets.user[1], sets.user[2], timeout) }
}
