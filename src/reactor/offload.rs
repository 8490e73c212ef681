//! Jobs for worker threads: calls that block inside libc and cannot be watched. What keeps a processor or a disk busy goes to
//! libuv's thread pool, what waits for another machine or another process to threads of its own (`waiting_threads.rs`).
//!
//! ```text
//!   PHP thread   submit(job) ---------------------------+          done(job, context)   copies the results out,
//!                                                       v               ^               then the owner frees the job
//!   worker                                          work(job) ----------+
//! ```
//!
//! A job is one block outside Zend memory that owns copies of all its inputs and outputs: nothing on a worker touches a
//! coroutine's stack, a PHP value or the PHP API. The waiter may leave [io/W-8]: the job then finishes alone and is
//! freed unseen. An attached job counts as an active event.

use super::uv_loop;
use super::{Reactor, count_down, count_up, current, delivery, descriptors, threads, waiting_threads};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use libuv_sys2 as uv;
use std::sync::{Mutex, PoisonError};

/// What a job waits for that has threads of its own. Jobs of one kind do not hold up jobs of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WaitsFor {
    Machines,
    Processes,
}

/// The first member of every job.
#[repr(C)]
pub struct Job {
    request: MaybeUninit<uv::uv_work_t>,
    /// Runs on a worker thread.
    work: unsafe fn(*mut Job),
    /// Runs on the PHP thread when the work is done and still waited for.
    done: unsafe fn(*mut Job, *mut c_void),
    free: unsafe fn(*mut Job),
    context: *mut c_void,
    attached: bool,
    /// An active event as long as it is attached. Otherwise something else is counted in its place.
    counted: bool,
    /// It waits for others, and has a thread of its own.
    waits_for: Option<WaitsFor>,
    /// No worker has taken it, and none will.
    cancelled: bool,
    link: LinkOf<Job>,
}

listed!(Job, link);

