//! Name lookups on a worker thread [io/DN-1]: `getaddrinfo`, `getnameinfo`, the `gethostby*` family.
//!
//! ```text
//!   hook frame:  Lookup (heap): copies of the inputs  ->  worker: the real call into the Lookup's own buffers
//!                                                     ->  hook frame: results are copied out, the Lookup is freed
//! ```
//!
//! A cancelled lookup goes on alone and frees itself [io/DN-4]. A literal address needs no lookup: it is read here and the
//! others run once, which is what an instant answer of the worker would look like.

use crate::boundary::wait::{self, Outcome};
use crate::engine::host_buffer;
use crate::engine::per_thread::per_thread;
use crate::reactor::offload::Job;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use libc::{addrinfo, hostent, sockaddr, socklen_t};
use std::ffi::CString;

const HOST_NOT_FOUND: c_int = 1;
pub(super) const TRY_AGAIN: c_int = 2;
const NO_RECOVERY: c_int = 3;
#[cfg(target_env = "gnu")]
const EAI_CANCELLED: c_int = -101;
#[cfg(not(target_env = "gnu"))]
const EAI_CANCELLED: c_int = libc::EAI_SYSTEM;

/// What libc calls by these names; the `libc` crate has none of them.
pub mod real {
    use super::*;

    unsafe extern "C" {
        pub fn gethostbyname(name: *const c_char) -> *mut hostent;
        pub fn gethostbyname2(name: *const c_char, family: c_int) -> *mut hostent;
        pub fn gethostbyaddr(address: *const c_void, length: socklen_t, family: c_int) -> *mut hostent;
        pub fn gethostbyname_r(
            name: *const c_char,
            entry: *mut hostent,
            buffer: *mut c_char,
            length: usize,
            result: *mut *mut hostent,
            error: *mut c_int,
        ) -> c_int;
        pub fn gethostbyname2_r(
            name: *const c_char,
            family: c_int,
            entry: *mut hostent,
            buffer: *mut c_char,
            length: usize,
            result: *mut *mut hostent,
            error: *mut c_int,
        ) -> c_int;
        pub fn gethostbyaddr_r(
            address: *const c_void,
            address_length: socklen_t,
            family: c_int,
            entry: *mut hostent,
            buffer: *mut c_char,
            length: usize,
            result: *mut *mut hostent,
            error: *mut c_int,
        ) -> c_int;
    }
}

enum Question {
    Address { node: Option<CString>, service: Option<CString>, hints: Option<addrinfo> },
    Name { address: Vec<u8>, flags: c_int, host: Option<Vec<u8>>, service: Option<Vec<u8>> },
    HostByName { name: CString, family: Option<c_int> },
    HostByAddress { address: Vec<u8>, family: c_int },
}

#[repr(C)]
struct Lookup {
    job: Job,
    question: Question,
    /// The call's own return value.
    code: c_int,
    errno: c_int,
    h_errno: c_int,
    /// What the real function has left in the thread's `h_errno`, 0 if nothing.
    thread_h_errno: c_int,
    list: *mut addrinfo,
    host: hostent,
    found: bool,
    /// What `host` points into.
    buffer: Vec<u8>,
}

impl Lookup {
    /// On the heap; freed by [`free`].
    fn new(question: Question) -> *mut Lookup {
        Box::into_raw(Box::new(Lookup {
            job: Job::lookup(work, free),
            question,
            code: libc::EAI_AGAIN,
            errno: 0,
            h_errno: TRY_AGAIN,
            thread_h_errno: 0,
            list: ptr::null_mut(),
            host: hostent {
                h_name: ptr::null_mut(),
                h_aliases: ptr::null_mut(),
                h_addrtype: 0,
                h_length: 0,
                h_addr_list: ptr::null_mut(),
            },
            found: false,
            buffer: Vec::new(),
        }))
    }
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the first member of a `Lookup` made by `new`.
    unsafe {
        let lookup = Box::from_raw(job.cast::<Lookup>());
        if !lookup.list.is_null() {
            libc::freeaddrinfo(lookup.list);
        }
    }
}

