//! The owner of a lock: a coroutine of this thread, or anything else [io/FL-5].
//!
//! The kernel knows: `/proc/self/fdinfo/N` lists the locks of an open file with the process that took them. Semaphores
//! have no owner there, only the process that changed one last; so units are counted, and `sem_get()` tells how many
//! there are. Where it cannot be known the answer is "anything else": the wait then goes on, and is never taken for a
//! deadlock.

use crate::abi::zend::{IS_LONG, IS_OBJECT, IS_UNDEF};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait::{errno, set_errno};
use crate::engine::descriptor;
use crate::engine::per_thread::per_thread;
use crate::engine::replace::{Original, function};
use core::ffi::c_int;
use core::sync::atomic::{AtomicUsize, Ordering};
use libc::sembuf;
use std::fs;

/// PHP threads that are in a request. What another one holds looks like our own.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// What this thread took of one semaphore of a set.
struct Units {
    id: c_int,
    number: u16,
    taken: i64,
}

struct Counts {
    units: Vec<Units>,
    /// How many units the semaphores of PHP have, by identifier.
    limits: Vec<(c_int, i64)>,
}

impl Counts {
    const NONE: Counts = Counts { units: Vec::new(), limits: Vec::new() };
}

per_thread!(fn counts() -> *mut Counts = Counts::NONE);

/// A request begins on this thread.
pub fn request_startup() {
    THREADS.fetch_add(1, Ordering::Relaxed);
}

/// A request ends on this thread.
pub fn request_shutdown() {
    THREADS.fetch_sub(1, Ordering::Relaxed);
    // SAFETY: only this thread reaches its counts, and no caller holds a reference to them.
    unsafe { *counts() = Counts::NONE }
}

/// Whether only this thread can give up what this process holds.
fn alone() -> bool {
    THREADS.load(Ordering::Relaxed) <= 1 && !has_children()
}

/// A child process may have inherited a descriptor, and with it the lock, and may give it up; a fork also what its parent took
/// of a semaphore. Children that have ended and were not waited for count, too.
fn has_children() -> bool {
    let errno = errno();
    // SAFETY: all-zero memory is a valid `siginfo_t`; the kernel fills it. Nothing is waited for, and no status is taken.
    let found = unsafe {
        let mut info = core::mem::zeroed::<libc::siginfo_t>();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_ALL, 0, &mut info, options) == 0
    };
    set_errno(errno);
    found
}

/// Whether a descriptor of this process holds a lock of `flock` that is in the way of one on `fd`.
pub fn holds_flock(fd: c_int, exclusive: bool) -> bool {
    // The number under which this process is known there.
    let me = fs::read_link("/proc/self").ok().and_then(|link| link.to_str()?.parse::<i64>().ok());
    me.is_some_and(|me| alone() && any_lock(fd, "FLOCK", exclusive, Some(me)))
}

/// The same for locks of `fcntl`. Those that belong to a process are never in its own way; those of an open file have no
/// process.
pub fn holds_record(fd: c_int, exclusive: bool) -> bool {
    alone() && any_lock(fd, "OFDLCK", exclusive, None)
}

fn any_lock(fd: c_int, kind: &str, exclusive: bool, owner: Option<i64>) -> bool {
    let Some(file) = descriptor::file(fd) else { return false };
    let Ok(descriptors) = fs::read_dir("/proc/self/fd") else { return false };
    for entry in descriptors.flatten() {
        let Some(other) = entry.file_name().to_str().and_then(|name| name.parse::<c_int>().ok()) else { continue };
        if other == fd || descriptor::file(other) != Some(file) {
            continue;
        }
        let text = fs::read_to_string(format!("/proc/self/fdinfo/{other}")).unwrap_or_default();
        if text.lines().any(|line| is_in_the_way(line, kind, exclusive, owner)) {
            return true;
        }
    }
    false
}

