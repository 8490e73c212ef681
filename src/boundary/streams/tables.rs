//! The tables of operations, changed in place [io/SO-1, io/SO-2]: other code tells kinds of streams by the address of their
//! table.
//!
//! A wrapper belongs to one table and knows its original by that: the table of TLS calls the operations of the plain one
//! for streams that are not encrypted, so the stream does not tell whose original is wanted.

use super::originals::{TABLES, Table, Wrappers, all, note_tcp};
use super::{directories, files, sockets, user_space};
use crate::boundary::relocation::got;
use crate::engine::shared_tables;
use crate::engine::streams::{self, Operations};
use core::ffi::CStr;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

static CHANGED: AtomicBool = AtomicBool::new(false);

const fn of_sockets<const T: usize>() -> Wrappers {
    Wrappers {
        read: Some(sockets::read::<T>),
        write: Some(sockets::write::<T>),
        close: Some(sockets::close::<T>),
        set_option: Some(sockets::set_option::<T>),
        ..Wrappers::NONE
    }
}

const fn of_files<const T: usize>() -> Wrappers {
    Wrappers {
        read: Some(files::read::<T>),
        write: Some(files::write::<T>),
        close: Some(files::close::<T>),
        set_option: Some(files::set_option::<T>),
        ..Wrappers::NONE
    }
}

const fn of_directories<const T: usize>() -> Wrappers {
    Wrappers { read: Some(directories::read::<T>), ..Wrappers::NONE }
}

const fn of_user_space<const T: usize>() -> Wrappers {
    Wrappers {
        read: Some(user_space::read::<T>),
        write: Some(user_space::write::<T>),
        flush: Some(user_space::flush::<T>),
        seek: Some(user_space::seek::<T>),
        cast: Some(user_space::cast::<T>),
        set_option: Some(user_space::set_option::<T>),
        ..Wrappers::NONE
    }
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
static OF_USER_SPACE: [Wrappers; TABLES] = each_table!(of_user_space);

/// Puts the wrappers in their places, once in a process.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn change() {
    if CHANGED.load(Ordering::Acquire) {
        return;
    }
    let mut sockets = [ptr::null_mut(); TABLES];
    // SAFETY: a PHP thread with a request, as this function demands.
    let found = unsafe { streams::socket_operations(&mut sockets) };
    shared_tables::changing(|| {
        if CHANGED.load(Ordering::Relaxed) {
            return;
        }
        // SAFETY: only this thread changes tables now, and nothing reads the originals before the wrappers are there.
        unsafe {
            let tables = &mut *all();
            let mut count = 0;
            let mut add = |operations: *mut Operations, of_kind: &[Wrappers; TABLES]| {
                if count < TABLES {
                    let (base, wrappers) = (got::base_of(operations.cast()), of_kind[count]);
                    let is_tcp = CStr::from_ptr((*operations).label).to_bytes().starts_with(b"tcp_socket");
                    if is_tcp {
                        note_tcp(operations);
                    }
                    tables[count] = Some(Table { operations, base, original: *operations, wrappers, is_tcp });
                    count += 1;
                }
            };
            add(streams::file_operations(), &OF_FILES);
            add(streams::user_directory_operations(), &OF_DIRECTORIES);
            add(streams::user_operations(), &OF_USER_SPACE);
            sockets[..found].iter().for_each(|operations| add(*operations, &OF_SOCKETS));
            tables.iter().flatten().for_each(|table| table.write());
        }
        CHANGED.store(true, Ordering::Release);
    });
}

/// Puts back what was there, unless another extension has replaced it since.
///
/// # Safety
/// Module shutdown, single-threaded.
pub unsafe fn restore() {
    if !CHANGED.swap(false, Ordering::SeqCst) {
        return;
    }
    // SAFETY: at module shutdown no other thread runs that could be calling through a table, or write ours; `put_back` leaves out those
    // that went with their module.
    unsafe {
        (*all()).iter().flatten().for_each(|table| table.put_back());
    }
}