/// On a worker thread, which owns the lookup now.
unsafe fn work(job: *mut Job) {
    // SAFETY: the job is the start of a lookup, which is this thread's until it is done. The real functions write into the
    // lookup's memory.
    unsafe {
        let lookup = &mut *job.cast::<Lookup>();
        let before = wait::h_errno();
        wait::set_h_errno(0);
        let or_null = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |text| text.as_ptr());
        match &mut lookup.question {
            Question::Address { node, service, hints } => {
                let hints = hints.as_ref().map_or(ptr::null(), ptr::from_ref);
                lookup.code = libc::getaddrinfo(or_null(node), or_null(service), hints, &mut lookup.list);
                lookup.errno = wait::errno();
            }
            Question::Name { address, flags, host, service } => {
                let part = |part: &mut Option<Vec<u8>>| {
                    part.as_mut().map_or((ptr::null_mut(), 0), |part| (part.as_mut_ptr(), part.len()))
                };
                let ((host, host_length), (service, service_length)) = (part(host), part(service));
                lookup.code = libc::getnameinfo(
                    address.as_ptr().cast(),
                    address.len() as socklen_t,
                    host.cast(),
                    host_length as socklen_t,
                    service.cast(),
                    service_length as socklen_t,
                    *flags,
                );
                lookup.errno = wait::errno();
            }
            Question::HostByName { .. } | Question::HostByAddress { .. } => find_host(lookup),
        }
        lookup.thread_h_errno = wait::h_errno();
        wait::set_h_errno(before);
    }
}

unsafe fn find_host(lookup: &mut Lookup) {
    let mut length = 1024;
    // SAFETY: the buffer grows until the answer fits.
    unsafe {
        loop {
            lookup.buffer.resize(length, 0);
            let buffer = lookup.buffer.as_mut_ptr().cast::<c_char>();
            let mut result = ptr::null_mut();
            let (host, error) = (&raw mut lookup.host, &raw mut lookup.h_errno);
            lookup.code = match &lookup.question {
                Question::HostByName { name, family: None } => {
                    real::gethostbyname_r(name.as_ptr(), host, buffer, length, &mut result, error)
                }
                Question::HostByName { name, family: Some(family) } => {
                    real::gethostbyname2_r(name.as_ptr(), *family, host, buffer, length, &mut result, error)
                }
                Question::HostByAddress { address, family } => real::gethostbyaddr_r(
                    address.as_ptr().cast(),
                    address.len() as socklen_t,
                    *family,
                    host,
                    buffer,
                    length,
                    &mut result,
                    error,
                ),
                _ => libc::EINVAL,
            };
            lookup.errno = wait::errno();
            lookup.found = !result.is_null();
            if lookup.code != libc::ERANGE {
                return;
            }
            if length >= 1 << 20 {
                // With ERANGE the caller would try a larger buffer of its own, in vain.
                lookup.code = libc::ENOMEM;
                return;
            }
            length *= 2;
        }
    }
}

unsafe fn copy_text(text: *const c_char) -> Option<CString> {
    // SAFETY: a C string of the caller, or null.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_owned())
}

pub unsafe extern "C" fn getaddrinfo(
    node: *const c_char,
    service: *const c_char,
    hints: *const addrinfo,
    result: *mut *mut addrinfo,
) -> c_int {
    // SAFETY: the caller keeps the contract of `getaddrinfo`; after a wait only the lookup is read.
    unsafe {
        if !wait::enter() {
            return libc::getaddrinfo(node, service, hints, result);
        }
        if wait::poisoned() {
            wait::set_errno(libc::ECANCELED);
            return EAI_CANCELLED;
        }
        let errno = wait::errno();
        if let Some(code) = read_literal(node, service, hints, result) {
            return code;
        }
        // The rest of the hints must be null by the contract of the function.
        let hints = hints.as_ref().map(|hints| addrinfo {
            ai_addrlen: 0,
            ai_addr: ptr::null_mut(),
            ai_canonname: ptr::null_mut(),
            ai_next: ptr::null_mut(),
            ..*hints
        });
        let question = Question::Address { node: copy_text(node), service: copy_text(service), hints };
        let lookup = look_up(question);
        if lookup.is_null() {
            wait::set_errno(libc::ECANCELED);
            return EAI_CANCELLED;
        }
        let (code, lookup_errno) = ((*lookup).code, (*lookup).errno);
        if code == 0 {
            *result = ptr::replace(&raw mut (*lookup).list, ptr::null_mut());
        }
        free(lookup.cast());
        wait::set_errno(if code == 0 { errno } else { lookup_errno });
        code
    }
}