impl Job {
    pub const fn new(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Self {
        Self {
            request: MaybeUninit::uninit(),
            work,
            done: ignore,
            free,
            context: ptr::null_mut(),
            attached: false,
            counted: true,
            waits_for: None,
            cancelled: false,
            link: LinkOf::new(),
        }
    }

    /// A job that is no active event itself: the loop waits for it only as long as something else is.
    pub const fn uncounted(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Self {
        Self { counted: false, ..Self::new(work, free) }
    }

    /// A job that waits for another machine.
    pub const fn lookup(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Self {
        Self { waits_for: Some(WaitsFor::Machines), ..Self::new(work, free) }
    }

    /// A job that may wait for another process.
    pub const fn waiting(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Self {
        Self { waits_for: Some(WaitsFor::Processes), ..Self::new(work, free) }
    }

    /// A lookup that is no active event itself.
    pub const fn uncounted_lookup(work: unsafe fn(*mut Job), free: unsafe fn(*mut Job)) -> Self {
        Self { waits_for: Some(WaitsFor::Machines), ..Self::uncounted(work, free) }
    }

    /// Of a job that is done: whether no worker has run it ([`cancel`]).
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }
}

unsafe fn ignore(_: *mut Job, _: *mut c_void) {}

/// The jobs that are waited for.
pub(crate) struct Jobs {
    attached: ListOf<Job>,
}

impl Jobs {
    pub const fn new() -> Self {
        Self { attached: ListOf::EMPTY }
    }
}

/// libuv has started its threads.
static WORKERS: AtomicBool = AtomicBool::new(false);

/// Queues something for libuv's threads, which it starts with the first one: with the signal mask of that moment, and they
/// take no signals from the threads that wait for them [io/SF-4a]. libuv aborts when it cannot start one [io/HK-11].
fn with_workers(queue: impl FnOnce() -> c_int) -> c_int {
    static STARTING: Mutex<()> = Mutex::new(());
    if WORKERS.load(Ordering::Acquire) {
        return queue();
    }
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    delivery::with_signals_blocked(|| {
        if !WORKERS.load(Ordering::Acquire) && !threads::can_be_had() {
            return -libc::EAGAIN;
        }
        let error = queue();
        WORKERS.store(true, Ordering::Release);
        error
    })
}

/// libuv believes that it has threads, but they are the parent's.
static ONLY_IN_PARENT: AtomicBool = AtomicBool::new(false);

/// The child of a fork has no threads, and libuv starts them again.
pub(super) fn begin_child() {
    if WORKERS.swap(false, Ordering::Relaxed) {
        ONLY_IN_PARENT.store(true, Ordering::Relaxed);
    }
}

/// At its end libuv joins its threads. Those of a parent cannot be joined, the process would crash: it gets some of its own.
pub(super) fn module_shutdown() {
    if WORKERS.load(Ordering::Acquire) || !ONLY_IN_PARENT.load(Ordering::Acquire) {
        return;
    }
    unsafe extern "C" fn nothing(_: *mut uv::uv_work_t) {}
    let mut memory = MaybeUninit::<uv::uv_loop_t>::uninit();
    let mut request = MaybeUninit::<uv::uv_work_t>::uninit();
    // SAFETY: a loop that lives until its only request is done.
    unsafe {
        if uv::uv_loop_init(memory.as_mut_ptr()) != 0 {
            descriptors::raise_limit();
            if uv::uv_loop_init(memory.as_mut_ptr()) != 0 {
                return;
            }
        }
        with_workers(|| uv::uv_queue_work(memory.as_mut_ptr(), request.as_mut_ptr(), Some(nothing), None));
        uv::uv_run(memory.as_mut_ptr(), uv::uv_run_mode_UV_RUN_DEFAULT);
        uv::uv_loop_close(memory.as_mut_ptr());
    }
}

/// Hands a job to the pool; `done` tells that it is the caller's again. On an error it still is.
///
/// # Safety
/// The reactor runs. The job stays where it is until `done` was called, or for ever after [`abandon`].
pub unsafe fn submit(job: *mut Job, done: unsafe fn(*mut Job, *mut c_void), context: *mut c_void) -> Result<(), c_int> {
    // SAFETY: the reactor runs, so its loop is open, and the job with the request in it stays where it is, as this function
    // demands. No worker looks at `done` and `context`, which are written when the request is on its way: `finish` runs in
    // a turn.
    unsafe {
        let reactor = current();
        if let Some(waits_for) = (*job).waits_for {
            waiting_threads::start(job, waits_for)?;
        } else {
            let request = (*job).request.as_mut_ptr();
            ptr::write_bytes(request, 0, 1);
            (*request).data = job.cast();
            let uv_loop = uv_loop::get()?;
            let error = with_workers(|| uv::uv_queue_work(uv_loop, request, Some(run), Some(finish)));
            if error != 0 {
                return Err(-error);
            }
        }
        (*job).done = done;
        (*job).context = context;
        attach(reactor, job);
        Ok(())
    }
}

/// The job is not waited for any more: it finishes and frees itself.
///
/// # Safety
/// The job was submitted and `done` was not called.
pub unsafe fn abandon(job: *mut Job) {
    // SAFETY: the job was submitted and `done` not called, as this function demands, so it is alive: held back by the
    // simulation, or libuv's until `finish`, which frees it in a turn.
    unsafe {
        detach(current(), job);
        if (*current()).held.forget_job(job) {
            ((*job).free)(job);
            return;
        }
        if let Some(waits_for) = (*job).waits_for {
            if waiting_threads::take_back(job, waits_for) {
                ((*job).free)(job);
            }
            return;
        }
        // In the child of a fork no worker has it, and libuv would start some to ask them.
        if !WORKERS.load(Ordering::Acquire) {
            ((*job).free)(job);
            return;
        }
        // One that no worker took yet need not run; `finish` is called in any case.
        uv::uv_cancel((*job).request.as_mut_ptr().cast());
    }
}

/// A job that no worker has taken yet is not run: it is done, and cancelled. Otherwise nothing changes.
///
/// # Safety
/// The job was submitted and `done` was not called.
pub unsafe fn cancel(job: *mut Job) {
    // SAFETY: as in `abandon`: the job is alive, and libuv's unless its completion is held back.
    unsafe {
        if (*job).waits_for.is_none() && WORKERS.load(Ordering::Acquire) {
            uv::uv_cancel((*job).request.as_mut_ptr().cast());
        }
    }
}

/// Frees a job that is done.
///
/// # Safety
/// The job is the caller's.
pub unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the caller's, as this function demands, and it does not use it again; no worker and no list has
    // it.
    unsafe { ((*job).free)(job) }
}

/// A job that is still told of when it is done is no active event any more: nothing needs its result. Idempotent.
///
/// # Safety
/// The job was submitted and `done` was not called.
pub unsafe fn uncount(job: *mut Job) {
    // SAFETY: the job is alive, as this function demands; no worker looks at the two marks.
    unsafe {
        if (*job).attached && core::mem::replace(&mut (*job).counted, false) {
            count_down();
        }
    }
}

unsafe fn attach(reactor: *mut Reactor, job: *mut Job) {
    // SAFETY: the list holds attached jobs, which stay where they are until they are detached; this one was in no list.
    unsafe {
        (*job).attached = true;
        ListOf::push_front(&raw mut (*reactor).jobs.attached, job);
        if (*job).counted {
            count_up();
        }
    }
}

unsafe fn detach(reactor: *mut Reactor, job: *mut Job) {
    // SAFETY: an attached job is in the list of this thread's reactor, and the jobs beside it are alive.
    unsafe {
        if !(*job).attached {
            return;
        }
        (*job).attached = false;
        ListOf::remove(&raw mut (*reactor).jobs.attached, job);
        if (*job).counted {
            count_down();
        }
    }
}

unsafe extern "C" fn run(request: *mut uv::uv_work_t) {
    // SAFETY: `data` is the job; only the worker touches its inputs and outputs now.
    unsafe { work((*request).data.cast::<Job>()) }
}

/// Runs a job.
///
/// # Safety
/// On the worker thread that has taken it.
pub(super) unsafe fn work(job: *mut Job) {
    // SAFETY: only this thread touches the inputs and outputs of the job, as this function demands.
    unsafe { ((*job).work)(job) }
}

unsafe extern "C" fn finish(request: *mut uv::uv_work_t, status: c_int) {
    // SAFETY: libuv calls this in a turn of the PHP thread when the worker is done with the job, so nothing else touches
    // it.
    unsafe { arrived((*request).data.cast::<Job>(), status != 0) }
}

/// A worker is done with a job, or it was cancelled before one had begun.
///
/// # Safety
/// In a turn of the PHP thread, whose the job is from now on.
pub(super) unsafe fn arrived(job: *mut Job, cancelled: bool) {
    // SAFETY: no worker has the job any more: it is freed here, or by the owner that is told.
    unsafe {
        (*job).cancelled = cancelled;
        if !(*job).attached {
            ((*job).free)(job);
        } else if !(*current()).held.hold_job(job) {
            complete(job);
        }
    }
}

/// Tells the waiter of an attached job that it is done.
pub(super) unsafe fn complete(job: *mut Job) {
    // SAFETY: the caller's job is done and attached. It is its owner's again before that is told, and not looked at after
    // it.
    unsafe {
        detach(current(), job);
        ((*job).done)(job, (*job).context);
    }
}

/// Lets every job finish alone.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: attached jobs were submitted and not told of, as `abandon` demands; it takes each out of the list, so the
    // next one is the first.
    unsafe {
        while !(*reactor).jobs.attached.is_empty() {
            abandon((*reactor).jobs.attached.first());
        }
    }
}
