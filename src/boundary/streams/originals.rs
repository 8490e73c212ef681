//! Which tables of operations are changed, with what they had before and what stands there instead.

use crate::boundary::relocation::got;
use crate::engine::streams::{self, Operations, Stream};
use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

// The tables of TCP sockets: PHP's own, and that of the openssl extension.
static OF_TCP: [AtomicPtr<Operations>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// At most so many tables are changed. PHP has ten.
pub const TABLES: usize = 12;

type Read = unsafe extern "C" fn(*mut Stream, *mut c_char, usize) -> isize;
type Write = unsafe extern "C" fn(*mut Stream, *const c_char, usize) -> isize;
type Close = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;
type Flush = unsafe extern "C" fn(*mut Stream) -> c_int;
type Seek = unsafe extern "C" fn(*mut Stream, i64, c_int, *mut i64) -> c_int;
type Cast = unsafe extern "C" fn(*mut Stream, c_int, *mut *mut c_void) -> c_int;
type SetOption = unsafe extern "C" fn(*mut Stream, c_int, c_int, *mut c_void) -> c_int;

/// So many operations may have something else in their place.
const OPERATIONS: usize = 7;

/// What stands in the place of operations; `None` leaves the one that is there.
#[derive(Clone, Copy)]
pub struct Wrappers {
    pub read: Option<Read>,
    pub write: Option<Write>,
    pub close: Option<Close>,
    pub flush: Option<Flush>,
    pub seek: Option<Seek>,
    pub cast: Option<Cast>,
    pub set_option: Option<SetOption>,
}

struct Originals(UnsafeCell<[Option<Table>; TABLES]>);

/// A table that is changed.
#[derive(Clone, Copy)]
pub struct Table {
    pub operations: *mut Operations,
    /// The object that has it.
    pub base: *const c_void,
    pub original: Operations,
    pub wrappers: Wrappers,
    /// Of TCP sockets, with TLS or without.
    pub is_tcp: bool,
}

// SAFETY: written while the shared lock is held, before the wrappers are; read by wrappers only.
unsafe impl Sync for Originals {}

static ORIGINALS: Originals = Originals(UnsafeCell::new([None; TABLES]));

/// All tables that are changed. Only under the boundary's lock, or single-threaded.
pub fn all() -> *mut [Option<Table>; TABLES] {
    ORIGINALS.0.get()
}

/// The operations that a table had.
#[inline(always)]
pub fn original<const T: usize>() -> &'static Operations {
    // SAFETY: a wrapper of this number runs, so the table is there.
    unsafe { &(*ORIGINALS.0.get())[T].as_ref().unwrap_unchecked().original }
}

/// Remembers a table of TCP sockets.
pub fn note_tcp(operations: *mut Operations) {
    if let Some(place) = OF_TCP.iter().find(|place| place.load(Ordering::Relaxed).is_null()) {
        place.store(operations, Ordering::Relaxed);
    }
}

/// Whether a stream is a TCP socket, and its operations are changed.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_of_tcp(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as this function demands.
    let operations = unsafe { (*stream).ops };
    let [first, second] = &OF_TCP;
    ptr::eq(first.load(Ordering::Relaxed), operations) || ptr::eq(second.load(Ordering::Relaxed), operations)
}

/// Whether reads of a stream come to a wrapper of ours.
///
/// # Safety
/// An open stream.
pub unsafe fn is_read_here(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as this function demands; in coroutine context the tables have been changed, and stay.
    unsafe {
        let is_its = |table: &Table| ptr::eq(table.operations, (*stream).ops) && table.wrappers.read.is_some();
        (*ORIGINALS.0.get()).iter().flatten().any(is_its)
    }
}

/// Whether a table is that of TCP sockets.
#[inline(always)]
pub fn is_tcp<const T: usize>() -> bool {
    // SAFETY: a wrapper of this number runs, so the table is there.
    unsafe { (*ORIGINALS.0.get())[T].as_ref().unwrap_unchecked().is_tcp }
}

impl Wrappers {
    pub const NONE: Wrappers =
        Wrappers { read: None, write: None, close: None, flush: None, seek: None, cast: None, set_option: None };

    fn addresses(&self) -> [*mut c_void; OPERATIONS] {
        [
            self.read.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.write.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.close.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.flush.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.seek.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.cast.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.set_option.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
        ]
    }
}

/// The places of these operations; a pointer to a function is a word, null for `None`.
fn places(table: *mut Operations) -> [*mut *mut c_void; OPERATIONS] {
    // SAFETY: addresses of fields.
    unsafe {
        [
            (&raw mut (*table).read).cast(),
            (&raw mut (*table).write).cast(),
            (&raw mut (*table).close).cast(),
            (&raw mut (*table).flush).cast(),
            (&raw mut (*table).seek).cast(),
            (&raw mut (*table).cast).cast(),
            (&raw mut (*table).set_option).cast(),
        ]
    }
}

impl Table {
    /// Puts the wrappers in their places.
    ///
    /// # Safety
    /// No other thread changes tables now.
    pub unsafe fn write(&self) {
        // SAFETY: tables of the engine and of modules that are loaded stay where they are.
        unsafe {
            for (place, ours) in places(self.operations).into_iter().zip(self.wrappers.addresses()) {
                if !ours.is_null() && !(*place).is_null() {
                    streams::set_operation(place, ours);
                }
            }
        }
    }

    /// Puts back what was there, unless another extension has replaced it since.
    ///
    /// # Safety
    /// As [`write`](Self::write).
    pub unsafe fn put_back(&self) {
        // A module that is unloaded has taken its table with it [io/P-7].
        if got::base_of(self.operations.cast()) != self.base {
            return;
        }
        // SAFETY: the table is still there.
        unsafe {
            let originals = places((&raw const self.original).cast_mut());
            let wrappers = self.wrappers.addresses();
            for (index, place) in places(self.operations).into_iter().enumerate() {
                if !wrappers[index].is_null() && *place == wrappers[index] {
                    streams::set_operation(place, *originals[index]);
                }
            }
        }
    }
}