/// Answers for a literal address and a numeric port at once.
unsafe fn read_literal(
    node: *const c_char,
    service: *const c_char,
    hints: *const addrinfo,
    result: *mut *mut addrinfo,
) -> Option<c_int> {
    // SAFETY: the caller keeps the contract of `getaddrinfo`: texts end with 0, the other pointers are valid or null.
    unsafe {
        let numeric =
            |text: *const c_char| text.is_null() || CStr::from_ptr(text).to_bytes().iter().all(u8::is_ascii_digit);
        // Anything that could be a literal begins with a digit or contains a colon.
        let literal = !node.is_null() && {
            let node = CStr::from_ptr(node).to_bytes();
            node.first().is_some_and(u8::is_ascii_digit) || node.contains(&b':')
        };
        if !literal || !numeric(service) {
            return None;
        }
        let mut hints = hints.as_ref().map_or(core::mem::zeroed::<addrinfo>(), |hints| addrinfo { ..*hints });
        hints.ai_flags |= libc::AI_NUMERICHOST;
        let code = libc::getaddrinfo(node, service, &hints, result);
        if code != 0 {
            return None;
        }
        if wait::yield_once() == Outcome::Cancelled {
            libc::freeaddrinfo(*result);
            *result = ptr::null_mut();
            wait::set_errno(libc::ECANCELED);
            return Some(EAI_CANCELLED);
        }
        Some(0)
    }
}

pub unsafe extern "C" fn getnameinfo(
    address: *const sockaddr,
    length: socklen_t,
    host: *mut c_char,
    host_length: socklen_t,
    service: *mut c_char,
    service_length: socklen_t,
    flags: c_int,
) -> c_int {
    // SAFETY: the caller keeps the contract of `getnameinfo`; buffers of the caller are written after the wait, while its
    // frame waits below ours.
    unsafe {
        if address.is_null() || !wait::enter() {
            return libc::getnameinfo(address, length, host, host_length, service, service_length, flags);
        }
        if wait::poisoned() {
            wait::set_errno(libc::ECANCELED);
            return libc::EAI_SYSTEM;
        }
        let errno = wait::errno();
        let room =
            |part: *mut c_char, length: socklen_t| (!part.is_null() && length > 0).then(|| vec![0u8; length as usize]);
        let question = Question::Name {
            address: core::slice::from_raw_parts(address.cast::<u8>(), length as usize).to_vec(),
            flags,
            host: room(host, host_length),
            service: room(service, service_length),
        };
        let lookup = Lookup::new(question);
        match wait::run_job(lookup.cast()) {
            Outcome::Cancelled => {
                wait::set_errno(libc::ECANCELED);
                return libc::EAI_SYSTEM;
            }
            Outcome::Ready => (),
            _ => work(lookup.cast()),
        }
        let (code, lookup_errno) = ((*lookup).code, (*lookup).errno);
        if let Question::Name { host: host_text, service: service_text, .. } = &(*lookup).question {
            for (text, to) in [(host_text, host), (service_text, service)] {
                if let Some(text) = text.as_ref().filter(|_| code == 0) {
                    ptr::copy_nonoverlapping(text.as_ptr(), to.cast(), text.len());
                }
            }
        }
        free(lookup.cast());
        wait::set_errno(if code == 0 { errno } else { lookup_errno });
        code
    }
}

/// Runs a host lookup; null when it was cancelled.
unsafe fn look_up(question: Question) -> *mut Lookup {
    // SAFETY: a hook calls this after `enter` has returned true.
    unsafe {
        let lookup = Lookup::new(question);
        match wait::run_job(lookup.cast()) {
            Outcome::Cancelled => return ptr::null_mut(),
            Outcome::Ready => (),
            _ => work(lookup.cast()),
        }
        // Also the functions that return the number of their error leave it in the thread, where PHP looks [io/HK-6].
        if (*lookup).thread_h_errno != 0 {
            wait::set_h_errno((*lookup).thread_h_errno);
        }
        lookup
    }
}

