//! What is known of the file that a call of `file_get_contents()` has opened. The call asks the kernel several times, within a microsecond
//! and with no PHP code between: where a file stands that was just opened, what it is, and whether there is more behind its end.
//! What it was told first holds for the others: they are about the file as it was then.
//!
//! ```text
//!   stock         open        fstat  lseek  fstat  read  read (0)  read (0)  close
//!   a coroutine   stat  open  fstat                read                      close
//! ```
//!
//! Opening takes one system call more in a coroutine, to know of a FIFO (`open.rs`).

use crate::abi::zend::IS_STRING;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::per_thread::per_thread;
use crate::engine::{current_frame, frame, string};
use crate::scheduler;
use core::ffi::c_int;
use core::mem::{MaybeUninit, transmute};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The handler of `file_get_contents()`.
static READER: AtomicUsize = AtomicUsize::new(0);

/// Before the first request.
pub fn set_reader(handler: Handler) {
    READER.store(handler as usize, Ordering::Relaxed);
}

struct OpenFile {
    /// -1 for none.
    fd: c_int,
    /// `stat` is that of the file, which is a regular one.
    is_regular: bool,
    /// There is nothing more to read.
    is_at_end: bool,
    /// How much was read.
    bytes: u64,
    /// The call that has opened it, and when.
    frame: *mut ExecuteData,
    switches: u64,
    stat: MaybeUninit<libc::stat>,
}

per_thread!(
    fn open_file() -> *mut OpenFile = OpenFile {
        fd: -1,
        is_regular: false,
        is_at_end: false,
        bytes: 0,
        frame: ptr::null_mut(),
        switches: 0,
        stat: MaybeUninit::uninit(),
    }
);

/// The file with the descriptor, if the running call has opened it, and nothing else ran since.
#[inline(always)]
unsafe fn file_of(fd: c_int) -> Option<&'static mut OpenFile> {
    // SAFETY: hooks are enabled, so this is a PHP thread, whose cell nothing else reaches until the caller is done.
    unsafe {
        let file = &mut *open_file();
        if file.fd != fd {
            return None;
        }
        if file.frame != current_frame() || file.switches != scheduler::switches() {
            file.fd = -1;
            return None;
        }
        Some(file)
    }
}

/// A file was opened.
///
/// # Safety
/// Hooks are enabled.
#[inline]
pub unsafe fn opened(fd: c_int) {
    // SAFETY: the innermost frame is live; as in `file_of`.
    unsafe {
        let file = &mut *open_file();
        file.fd = -1;
        let frame = current_frame();
        let handler = READER.load(Ordering::Relaxed);
        if fd >= 0
            && handler != 0
            && frame::has_handler(frame, transmute::<usize, Handler>(handler))
            && is_plain_path(Call::of(frame, ptr::null_mut()).arg(0))
        {
            file.fd = fd;
            file.is_regular = false;
            file.is_at_end = false;
            file.bytes = 0;
            file.frame = frame;
            file.switches = scheduler::switches();
        }
    }
}

/// Whether an argument is a name without anything that could be a wrapper's: filters of user space may do what they like.
#[inline]
unsafe fn is_plain_path(value: *mut Zval) -> bool {
    // SAFETY: null or an argument of a call that has not returned.
    unsafe { !value.is_null() && (*value).kind() == IS_STRING && !string::bytes((*value).value.string).contains(&b':') }
}

/// The end of a request. A fatal error may have ended the call that has opened a file.
pub fn forget_all() {
    // SAFETY: only this thread reaches its cell, and no hook runs now.
    unsafe { (*open_file()).fd = -1 };
}

/// The descriptor is closed, or moves in a way that is not followed here.
///
/// # Safety
/// Hooks are enabled.
#[inline]
pub unsafe fn forget(fd: c_int) {
    // SAFETY: only this thread reaches its cell, and nothing of it is borrowed.
    unsafe {
        if (*open_file()).fd == fd {
            (*open_file()).fd = -1;
        }
    }
}

/// Whether a read would find nothing.
///
/// # Safety
/// Hooks are enabled.
#[inline]
pub unsafe fn is_at_end(fd: c_int) -> bool {
    // SAFETY: hooks are enabled, as this function demands.
    unsafe { file_of(fd).is_some_and(|file| file.is_at_end) }
}

/// A read has found `bytes`, or failed, and had room for `room`.
///
/// # Safety
/// Hooks are enabled.
#[inline]
pub unsafe fn was_read(fd: c_int, bytes: isize, room: usize) {
    // SAFETY: hooks are enabled, as this function demands. The status of a regular file was written.
    unsafe {
        if let Some(file) = file_of(fd) {
            file.bytes += bytes.max(0) as u64;
            // Less than there was room for may also be what is cached of more.
            file.is_at_end = file.is_regular
                && bytes >= 0
                && (bytes as usize) < room
                && (bytes == 0 || file.bytes == file.stat.assume_init_ref().st_size as u64);
        }
    }
}

pub unsafe extern "C" fn fstat(fd: c_int, stat: *mut libc::stat) -> c_int {
    // SAFETY: the caller keeps the contract of `fstat`, in whose place this stands.
    unsafe {
        if !wait::enabled() {
            return libc::fstat(fd, stat);
        }
        let Some(file) = file_of(fd) else { return libc::fstat(fd, stat) };
        if file.is_regular {
            *stat = file.stat.assume_init();
            return 0;
        }
        let result = libc::fstat(fd, stat);
        if result == 0 && (*stat).st_mode & libc::S_IFMT == libc::S_IFREG {
            file.stat.write(*stat);
            file.is_regular = true;
        }
        result
    }
}

pub unsafe extern "C" fn lseek(fd: c_int, offset: libc::off_t, whence: c_int) -> libc::off_t {
    // SAFETY: stands in the place of `lseek`; the descriptor may be anything.
    unsafe {
        if wait::enabled()
            && let Some(file) = file_of(fd)
        {
            if offset == 0 && whence == libc::SEEK_CUR && file.bytes == 0 && file.is_regular {
                return 0;
            }
            file.fd = -1;
        }
        libc::lseek(fd, offset, whence)
    }
}
