//! The tables of operations, changed in place [io/SO-1, io/SO-2]: other code tells kinds of streams by the address of their
//! table.
//!
//! A wrapper belongs to one table and knows its original by that: the table of TLS calls the operations of the plain one
//! for streams that are not encrypted, so the stream does not tell whose original is wanted.

use super::{directories, files, sockets};
use crate::boundary::relocation::got;
use crate::engine::streams::{self, Operations, Stream};
use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

/// At most so many tables are changed. PHP has nine.
const TABLES: usize = 12;

type Read = unsafe extern "C" fn(*mut Stream, *mut c_char, usize) -> isize;
type Write = unsafe extern "C" fn(*mut Stream, *const c_char, usize) -> isize;
type Close = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;
type SetOption = unsafe extern "C" fn(*mut Stream, c_int, c_int, *mut c_void) -> c_int;

/// What stands in the place of four operations; `None` leaves the one that is there.
#[derive(Clone, Copy)]
struct Wrappers {
    read: Option<Read>,
    write: Option<Write>,
    close: Option<Close>,
    set_option: Option<SetOption>,
}

struct Originals(UnsafeCell<[Option<Table>; TABLES]>);

/// A table that is changed.
#[derive(Clone, Copy)]
struct Table {
    operations: *mut Operations,
    /// The object that has it.
    base: *const c_void,
    original: Operations,
    wrappers: Wrappers,
}

// SAFETY: written while the shared lock is held, before the wrappers are; read by wrappers only.
unsafe impl Sync for Originals {}

static ORIGINALS: Originals = Originals(UnsafeCell::new([None; TABLES]));
static CHANGED: AtomicBool = AtomicBool::new(false);

/// The operations that a table had.
#[inline(always)]
pub(super) fn original<const T: usize>() -> &'static Operations {
    // SAFETY: a wrapper of this number runs, so the table is there.
    unsafe { &(*ORIGINALS.0.get())[T].as_ref().unwrap_unchecked().original }
}

const fn of_sockets<const T: usize>() -> Wrappers {
    Wrappers {
        read: Some(sockets::read::<T>),
        write: Some(sockets::write::<T>),
        close: Some(sockets::close::<T>),
        set_option: Some(sockets::set_option::<T>),
    }
}

const fn of_files<const T: usize>() -> Wrappers {
    Wrappers {
        read: Some(files::read::<T>),
        write: Some(files::write::<T>),
        close: Some(files::close::<T>),
        set_option: Some(files::set_option::<T>),
    }
}

const fn of_directories<const T: usize>() -> Wrappers {
    Wrappers { read: Some(directories::read::<T>), write: None, close: None, set_option: None }
}

macro_rules! each_table {
    ($of:ident) => {
        [
            $of::<0>(),
            $of::<1>(),
            $of::<2>(),
            $of::<3>(),
            $of::<4>(),
            $of::<5>(),
            $of::<6>(),
            $of::<7>(),
            $of::<8>(),
            $of::<9>(),
            $of::<10>(),
            $of::<11>(),
        ]
    };
}

static OF_SOCKETS: [Wrappers; TABLES] = each_table!(of_sockets);
static OF_FILES: [Wrappers; TABLES] = each_table!(of_files);
static OF_DIRECTORIES: [Wrappers; TABLES] = each_table!(of_directories);

/// Puts the wrappers in their places, once in a process.
///
/// # Safety
/// On a PHP thread with a request; no other thread does this now.
pub unsafe fn change() {
    if CHANGED.swap(true, Ordering::SeqCst) {
        return;
    }
    // SAFETY: nothing reads the originals before the wrappers are there.
    unsafe {
        let tables = &mut *ORIGINALS.0.get();
        let mut count = 0;
        let mut add = |operations: *mut Operations, of_kind: &[Wrappers; TABLES]| {
            if count < TABLES {
                let (base, wrappers) = (got::base_of(operations.cast()), of_kind[count]);
                tables[count] = Some(Table { operations, base, original: *operations, wrappers });
                count += 1;
            }
        };
        add(streams::file_operations(), &OF_FILES);
        add(streams::user_directory_operations(), &OF_DIRECTORIES);
        let mut sockets = [ptr::null_mut(); TABLES];
        let found = streams::socket_operations(&mut sockets);
        sockets[..found].iter().for_each(|operations| add(*operations, &OF_SOCKETS));
        tables.iter().flatten().for_each(|table| table.write());
    }
}

/// Puts back what was there, unless another extension has replaced it since.
///
/// # Safety
/// Module shutdown, single-threaded.
pub unsafe fn restore() {
    if !CHANGED.swap(false, Ordering::SeqCst) {
        return;
    }
    // SAFETY: single-threaded.
    unsafe {
        (*ORIGINALS.0.get()).iter().flatten().for_each(|table| table.put_back());
    }
}

impl Wrappers {
    fn addresses(&self) -> [*mut c_void; 4] {
        [
            self.read.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.write.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.close.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
            self.set_option.map_or(ptr::null_mut(), |operation| operation as *mut c_void),
        ]
    }
}

/// The places of the four operations; a pointer to a function is a word, null for `None`.
fn places(table: *mut Operations) -> [*mut *mut c_void; 4] {
    // SAFETY: addresses of fields.
    unsafe {
        [
            (&raw mut (*table).read).cast(),
            (&raw mut (*table).write).cast(),
            (&raw mut (*table).close).cast(),
            (&raw mut (*table).set_option).cast(),
        ]
    }
}

impl Table {
    unsafe fn write(&self) {
        // SAFETY: tables of the engine and of modules that are loaded stay where they are.
        unsafe {
            for (place, ours) in places(self.operations).into_iter().zip(self.wrappers.addresses()) {
                if !ours.is_null() && !(*place).is_null() {
                    streams::set_operation(place, ours);
                }
            }
        }
    }

    unsafe fn put_back(&self) {
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
