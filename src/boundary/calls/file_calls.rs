//! Calls on files that may be left while a worker thread waits for the disk [io/W-11].

use crate::abi::Zval;
use crate::abi::zend::IS_STRING;
use crate::engine::entry::Call;
use crate::engine::{current_frame, frame, streams, string};
use core::ffi::c_int;
use core::ptr;

/// Whether the innermost call is PHP's own function for reading a file, or for writing it to the disk, and the descriptor
/// that of the file it is about. Other C code reads files while it holds locks, or state of the process: it is not left. Nor
/// is a call whose stream has another file below it (`phar://`, `compress.zlib://`).
///
/// # Safety
/// In a hook that has entered.
#[cold]
pub unsafe fn may_leave_for_disk(fd: c_int) -> bool {
    let frame = current_frame();
    // SAFETY: the innermost frame of a coroutine that runs, in a call that has not returned: its arguments are
    // in place.
    unsafe {
        if !frame::is_internal(frame) {
            return false;
        }
        let call = Call::of(frame, ptr::null_mut());
        let class = (*(*frame).func).common.scope;
        if !class.is_null() {
            return string::bytes((*class).name) == b"SplFileObject" && is_file(streams::of_file(call.this()), fd);
        }
        let Some(name) = frame::internal_function(frame) else { return false };
        match name {
            b"fread"
            | b"fgets"
            | b"fgetc"
            | b"fgetcsv"
            | b"fscanf"
            | b"fpassthru"
            | b"stream_get_contents"
            | b"stream_get_line"
            | b"stream_copy_to_stream"
            | b"fsync"
            | b"fdatasync" => is_file(streams::of_value(call.arg(0)), fd),
            b"file_get_contents" | b"file" | b"readfile" => is_path(call.arg(0)),
            b"copy" => is_path(call.arg(0)) && is_path(call.arg(1)),
            _ => false,
        }
    }
}

unsafe fn is_file(stream: *mut streams::Stream, fd: c_int) -> bool {
    // SAFETY: the stream, if there is one, is open: it is that of a call that has not returned.
    unsafe { !stream.is_null() && streams::descriptor(stream) == fd }
}

/// Whether an argument is the name of a file, and not of what another wrapper makes of files.
unsafe fn is_path(value: *mut Zval) -> bool {
    // SAFETY: null or an argument of a call that has not returned.
    unsafe {
        if value.is_null() || (*value).kind() != IS_STRING {
            return false;
        }
        let name = string::bytes((*value).value.string);
        name.starts_with(b"file://") || !name.windows(3).any(|part| part == b"://")
    }
}
