//! `getnameinfo` events [abi/ABI-59, abi/ABI-152]: the name of an address.

use super::lookup::{self, Lookup};
use super::offload::{self, Job};
use super::{event_loop, free_event, life, new_event};
use crate::abi::dns::NameInfoEvent;
use crate::abi::{Event, ZString};
use crate::engine;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use libc::{sockaddr, socklen_t};

const SUBJECT: &str = "getnameinfo";
/// `NI_MAXHOST` and `NI_MAXSERV`.
const LONGEST_HOST: usize = 1025;
const LONGEST_SERVICE: usize = 32;

#[repr(C)]
struct NameInfo {
    event: NameInfoEvent,
    /// Null when it is done.
    lookup: *mut Lookup,
}

#[repr(C)]
struct Question {
    lookup: Lookup,
    address: libc::sockaddr_storage,
    length: socklen_t,
    flags: c_int,
    code: c_int,
    errno: c_int,
    host: [c_char; LONGEST_HOST],
    service: [c_char; LONGEST_SERVICE],
}

/// The size of an address, by its family.
unsafe fn length_of(address: *const sockaddr) -> Option<usize> {
    // SAFETY: null or an address, whose family says how long it is.
    unsafe {
        match c_int::from(address.as_ref()?.sa_family) {
            libc::AF_INET => Some(size_of::<libc::sockaddr_in>()),
            libc::AF_INET6 => Some(size_of::<libc::sockaddr_in6>()),
            libc::AF_UNIX => Some(size_of::<libc::sockaddr_un>()),
            _ => None,
        }
    }
}

/// An event for a lookup, which runs already.
pub(super) unsafe extern "C" fn new(address: *const sockaddr, flags: c_int, extra: usize) -> *mut NameInfoEvent {
    // SAFETY: fresh memory; the structure begins with the event. The caller's address has the size of its family, and is copied.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let Some(length) = length_of(address) else {
            lookup::throw(SUBJECT, libc::EAI_FAMILY, 0);
            return ptr::null_mut();
        };
        let info = new_event::<NameInfo>(extra);
        (*info).event.base.start = Some(life::start_counting);
        (*info).event.base.stop = Some(life::stop_counting);
        (*info).event.base.dispose = Some(dispose);
        (*info).event.base.info = Some(describe);
        let question = Box::into_raw(Box::new(Question {
            lookup: Lookup::new(work, free),
            address: core::mem::zeroed(),
            length: length as socklen_t,
            flags,
            code: libc::EAI_AGAIN,
            errno: 0,
            host: [0; LONGEST_HOST],
            service: [0; LONGEST_SERVICE],
        }));
        ptr::copy_nonoverlapping(address.cast::<u8>(), (&raw mut (*question).address).cast(), length);
        (*info).lookup = question.cast();
        if let Err(error) = Lookup::begin(&raw mut (*info).lookup, info.cast(), told) {
            lookup::throw(SUBJECT, libc::EAI_SYSTEM, error);
            dispose(info.cast());
            return ptr::null_mut();
        }
        info.cast()
    }
}

/// On a worker, which owns the question now.
unsafe fn work(job: *mut Job) {
    // SAFETY: the job is the start of a `Question`, which is this thread's until it is done.
    unsafe {
        let question = &mut *job.cast::<Question>();
        question.code = libc::getnameinfo(
            (&raw const question.address).cast(),
            question.length,
            question.host.as_mut_ptr(),
            LONGEST_HOST as socklen_t,
            question.service.as_mut_ptr(),
            LONGEST_SERVICE as socklen_t,
            question.flags,
        );
        question.errno = *libc::__errno_location();
    }
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the start of a `Question` that `new` has made.
    unsafe { drop(Box::from_raw(job.cast::<Question>())) }
}

unsafe fn told(job: *mut Job, event: *mut c_void) {
    // SAFETY: in a turn, of a lookup whose event is alive. The question is ours, and gone before the subscribers are told.
    unsafe {
        let (question, info) = (job.cast::<Question>(), event.cast::<NameInfo>());
        Lookup::done(job.cast());
        let (code, errno) = ((*question).code, (*question).errno);
        if code == 0 {
            let text = |text: *const c_char| engine::string::of_bytes(CStr::from_ptr(text).to_bytes());
            (*info).event.hostname = text((&raw const (*question).host).cast());
            (*info).event.service = text((&raw const (*question).service).cast());
        }
        offload::free(job);
        lookup::finish(event.cast(), code, errno, SUBJECT);
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`. The strings are its own.
    unsafe {
        if life::last_reference(event) {
            let info = event.cast::<NameInfo>();
            Lookup::abandon(&raw mut (*info).lookup);
            engine::string::release((*info).event.hostname);
            engine::string::release((*info).event.service);
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn describe(_: *mut Event) -> *mut ZString {
    // SAFETY: methods of events are called in a request.
    unsafe { engine::string::new("DNSNameInfo") }
}