/// Copies an entry with all it points to into one buffer; false if it does not fit.
unsafe fn copy_host(from: &hostent, to: *mut hostent, buffer: *mut c_char, length: usize) -> bool {
    // SAFETY: lists end with null; every piece is counted against the buffer first.
    unsafe {
        let list_length = |list: *mut *mut c_char| {
            (0..).take_while(|&index| !list.is_null() && !(*list.add(index)).is_null()).count()
        };
        let (aliases, addresses) = (list_length(from.h_aliases), list_length(from.h_addr_list));
        let address_bytes = from.h_length as usize;
        let text = |text: *const c_char| CStr::from_ptr(text).to_bytes_with_nul().len();
        let padding = buffer.align_offset(align_of::<*mut c_char>());
        let pointers = (aliases + addresses + 2) * size_of::<*mut c_char>();
        let texts: usize =
            (0..aliases).map(|index| text(*from.h_aliases.add(index))).sum::<usize>() + text(from.h_name);
        if padding + pointers + addresses * address_bytes + texts > length {
            return false;
        }

        let alias_list = buffer.add(padding).cast::<*mut c_char>();
        let address_list = alias_list.add(aliases + 1);
        let mut next = address_list.add(addresses + 1).cast::<c_char>();
        let mut place = |bytes: *const c_char, count: usize| {
            ptr::copy_nonoverlapping(bytes, next, count);
            let start = next;
            next = next.add(count);
            start
        };
        for index in 0..addresses {
            *address_list.add(index) = place(*from.h_addr_list.add(index), address_bytes);
        }
        *address_list.add(addresses) = ptr::null_mut();
        for index in 0..aliases {
            let alias = *from.h_aliases.add(index);
            *alias_list.add(index) = place(alias, text(alias));
        }
        *alias_list.add(aliases) = ptr::null_mut();
        *to = hostent {
            h_name: place(from.h_name, text(from.h_name)),
            h_aliases: alias_list,
            h_addrtype: from.h_addrtype,
            h_length: from.h_length,
            h_addr_list: address_list,
        };
        true
    }
}

/// Where a reentrant lookup puts its answer.
struct Answer {
    host: *mut hostent,
    buffer: *mut c_char,
    length: usize,
    result: *mut *mut hostent,
    error: *mut c_int,
}

unsafe fn answer(question: Question, to: Answer) -> c_int {
    // SAFETY: the caller of the hook keeps its buffers, whose sizes it has told, and its place for the result.
    unsafe {
        *to.result = ptr::null_mut();
        let lookup = if wait::poisoned() {
            ptr::null_mut()
        } else {
            host_buffer::keep(to.buffer, to.length, || look_up(question))
        };
        if lookup.is_null() {
            *to.error = TRY_AGAIN;
            wait::set_errno(libc::ECANCELED);
            return libc::ECANCELED;
        }
        let mut code = (*lookup).code;
        *to.error = (*lookup).h_errno;
        if (*lookup).found {
            if copy_host(&(*lookup).host, to.host, to.buffer, to.length) {
                *to.result = to.host;
            } else {
                *to.error = -1;
                code = libc::ERANGE;
            }
        }
        free(lookup.cast());
        // PHP takes a larger buffer when errno says ERANGE.
        if code != 0 {
            wait::set_errno(code);
        }
        code
    }
}

pub unsafe extern "C" fn host_by_name_r(
    name: *const c_char,
    host: *mut hostent,
    buffer: *mut c_char,
    length: usize,
    result: *mut *mut hostent,
    error: *mut c_int,
) -> c_int {
    // SAFETY: the caller keeps the contract of `gethostbyname_r`, in whose place this stands.
    unsafe {
        match copy_text(name) {
            Some(name) if wait::enter() => {
                answer(Question::HostByName { name, family: None }, Answer { host, buffer, length, result, error })
            }
            _ => real::gethostbyname_r(name, host, buffer, length, result, error),
        }
    }
}