/// `lock: 1: FLOCK  ADVISORY  WRITE 1234 00:2f:5678 0 EOF`
fn is_in_the_way(line: &str, kind: &str, exclusive: bool, owner: Option<i64>) -> bool {
    let Some(rest) = line.strip_prefix("lock:") else { return false };
    let mut words = rest.split_whitespace().skip(1);
    let (Some(found), _, Some(access), process) = (words.next(), words.next(), words.next(), words.next()) else {
        return false;
    };
    let process = process.and_then(|process| process.parse::<i64>().ok());
    found == kind && (exclusive || access == "WRITE") && (owner.is_none() || owner == process)
}

/// What an open file is called, for reports.
pub fn name(fd: c_int) -> String {
    match (fs::read_link(format!("/proc/self/fd/{fd}")), descriptor::file(fd)) {
        (Ok(path), _) => path.to_string_lossy().into_owned(),
        (_, Some((device, inode))) => format!("{device}:{inode}"),
        _ => "?".to_owned(),
    }
}

/// Operations on semaphores took effect.
pub fn count_units(id: c_int, operations: &[sembuf]) {
    // SAFETY: only this thread reaches its counts; nothing is called here that would.
    let units = unsafe { &mut (*counts()).units };
    for operation in operations.iter().filter(|operation| operation.sem_op != 0) {
        let taken = -i64::from(operation.sem_op);
        match units.iter_mut().find(|entry| entry.id == id && entry.number == operation.sem_num) {
            Some(entry) => entry.taken += taken,
            None => units.push(Units { id, number: operation.sem_num, taken }),
        }
    }
    units.retain(|entry| entry.taken != 0);
}

/// Whether this thread has all units of a semaphore that the operations wait for.
pub fn holds_units(id: c_int, operations: &[sembuf]) -> bool {
    alone() && operations.iter().any(|operation| operation.sem_op < 0 && holds_all_units(id, operation.sem_num))
}

fn holds_all_units(id: c_int, number: u16) -> bool {
    // SAFETY: no memory is involved.
    let (value, process, me) = unsafe {
        let number = c_int::from(number);
        (libc::semctl(id, number, libc::GETVAL), libc::semctl(id, number, libc::GETPID), libc::getpid())
    };
    if value != 0 {
        return false;
    }
    // SAFETY: only this thread reaches its counts; nothing is called here that would.
    let counts = unsafe { &*counts() };
    let taken = counts.units.iter().find(|entry| entry.id == id && entry.number == number);
    let limit = counts.limits.iter().find(|&&(known, _)| known == id && number == 0);
    match (taken.map_or(0, |entry| entry.taken), limit) {
        // The only unit belongs to the process that changed the semaphore last.
        (_, Some((_, 1))) => process == me,
        (taken, Some(&(_, limit))) => taken >= limit,
        (_, None) => false,
    }
}

static SEM_GET: Original = Original::new();

/// Learns the sizes of semaphores from `sem_get()`.
///
/// # Safety
/// As [`function`].
pub unsafe fn install() {
    // SAFETY: on a PHP thread where no user code runs, as this function demands.
    unsafe { function(c"sem_get", sem_get, &SEM_GET) };
}

unsafe extern "C" fn sem_get(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this in place of `sem_get()`, whose frame holds the arguments also after the function itself has returned. Only this
    // thread reaches its counts, and nothing that would is called while they change.
    unsafe {
        SEM_GET.call(frame, result);
        if (*result).kind() != IS_OBJECT {
            return;
        }
        let call = crate::engine::entry::Call::of(frame, result);
        let number = |index: u32, default: i64| {
            if index >= call.arg_count() {
                return Some(default);
            }
            let argument = call.arg(index);
            match (*argument).kind() {
                IS_LONG => Some((*argument).value.long),
                IS_UNDEF => Some(default),
                _ => None,
            }
        };
        let (Some(key), Some(limit)) = (number(0, 0), number(1, 1)) else { return };
        // A private one cannot be found by its key.
        let id = if key == 0 { -1 } else { libc::semget(key as libc::key_t, 0, 0) };
        if id >= 0 {
            let limits = &mut (*counts()).limits;
            limits.retain(|&(known, _)| known != id);
            limits.push((id, limit));
        }
    }
}
