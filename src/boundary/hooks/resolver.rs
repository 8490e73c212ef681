//! Questions to the DNS on a worker thread [io/DN-1]: `res_nsearch`, `res_nquery`, `res_search`, `res_query`, which
//! `dns_get_record()`, `checkdnsrr()` and `getmxrr()` call. Inside libc, which sends and receives there, no hook sees them.
//!
//! As with the lookups of `names.rs` the worker works on copies: its own state of the resolver and its own buffer. A cancelled
//! question goes on alone and frees itself [io/DN-4].

use super::names;
use crate::boundary::wait::{self, Outcome};
use crate::engine::resolver::{self, Options};
use crate::reactor::offload::Job;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use std::ffi::CString;

/// The number of `h_errno` that says: look at errno.
const NETDB_INTERNAL: c_int = -1;

#[repr(C)]
struct Question {
    job: Job,
    options: Options,
    search: bool,
    name: CString,
    class: c_int,
    kind: c_int,
    answer: Vec<u8>,
    result: Result<usize, c_int>,
    errno: c_int,
}

/// On a worker thread, which owns the question now, or where there is none to be had.
unsafe fn work(job: *mut Job) {
    // SAFETY: the job is the start of a question, which is this thread's until it is done.
    let question = unsafe { &mut *job.cast::<Question>() };
    let Question { options, search, name, class, kind, answer, .. } = question;
    question.result = resolver::ask(options, *search, name, *class, *kind, answer);
    question.errno = wait::errno();
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the start of a question made by `ask`.
    drop(unsafe { Box::from_raw(job.cast::<Question>()) });
}

/// Asks as `res_nsearch` or `res_nquery` do with that state, which may be null.
///
/// # Safety
/// In a hook after `enter`; the caller keeps the contract of these functions.
unsafe fn ask(
    state: *mut c_void,
    search: bool,
    name: *const c_char,
    class: c_int,
    kind: c_int,
    answer: *mut u8,
    room: c_int,
) -> c_int {
    // SAFETY: the name is a C string, and the caller's buffer, which stays while its frame waits below ours, has that much room. After
    // the wait the question is ours again unless it was cancelled.
    unsafe {
        let errno = wait::errno();
        let question = Box::into_raw(Box::new(Question {
            job: Job::lookup(work, free),
            options: Options::of(state),
            search,
            name: CStr::from_ptr(name).to_owned(),
            class,
            kind,
            answer: vec![0; usize::try_from(room).unwrap_or(0)],
            result: Err(names::TRY_AGAIN),
            errno: 0,
        }));
        match wait::run_job(question.cast()) {
            Outcome::Ready => (),
            Outcome::Cancelled | Outcome::Closed => {
                wait::set_errno(libc::ECANCELED);
                wait::set_h_errno(NETDB_INTERNAL);
                resolver::set_error(state, NETDB_INTERNAL);
                return -1;
            }
            Outcome::Timeout | Outcome::Unwatchable => work(question.cast()),
        }
        let (result, question_errno) = ((*question).result, (*question).errno);
        let (code, h_errno) = match result {
            Ok(length) => {
                let bytes = &(*question).answer;
                ptr::copy_nonoverlapping(bytes.as_ptr(), answer, length.min(bytes.len()));
                (length as c_int, 0)
            }
            Err(h_errno) => (-1, h_errno),
        };
        free(question.cast());
        wait::set_errno(if code < 0 { question_errno } else { errno });
        wait::set_h_errno(h_errno);
        resolver::set_error(state, h_errno);
        code
    }
}

/// Whether a question may be asked on a worker: it has to have a name and room for an answer.
unsafe fn enter(name: *const c_char, answer: *mut u8, room: c_int) -> bool {
    // SAFETY: the hooks below call this, on the thread of their caller.
    !name.is_null() && !answer.is_null() && room > 0 && unsafe { wait::enter() }
}

/// `name(state), search`, with the domains of the configuration or without. Where there is no state the system's settings hold.
macro_rules! hooks {
    ($($name:ident($($state:ident: $type:ty)?), $search:expr;)*) => {
        /// What libc calls by these names; the `libc` crate has none of them.
        pub mod real {
            use super::*;

            unsafe extern "C" {
                $(pub fn $name(
                    $($state: $type,)?
                    name: *const c_char,
                    class: c_int,
                    kind: c_int,
                    answer: *mut u8,
                    room: c_int,
                ) -> c_int;)*
            }
        }

        $(pub unsafe extern "C" fn $name(
            $($state: $type,)?
            name: *const c_char,
            class: c_int,
            kind: c_int,
            answer: *mut u8,
            room: c_int,
        ) -> c_int {
            // SAFETY: the caller keeps the contract of the function in whose place this stands.
            unsafe {
                if !enter(name, answer, room) {
                    return real::$name($($state,)? name, class, kind, answer, room);
                }
                let state: *mut c_void = [$($state,)? ptr::null_mut()][0];
                ask(state, $search, name, class, kind, answer, room)
            }
        })*
    };
}

hooks! {
    res_nsearch(state: *mut c_void), true;
    res_nquery(state: *mut c_void), false;
    res_search(), true;
    res_query(), false;
}