#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn host_by_address_r(
    address: *const c_void,
    address_length: socklen_t,
    family: c_int,
    host: *mut hostent,
    buffer: *mut c_char,
    length: usize,
    result: *mut *mut hostent,
    error: *mut c_int,
) -> c_int {
    // SAFETY: the caller keeps the contract of `gethostbyaddr_r`, in whose place this stands.
    unsafe {
        if address.is_null() || !wait::enter() {
            return real::gethostbyaddr_r(address, address_length, family, host, buffer, length, result, error);
        }
        let address = core::slice::from_raw_parts(address.cast::<u8>(), address_length as usize).to_vec();
        answer(Question::HostByAddress { address, family }, Answer { host, buffer, length, result, error })
    }
}

/// What the functions that return a pointer have answered last: it stays until the next answer, as in libc.
struct LastAnswer {
    buffer: Vec<c_char>,
    entry: hostent,
}

impl LastAnswer {
    const NONE: LastAnswer = LastAnswer {
        buffer: Vec::new(),
        entry: hostent {
            h_name: ptr::null_mut(),
            h_aliases: ptr::null_mut(),
            h_addrtype: 0,
            h_length: 0,
            h_addr_list: ptr::null_mut(),
        },
    };
}

per_thread!(fn last_answer() -> *mut LastAnswer = LastAnswer::NONE);

/// PHP ends on this thread.
#[cfg(php_zts)]
pub fn forget_last_answer() {
    // SAFETY: only this thread reaches its answer, and what was given out is not valid beyond the thread.
    unsafe { *last_answer() = LastAnswer::NONE }
}

/// The answer of the functions that return a pointer.
unsafe fn answer_static(question: Question) -> *mut hostent {
    // SAFETY: a hook that has entered runs on a PHP thread, which alone reaches its answer, and only between waits.
    unsafe {
        let lookup = if wait::poisoned() { ptr::null_mut() } else { look_up(question) };
        if lookup.is_null() {
            wait::set_errno(libc::ECANCELED);
            wait::set_h_errno(TRY_AGAIN);
            return ptr::null_mut();
        }
        let mut host = ptr::null_mut();
        if (*lookup).found {
            let buffer = &mut (*last_answer()).buffer;
            buffer.resize((*lookup).buffer.len() + 256, 0);
            let entry = &raw mut (*last_answer()).entry;
            if copy_host(&(*lookup).host, entry, buffer.as_mut_ptr(), buffer.len()) {
                host = entry;
            }
        }
        if host.is_null() {
            wait::set_errno((*lookup).errno);
            wait::set_h_errno(match (*lookup).h_errno {
                error @ (HOST_NOT_FOUND | TRY_AGAIN | NO_RECOVERY | 4) => error,
                _ => NO_RECOVERY,
            });
        }
        free(lookup.cast());
        host
    }
}

pub unsafe extern "C" fn host_by_name(name: *const c_char) -> *mut hostent {
    // SAFETY: the caller keeps the contract of `gethostbyname`, in whose place this stands.
    unsafe {
        match copy_text(name) {
            Some(name) if wait::enter() => answer_static(Question::HostByName { name, family: None }),
            _ => real::gethostbyname(name),
        }
    }
}

pub unsafe extern "C" fn host_by_name2(name: *const c_char, family: c_int) -> *mut hostent {
    // SAFETY: the caller keeps the contract of `gethostbyname2`, in whose place this stands.
    unsafe {
        match copy_text(name) {
            Some(name) if wait::enter() => answer_static(Question::HostByName { name, family: Some(family) }),
            _ => real::gethostbyname2(name, family),
        }
    }
}

pub unsafe extern "C" fn host_by_address(address: *const c_void, length: socklen_t, family: c_int) -> *mut hostent {
    // SAFETY: the caller keeps the contract of `gethostbyaddr`, in whose place this stands.
    unsafe {
        if address.is_null() || !wait::enter() {
            return real::gethostbyaddr(address, length, family);
        }
        let address = core::slice::from_raw_parts(address.cast::<u8>(), length as usize).to_vec();
        answer_static(Question::HostByAddress { address, family })
    }
}
