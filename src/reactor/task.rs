//! Tasks: C functions that libuv's worker threads run, as events [abi/ABI-160].
//!
//! ```text
//!   queue() --job (offload.rs)--> a worker: run(task)          touches `data` and the extra area, nothing else
//!                                        |
//!   PHP thread   done(): the event closes, then its subscribers are told
//! ```
//!
//! A worker may run on when its request has ended, so a task lies outside Zend memory. It is freed when the last reference is
//! gone *and* no worker has it. As long as one may have it the queue holds a reference, except after the reactor was shut
//! down: then no subscriber is told, and the worker's share is only the memory.

use super::offload::{self, Job};
use super::{Reactor, current, event_loop, life};
use crate::abi::threads::{Task as TaskEvent, TaskRun};
use crate::abi::{AsyncClass, Event, EventFlags, ZString};
use crate::engine::{self, exception, object};
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::c_void;
use core::mem::{MaybeUninit, offset_of};
use core::ptr;

#[repr(C)]
struct Task {
    event: TaskEvent,
    job: Job,
    link: LinkOf<Task>,
    /// Queued, and the subscribers were not told yet.
    listed: bool,
    /// Queued, and the worker has not returned, as far as this thread knows.
    queued: bool,
    /// The last reference is gone.
    disposed: bool,
}

listed!(Task, link);

/// The tasks of a thread that workers have, or will have.
pub(crate) struct Tasks {
    queued: ListOf<Task>,
}

impl Tasks {
    pub const fn new() -> Tasks {
        Tasks { queued: ListOf::EMPTY }
    }
}

unsafe fn of(job: *mut Job) -> *mut Task {
    // SAFETY: callers pass the job of a `Task`.
    unsafe { job.byte_sub(offset_of!(Task, job)).cast() }
}

/// A task for `run`; `queue` hands it to a worker.
pub(super) unsafe extern "C" fn new(run: Option<TaskRun>, data: *mut c_void, extra: usize) -> *mut TaskEvent {
    // SAFETY: fresh memory of sufficient size; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if run.is_none() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Failed to create task: there is no function to run");
            return ptr::null_mut();
        }
        let task = match size_of::<Task>().checked_add(extra) {
            Some(size) => libc::calloc(1, size).cast::<Task>(),
            None => ptr::null_mut(),
        };
        if task.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Failed to create task: out of memory");
            return ptr::null_mut();
        }
        ptr::write(&raw mut (*task).job, Job::uncounted(work, worker_is_gone));
        (*task).event.run = run;
        (*task).event.data = data;
        super::begin_event(task, extra);
        let base = &raw mut (*task).event.base;
        (*base).start = Some(life::start_counting);
        (*base).stop = Some(life::stop_counting);
        (*base).dispose = Some(dispose);
        (*base).info = Some(info);
        task.cast()
    }
}

/// Hands a task to the workers, once. False with an exception.
pub(super) unsafe extern "C" fn queue(event: *mut TaskEvent) -> bool {
    // SAFETY: null, or a task made by `new` of which the caller has a reference.
    unsafe {
        let task = event.cast::<Task>();
        let refusal = if task.is_null() {
            "there is none"
        } else if (*task).listed {
            "it is queued already"
        } else if (*event).base.flags.contains(EventFlags::CLOSED) || (*task).queued {
            "it is closed"
        } else {
            ""
        };
        if !refusal.is_empty() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, &format!("Failed to queue task: {refusal}"));
            return false;
        }
        if !event_loop::startup() {
            return false;
        }
        if let Err(error) = offload::submit(&raw mut (*task).job, done, ptr::null_mut()) {
            let error = std::io::Error::from_raw_os_error(error);
            exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &format!("Failed to queue task: {error}"));
            return false;
        }
        (*event).base.ref_count += 1;
        (*task).queued = true;
        (*task).listed = true;
        ListOf::push_back(&raw mut (*current()).tasks.queued, task);
        true
    }
}

/// On a worker.
unsafe fn work(job: *mut Job) {
    // SAFETY: the task is not freed as long as a worker has it, and `run` is written before it is queued only.
    unsafe {
        let task = &raw mut (*of(job)).event;
        if let Some(run) = (*task).run {
            run(task);
        }
    }
}

