//! `getaddrinfo` events [abi/ABI-59, abi/ABI-152]: the addresses of a name.

use super::lookup::{self, Lookup};
use super::offload::{self, Job};
use super::{event_loop, free_event, life, new_event};
use crate::abi::dns::AddrInfoEvent;
use crate::abi::{Event, ZString, memory};
use crate::engine;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use libc::addrinfo;
use std::ffi::CString;

#[repr(C)]
struct AddrInfo {
    event: AddrInfoEvent,
    /// Null when it is done.
    lookup: *mut Lookup,
}

#[repr(C)]
struct Question {
    lookup: Lookup,
    node: Option<CString>,
    service: Option<CString>,
    hints: Option<addrinfo>,
    code: c_int,
    errno: c_int,
    list: *mut addrinfo,
}

/// An event for a lookup, which runs already.
pub(super) unsafe extern "C" fn new(
    node: *const c_char,
    service: *const c_char,
    hints: *const addrinfo,
    extra: usize,
) -> *mut AddrInfoEvent {
    // SAFETY: fresh memory; the structure begins with the event. The caller's texts and hints are copied; hints have no more than
    // numbers, by the contract of getaddrinfo(). Memory of the request is asked for first: being refused it jumps away.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if node.is_null() && service.is_null() {
            lookup::throw("getaddrinfo without a name", libc::EAI_NONAME, 0);
            return ptr::null_mut();
        }
        let info = new_event::<AddrInfo>(extra);
        (*info).event.node = copy(node);
        (*info).event.service = copy(service);
        (*info).event.base.start = Some(life::start_counting);
        (*info).event.base.stop = Some(life::stop_counting);
        (*info).event.base.dispose = Some(dispose);
        (*info).event.base.info = Some(describe);
        (*info).lookup = Box::into_raw(Box::new(Question {
            lookup: Lookup::new(work, free),
            node: (!node.is_null()).then(|| CStr::from_ptr(node).to_owned()),
            service: (!service.is_null()).then(|| CStr::from_ptr(service).to_owned()),
            hints: hints.as_ref().map(|hints| addrinfo {
                ai_addrlen: 0,
                ai_addr: ptr::null_mut(),
                ai_canonname: ptr::null_mut(),
                ai_next: ptr::null_mut(),
                ..*hints
            }),
            code: libc::EAI_AGAIN,
            errno: 0,
            list: ptr::null_mut(),
        }))
        .cast();
        if let Err(error) = Lookup::begin(&raw mut (*info).lookup, info.cast(), told) {
            lookup::throw(&subject(info), libc::EAI_SYSTEM, error);
            dispose(info.cast());
            return ptr::null_mut();
        }
        info.cast()
    }
}

unsafe fn copy(text: *const c_char) -> *const c_char {
    // SAFETY: null or a C string, copied with its end.
    unsafe {
        if text.is_null() {
            return text;
        }
        let bytes = CStr::from_ptr(text).to_bytes_with_nul();
        let copy: *mut c_char = memory::allocate(bytes.len());
        ptr::copy_nonoverlapping(bytes.as_ptr().cast(), copy, bytes.len());
        copy
    }
}

unsafe fn text(of: *const c_char) -> String {
    // SAFETY: null or a C string of the event's.
    unsafe { if of.is_null() { String::new() } else { CStr::from_ptr(of).to_string_lossy().into_owned() } }
}

/// What messages say.
unsafe fn subject(info: *const AddrInfo) -> String {
    // SAFETY: the event is alive.
    unsafe {
        let name = if (*info).event.node.is_null() { (*info).event.service } else { (*info).event.node };
        format!("getaddrinfo for {}", text(name))
    }
}

/// On a worker, which owns the question now.
unsafe fn work(job: *mut Job) {
    // SAFETY: the job is the start of a `Question`, which is this thread's until it is done.
    unsafe {
        let question = &mut *job.cast::<Question>();
        let or_null = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |text| text.as_ptr());
        let hints = question.hints.as_ref().map_or(ptr::null(), ptr::from_ref);
        question.code =
            libc::getaddrinfo(or_null(&question.node), or_null(&question.service), hints, &mut question.list);
        question.errno = *libc::__errno_location();
    }
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the start of a `Question` that `new` has made. A list that was not taken goes with it.
    unsafe {
        let question = Box::from_raw(job.cast::<Question>());
        if !question.list.is_null() {
            libc::freeaddrinfo(question.list);
        }
    }
}

unsafe fn told(job: *mut Job, event: *mut c_void) {
    // SAFETY: in a turn, of a lookup whose event is alive. The question is ours, and gone before the subscribers are told.
    unsafe {
        let (question, info) = (job.cast::<Question>(), event.cast::<AddrInfo>());
        Lookup::done(job.cast());
        let (code, errno) = ((*question).code, (*question).errno);
        if code == 0 {
            (*info).event.result = ptr::replace(&raw mut (*question).list, ptr::null_mut());
        }
        offload::free(job);
        lookup::finish(event.cast(), code, errno, &subject(info));
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`. The texts and an untaken result are its own.
    unsafe {
        if life::last_reference(event) {
            let info = event.cast::<AddrInfo>();
            Lookup::abandon(&raw mut (*info).lookup);
            if !(*info).event.result.is_null() {
                libc::freeaddrinfo((*info).event.result);
            }
            memory::free((*info).event.node.cast_mut());
            memory::free((*info).event.service.cast_mut());
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn describe(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`.
    unsafe {
        let event = &*event.cast::<AddrInfoEvent>();
        engine::string::new(&format!("DNSAddrInfo(node={}, service={})", text(event.node), text(event.service)))
    }
}
