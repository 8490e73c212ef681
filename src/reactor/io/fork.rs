//! The child of a fork: operations that were under way are the parent's, which goes on with them. Here they end unanswered, with
//! `ECANCELED`; done a second time they would write twice and take input from the parent. The handles stay usable.
//!
//! ```text
//!   leave_jobs   no worker came along: jobs are freed, their requests are back in the queues of their handles
//!   after_fork   the loop is the child's own: everything in the queues ends, and is told
//! ```

use super::job::Work;
use super::request::{self, End, Kind, Queue};
use super::{Handle, Others, failure, file, hold, release, rest, stream, udp};
use crate::abi::io::{IoState, IoType};
use crate::reactor::{Reactor, offload};
use crate::scheduler::list::{ListOf, Listed};
use crate::scheduler::scheduler_context;
use core::ffi::c_int;
use core::ptr;

/// How many there are.
pub(super) unsafe fn count<T: Listed>(list: *const ListOf<T>) -> usize {
    // SAFETY: listed items are alive; nothing is called meanwhile.
    unsafe {
        let mut items = 0;
        let mut item = (*list).first();
        while !item.is_null() {
            items += 1;
            item = (*T::link(item)).next();
        }
        items
    }
}

/// Takes the jobs apart. No subscriber is told.
pub(in crate::reactor) unsafe fn leave_jobs(reactor: *mut Reactor) {
    // SAFETY: the only thread of the child, outside a turn. Listed jobs hold their handles; the references are kept until
    // `after_fork`. No worker has a job, so abandoning it frees it.
    unsafe {
        let jobs = &raw mut (*reactor).io.jobs;
        while !(*jobs).is_empty() {
            let job = (*jobs).first();
            ListOf::remove(jobs, job);
            let opens = (*job).work == Work::Open;
            for handle in [(*job).handle, (*job).source] {
                if !handle.is_null() {
                    (*handle).users -= u32::from(!opens);
                    (*handle).left_references += u32::from(!opens || (*job).holds_opening);
                    super::note(handle);
                }
            }
            if !(*job).handle.is_null() {
                (*(*job).handle).running = ptr::null_mut();
            }
            let request = (*job).request;
            if !request.is_null() {
                (*request).job = ptr::null_mut();
                if (*request).queue == Queue::None {
                    request::enqueue(request, Queue::Files);
                }
            }
            // A file that the worker had opened, and no handle has yet, is open here as well.
            if (*job).work == Work::Open && (*job).result > 0 {
                libc::close((*job).result as c_int);
            }
            offload::abandon(job.cast());
        }
    }
}

/// Ends what the parent goes on with.
pub(in crate::reactor) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: the only thread of the child, outside a turn. A handle leaves the list before code is called that may look at it,
    // and comes back when that begins an operation: as many are looked at as there are now.
    unsafe {
        let handles = &raw mut (*reactor).io.handles;
        scheduler_context::within(|| {
            for _ in 0..count(handles) {
                let handle = (*handles).first();
                if handle.is_null() {
                    break;
                }
                super::unlist(handle);
                hold(handle);
                leave_to_parent(handle);
                for _ in 0..core::mem::replace(&mut (*handle).left_references, 0) {
                    release(handle);
                }
                release(handle);
            }
        });
    }
}

unsafe fn leave_to_parent(handle: *mut Handle) {
    // SAFETY: the caller holds the handle. Requests that are begun meanwhile come behind those that are ended.
    unsafe {
        rest(handle);
        (*handle).paused = false;
        (*handle).stopped = false;
        if (*handle).must_close && (*handle).users == 0 {
            super::close_descriptor(handle);
        }
        let is_open = !(*handle).io.state.contains(IoState::CLOSED);
        if is_open && (*handle).io.kind == IoType::FILE && (*handle).io.descriptor < 0 {
            super::shut(handle, Some(failure("Failed to open the file", libc::ECANCELED)), Others::Told);
        }
        for list in [&raw mut (*handle).reads, &raw mut (*handle).writes, &raw mut (*handle).files] {
            for _ in 0..count(list) {
                let request = (*list).first();
                if !request.is_null() {
                    let what = match (*request).kind {
                        Kind::Read => "Failed to read",
                        Kind::Write => "Failed to write",
                        Kind::Flush => "Failed to flush the file",
                        Kind::Stat => "Failed to get the status of the file",
                        Kind::Sendfile => "Failed to send the file",
                    };
                    request::end(request, End::Failed(what, libc::ECANCELED), true);
                }
            }
        }
        stream::resume(handle);
        stream::flush(handle, ptr::null_mut());
        file::begin_next(handle);
        udp::leave_to_parent(handle);
    }
}