/// The worker has returned, or none has taken the task and none will.
unsafe fn done(job: *mut Job, _: *mut c_void) {
    // SAFETY: the job of a queued task, for which the queue has a reference; that one is given back at the end.
    unsafe {
        let task = of(job);
        let event = task.cast::<Event>();
        (*task).queued = false;
        unlist(task);
        let error = if (*job).is_cancelled() {
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "The task was cancelled before it began").into_raw()
        } else {
            ptr::null_mut()
        };
        close(event);
        callbacks::notify(event, ptr::null_mut(), error);
        object::release(error);
        life::release(event);
    }
}

unsafe fn unlist(task: *mut Task) {
    // SAFETY: one that is marked as listed is in the list of this thread's reactor, where the tasks beside it are alive.
    unsafe {
        if core::mem::replace(&mut (*task).listed, false) {
            ListOf::remove(&raw mut (*current()).tasks.queued, task);
        }
    }
}

/// As a one-shot event closes [abi/ABI-79].
unsafe fn close(event: *mut Event) {
    // SAFETY: the callers' event is alive, made by `new`.
    unsafe {
        if (*event).loop_ref_count > 0 {
            (*event).loop_ref_count = 1;
            life::stop_counting(event);
        }
        (*event).flags |= EventFlags::CLOSED;
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`. Before the queue has given its reference back the last one cannot go, unless the
    // reactor was shut down meanwhile: then the worker is waited for.
    unsafe {
        let task = event.cast::<Task>();
        if life::last_reference(event) {
            (*task).disposed = true;
            free(task);
        } else if (*task).listed && (*event).flags.contains(EventFlags::CLOSED) {
            offload::cancel(&raw mut (*task).job);
        }
    }
    true
}

unsafe extern "C" fn info(_: *mut Event) -> *mut ZString {
    // SAFETY: methods are called on the PHP thread, in a request.
    unsafe { engine::string::new("ThreadPoolTask") }
}

/// No worker has the task any more, and no subscriber is told.
unsafe fn worker_is_gone(job: *mut Job) {
    // SAFETY: the job of a task that was forgotten; the memory stays until this.
    unsafe {
        let task = of(job);
        (*task).queued = false;
        free(task);
    }
}

/// Frees a task that nothing has any more.
unsafe fn free(task: *mut Task) {
    // SAFETY: neither references nor a worker: allocated by `new`, and not used again.
    unsafe {
        if (*task).disposed && !(*task).queued && !(*task).event.base.flags.contains(EventFlags::NO_FREE_MEMORY) {
            libc::free(task.cast());
        }
    }
}

/// The code that a worker runs stays in memory, although PHP closes the extension that it is of when the process ends.
unsafe fn pin(task: *mut Task) {
    // SAFETY: the caller's task is alive.
    let Some(run) = (unsafe { (*task).event.run }) else { return };
    let mut found = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: the linker fills the structure unless it knows nothing of the address. The file is open, and is marked as one
    // that is never closed.
    unsafe {
        if libc::dladdr(run as *const c_void, found.as_mut_ptr()) != 0 {
            let name = (*found.as_ptr()).dli_fname;
            libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE);
        }
    }
}

/// Queued tasks finish alone, or do not begin. In the child of a fork no worker has them.
pub(super) unsafe fn forget_all(reactor: *mut Reactor, in_child: bool) {
    // SAFETY: this thread's reactor, outside a turn and in a request. A listed task is alive; it leaves the list, so the next one
    // is the first. It may be freed when its job is abandoned, at once or by the worker's completion.
    unsafe {
        let tasks = &raw mut (*reactor).tasks;
        while !(*tasks).queued.is_empty() {
            let task = (*tasks).queued.first();
            let event = task.cast::<Event>();
            unlist(task);
            if !in_child {
                pin(task);
            }
            close(event);
            // Subscribers are of this request, the worker may be of none.
            callbacks::zend_async_callbacks_free(event);
            if (*event).ref_count > 1 {
                (*event).ref_count -= 1;
            } else {
                (*task).disposed = true;
            }
            offload::abandon(&raw mut (*task).job);
        }
    }
}
