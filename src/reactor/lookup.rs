//! Name lookups in flight, on worker threads (`offload.rs`), and the life that their events share [abi/ABI-77, abi/ABI-84].
//!
//! ```text
//!   event  --job-->  Lookup (heap)  --> worker: the C library's call, into the lookup's memory
//!     ^----owner-------|            --> told(event, lookup), in a turn: the results move to the event, which closes
//! ```
//!
//! No lookup can be cancelled that a worker has begun. An event that is disposed meanwhile lets go of its lookup: that ends by
//! itself, tells no subscriber and frees itself.

use super::offload::{self, Job};
use super::{Reactor, current, life};
use crate::abi::{AsyncClass, Event, EventFlags};
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, object};
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{CStr, c_int, c_void};
use core::ptr;

/// The first member of a lookup.
#[repr(C)]
pub(super) struct Lookup {
    job: Job,
    link: LinkOf<Lookup>,
    /// Where the owner keeps the address of this.
    place: *mut *mut Lookup,
}

listed!(Lookup, link);

/// The lookups of a thread whose events want to know.
pub(crate) type Lookups = ListOf<Lookup>;

impl Lookup {
    /// `work` runs on a worker, `free` frees the whole.
    pub fn new(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Lookup {
        Lookup { job: Job::uncounted_lookup(work, free), link: LinkOf::new(), place: ptr::null_mut() }
    }

    /// Begins; `told` gets the event when it is done. With an error the lookup is gone.
    ///
    /// # Safety
    /// The reactor runs. `place`, part of the event, holds the lookup until it is done or was [`abandon`](Self::abandon)ed.
    pub unsafe fn begin(
        place: *mut *mut Lookup,
        event: *mut Event,
        told: unsafe fn(*mut Job, *mut c_void),
    ) -> Result<(), c_int> {
        // SAFETY: the lookup is on the heap until it frees itself; it is in the list as long as its event knows it.
        unsafe {
            let this = *place;
            (*this).place = place;
            if let Err(error) = offload::submit(this.cast(), told, event.cast()) {
                *place = ptr::null_mut();
                offload::free(this.cast());
                return Err(error);
            }
            ListOf::push_front(&raw mut (*current()).lookups, this);
            Ok(())
        }
    }

    /// It is done: the event does not know it any more, and it is the caller's.
    pub unsafe fn done(this: *mut Lookup) {
        // SAFETY: a lookup that was told of belongs to an event, which is alive.
        unsafe {
            *(*this).place = ptr::null_mut();
            ListOf::remove(&raw mut (*current()).lookups, this);
        }
    }

    /// No event needs its results any more; does nothing when it is done.
    pub unsafe fn abandon(place: *mut *mut Lookup) {
        // SAFETY: the place of a living event. What is in it was begun and not told of.
        unsafe {
            let this = *place;
            if !this.is_null() {
                Lookup::done(this);
                offload::abandon(this.cast());
            }
        }
    }
}

/// Closes the event and tells its subscribers, with a `DnsException` if `code` is an error of the resolver.
pub(super) unsafe fn finish(event: *mut Event, code: c_int, errno: c_int, what: &str) {
    // SAFETY: the event is alive, and closed before its subscribers are told, which may dispose it: it is not used after that. The
    // exception is ours until then.
    unsafe {
        if (*event).loop_ref_count > 0 {
            (*event).loop_ref_count = 1;
            life::stop_counting(event);
        }
        (*event).flags.insert(EventFlags::CLOSED);
        let error = if code == 0 { ptr::null_mut() } else { new_error(what, code, errno).into_raw() };
        callbacks::notify(event, ptr::null_mut(), error);
        object::release(error);
    }
}

/// A lookup that could not begin.
pub(super) fn throw(what: &str, code: c_int, errno: c_int) {
    // SAFETY: factories are called on the PHP thread in a request, where exceptions can be made.
    unsafe {
        exception::throw(new_error(what, code, errno));
    }
}

unsafe fn new_error(what: &str, code: c_int, errno: c_int) -> OwnedObject {
    // SAFETY: the callers are called in a request; the C library's texts are static.
    unsafe {
        let reason = if code == libc::EAI_SYSTEM {
            std::io::Error::from_raw_os_error(errno).to_string()
        } else {
            CStr::from_ptr(libc::gai_strerror(code)).to_string_lossy().into_owned()
        };
        exception::new(AsyncClass::EXCEPTION_DNS, &format!("{what} failed: {reason}"))
    }
}

/// Lets every lookup finish alone; their events tell nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: a listed lookup is known to a living event; it leaves the list, so the next one is the first.
    unsafe {
        while !(*reactor).lookups.is_empty() {
            Lookup::abandon((*(*reactor).lookups.first()).place);
        }
    }
}
