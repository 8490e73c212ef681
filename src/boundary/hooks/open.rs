//! `open` and its relatives, and `fopen`: only the open of a FIFO waits, for its other end [io/IO-14].

use super::{command_ends, whole_file};
use crate::boundary::wait;
use crate::boundary::wait::opener;
use crate::engine::{current_frame, frame};
use core::ffi::{CStr, c_char, c_int, c_uint};
use libc::FILE;
use std::ffi::CString;

pub unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: the caller keeps the contract of `open`, in whose place this stands.
    unsafe {
        let flags = if wait::enabled() && is_for_this_call_only() { flags | libc::O_CLOEXEC } else { flags };
        let fd = cooperative(libc::AT_FDCWD, path, flags, mode).unwrap_or_else(|| libc::open(path, flags, mode));
        if wait::enabled() {
            whole_file::opened(fd);
        }
        fd
    }
}

/// The fortified name: without a mode, so nothing is created.
pub unsafe extern "C" fn open_checked(path: *const c_char, flags: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `open`, to which this only adds.
    unsafe { open(path, flags, 0) }
}

pub unsafe extern "C" fn openat(directory: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: the caller keeps the contract of `openat`, in whose place this stands.
    unsafe { cooperative(directory, path, flags, mode).unwrap_or_else(|| libc::openat(directory, path, flags, mode)) }
}

pub unsafe extern "C" fn openat_checked(directory: c_int, path: *const c_char, flags: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `openat`, to which this only adds.
    unsafe { openat(directory, path, flags, 0) }
}

pub unsafe extern "C" fn fopen(path: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the caller keeps the contract of `fopen`, in whose place this stands.
    unsafe {
        if !wait::enabled() || path.is_null() || mode.is_null() {
            return libc::fopen(path, mode);
        }
        let letters = CStr::from_ptr(mode).to_bytes();
        let has = |letter: u8| letters.contains(&letter);
        let flags = match letters.first() {
            // Both directions: never waits.
            _ if has(b'+') => return libc::fopen(path, mode),
            Some(b'r') => libc::O_RDONLY,
            Some(b'w') => libc::O_WRONLY | libc::O_TRUNC,
            Some(b'a') => libc::O_WRONLY | libc::O_APPEND,
            _ => return libc::fopen(path, mode),
        };
        let flags = flags | if has(b'e') { libc::O_CLOEXEC } else { 0 };
        match cooperative(libc::AT_FDCWD, path, flags, 0) {
            None => libc::fopen(path, mode),
            Some(fd) if fd < 0 => core::ptr::null_mut(),
            Some(fd) => {
                let file = libc::fdopen(fd, mode);
                if file.is_null() {
                    libc::close(fd);
                }
                file
            }
        }
    }
}

/// Whether the running function closes what it opens before it returns. In stock PHP no command starts in between; here another
/// coroutine may start one while the call waits, which would keep the end of a FIFO open, or a lock, for as long as it runs [io/EXE-5].
unsafe fn is_for_this_call_only() -> bool {
    // SAFETY: hooks are enabled, so this is a PHP thread; the frame is null or that of the call that runs.
    unsafe {
        let name = frame::internal_function(current_frame());
        name.is_some_and(|name| {
            matches!(name, b"file_put_contents" | b"file_get_contents" | b"file" | b"readfile" | b"copy")
        })
    }
}

/// Opens a FIFO whose other end is not open yet; `None` for everything that does not wait.
unsafe fn cooperative(directory: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> Option<c_int> {
    const NEVER_WAITS: c_int = libc::O_NONBLOCK | libc::O_PATH | libc::O_DIRECTORY | libc::O_EXCL;
    // SAFETY: the callers keep the contract of `openat`: the path, if not null, is a C string, which stays while their frames wait below
    // ours. Where hooks are enabled this is a PHP thread.
    unsafe {
        if !wait::enabled()
            || flags & NEVER_WAITS != 0
            || flags & libc::O_ACCMODE == libc::O_RDWR
            || path.is_null()
            || !is_fifo(directory, path)
            || !wait::enter()
            || frame::is_logging()
        {
            return None;
        }
        if command_ends::is_for_command() {
            let fd = open_fifo(directory, path, flags | libc::O_CLOEXEC, mode)?;
            command_ends::let_inherit(&[fd]);
            return Some(fd);
        }
        open_fifo(directory, path, flags, mode)
    }
}

/// As `cooperative`, of a FIFO, where it may wait.
unsafe fn open_fifo(directory: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> Option<c_int> {
    // SAFETY: `cooperative` passes on what its callers keep.
    unsafe {
        if flags & libc::O_ACCMODE == libc::O_WRONLY {
            let errno = wait::errno();
            let fd = libc::openat(directory, path, flags | libc::O_NONBLOCK, mode);
            if fd >= 0 {
                libc::fcntl(fd, libc::F_SETFL, libc::fcntl(fd, libc::F_GETFL) & !libc::O_NONBLOCK);
                return Some(fd);
            }
            if wait::errno() != libc::ENXIO {
                return Some(fd);
            }
            wait::set_errno(errno);
        }
        opener::open(absolute(directory, path)?, flags, mode)
    }
}

#[inline]
unsafe fn is_fifo(directory: c_int, path: *const c_char) -> bool {
    // SAFETY: `cooperative` has found that the path is not null, so it is a C string; all-zero memory is a valid `stat`.
    unsafe {
        let errno = wait::errno();
        let mut stat = core::mem::zeroed::<libc::stat>();
        let fifo = libc::fstatat(directory, path, &mut stat, 0) == 0 && stat.st_mode & libc::S_IFMT == libc::S_IFIFO;
        wait::set_errno(errno);
        fifo
    }
}

/// The path as it stays right when the current directory changes.
unsafe fn absolute(directory: c_int, path: *const c_char) -> Option<CString> {
    // SAFETY: `cooperative` passes a C string on, which is copied before anything else runs.
    unsafe {
        let path = CStr::from_ptr(path);
        if path.to_bytes().first() == Some(&b'/') {
            return Some(path.to_owned());
        }
        if directory != libc::AT_FDCWD {
            return None;
        }
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        let whole = std::env::current_dir().ok()?.join(std::ffi::OsStr::from_bytes(path.to_bytes()));
        CString::new(whole.into_os_string().into_vec()).ok()
    }
}
