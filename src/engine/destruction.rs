//! Calling destructors in the engine's place, so that one that suspends holds up no other: those of the objects left at
//! the end of a request [core/GC-23], and those of the garbage of a collection [core/GC-5].

use crate::engine::mirror::mirrored;

/// A pass over the objects left at the end.
#[repr(C)]
pub struct EndPass {
    position: u32,
    symbols: u32,
    running: u32,
    in_symbols: bool,
    over: bool,
    postponed: bool,
    stopped: bool,
}
mirrored!(EndPass, 16, stopped at 15);

/// What was destructed.
#[repr(C)]
#[derive(Clone, Copy, PartialEq)]
#[allow(dead_code, reason = "made by the shim")]
pub enum Step {
    NothingLeft,
    AnObject,
    AFiber,
}
mirrored!(enum Step, AFiber = 2);

/// A run of the cycle collector; an opaque object of the shim's.
#[repr(C)]
pub struct Collection {
    _private: [u8; 0],
}

unsafe extern "C" {
    /// Whether some object may still run PHP code when it goes.
    #[link_name = "true_async_destructors_pending"]
    pub safe fn pending() -> bool;

    fn true_async_end_pass_begin(pass: *mut EndPass);
    fn true_async_end_pass_next(pass: *mut EndPass) -> Step;

    /// No destructor is called any more in this request, whose shutdown does not count as clean.
    ///
    /// # Safety
    /// The request ends.
    #[link_name = "true_async_end_pass_bail_out"]
    pub fn bail_out();

    /// Whether the running code was called by a destructor that the engine calls at the end of the request.
    #[link_name = "true_async_in_end_pass"]
    pub safe fn in_end_pass() -> bool;

    /// At the end the engine leaves Fibers and generators alone that suspended coroutines use or may use, if
    /// `others_are_alive` besides the running one. Before any Fiber gets a companion.
    #[link_name = "true_async_keep_what_is_used"]
    pub safe fn keep_what_is_used(others_are_alive: extern "C" fn() -> bool);

    /// At MINIT.
    #[link_name = "true_async_collection_startup"]
    pub safe fn module_startup();

    fn true_async_collect(destruct: unsafe extern "C" fn(*mut Collection));
    fn true_async_collection_next(collection: *mut Collection) -> bool;
}

impl EndPass {
    pub const NEW: EndPass = EndPass {
        position: 0,
        symbols: 0,
        running: 0,
        in_symbols: false,
        over: false,
        postponed: false,
        stopped: false,
    };

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it has left out what suspended destructors might have been using.
    pub fn has_postponed(&self) -> bool {
        self.postponed
    }

    /// Nothing more is destructed: as in stock PHP, after an exception or `exit`.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// # Safety
    /// The script has ended.
    pub unsafe fn begin(&mut self) {
        // SAFETY: the shim writes the fields of this pass and reads the tables of this thread; it runs no PHP code, so the
        // borrow disturbs nothing.
        unsafe { true_async_end_pass_begin(self) }
    }

    /// Destructs one object. Runs PHP code; other calls for the same pass may happen meanwhile.
    ///
    /// # Safety
    /// `pass` has begun.
    pub unsafe fn next(pass: *mut EndPass) -> Step {
        // SAFETY: `pass` has begun, as demanded. No reference to it is made here, so calls for it from the destructor may
        // change it; the shim looks at it afresh after each.
        unsafe { true_async_end_pass_next(pass) }
    }
}

impl Collection {
    /// Runs the cycle collector. When its garbage has destructors, `destruct` is called in the middle of the run and
    /// calls them with [`Collection::next`].
    ///
    /// # Safety
    /// Where PHP code may run: destructors do, and may suspend.
    pub unsafe fn run(destruct: unsafe extern "C" fn(*mut Collection)) {
        // SAFETY: the shim makes the collection and holds it until its run is over; `destruct` gets it only in between. No
        // Rust value is borrowed meanwhile.
        unsafe { true_async_collect(destruct) }
    }

    /// Calls one destructor; false when there was none left. Other calls for the same run may happen meanwhile.
    ///
    /// # Safety
    /// The collection that `destruct` was called with, before that has returned. Runs PHP code.
    pub unsafe fn next(this: *mut Collection) -> bool {
        // SAFETY: the collection is alive, as demanded: its run goes on only when `destruct` has returned. The shim takes
        // an object out before it calls the destructor.
        unsafe { true_async_collection_next(this) }
    }
}
