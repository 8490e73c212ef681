//! Which internal functions work on a stream, and how.

use crate::engine::wrap::Function;

/// Where a call has its stream.
#[derive(Clone, Copy)]
pub enum Place {
    Argument(u32),
    /// The argument, or without one the directory that was opened last.
    OpenDirectory,
    /// The object is an `SplFileObject`.
    File,
    /// The object is a `Directory`.
    Directory,
}

/// What a call does with its stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// Reads, or moves the position.
    Read,
    /// Reads, unless the third argument asks for urgent data: those have no turn, and are not waited for.
    Receive,
    Write,
    /// Changes both directions.
    Both,
    /// Adds a filter to the directions that the third argument names.
    AddFilter,
    /// The argument is a filter.
    RemoveFilter,
    /// Reads from the first argument and writes to the second.
    Copy,
    /// Neither reads nor writes, and may be left in the middle.
    Use,
    /// Closes it, unless the stream refuses that.
    CloseFile,
    Close,
}

/// What a call returns whose stream was closed while it waited: false, where the function may return it.
#[derive(Clone, Copy)]
pub enum Refusal {
    False,
    Number(i64),
    Nothing,
}

/// Where what a call has read is to be found afterwards, as it was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// Nowhere, or the call does not read.
    Nothing,
    /// It is the result.
    Data,
    /// It is the result, and the delimiter behind that, where the call has found one.
    Record,
    /// Nowhere: the call makes something else of it, and it is copied as it is taken (`taking.rs`).
    Made,
    /// In what it is written to, but for what that has not taken.
    Written,
}

/// What is done around a function that works on a stream (`streams.rs`).
#[derive(Clone, Copy)]
pub struct Plan {
    pub place: Place,
    pub touch: Touch,
    pub refusal: Refusal,
    pub returns: Returns,
    /// With so many arguments, of which the second is a positive length, the call begins with a read that takes what there is.
    pub reads_first: Option<u32>,
}

/// What a function does with streams, if it does.
pub fn plan_of(function: &Function) -> Option<Plan> {
    let (place, touch) = match function.class() {
        b"" => of_function(function.name())?,
        b"SplFileObject" => (Place::File, of_file_method(function.name())?),
        b"Directory" => match function.name() {
            b"read" | b"rewind" => (Place::Directory, Touch::Read),
            b"close" => (Place::Directory, Touch::Close),
            _ => return None,
        },
        _ => return None,
    };
    let refusal = match function.name() {
        b"fseek" | b"gzseek" => Refusal::Number(-1),
        b"stream_set_write_buffer" | b"set_file_buffer" | b"stream_set_read_buffer" => Refusal::Number(-1),
        b"fpassthru" | b"gzpassthru" | b"fprintf" | b"vfprintf" | b"hash_update_stream" => Refusal::Number(0),
        b"rewinddir" => Refusal::Nothing,
        b"rewind" if matches!(place, Place::Directory) => Refusal::Nothing,
        _ => Refusal::False,
    };
    let returns = match (function.class(), function.name()) {
        (b"", b"fread" | b"fgets" | b"stream_get_contents" | b"gzread" | b"gzgets" | b"bzread") => Returns::Data,
        (b"", b"stream_get_line") => Returns::Record,
        (b"", b"fgetcsv" | b"fscanf") => Returns::Made,
        (b"SplFileObject", b"fread") => Returns::Data,
        // Which have it in the object, as a line or as fields.
        (b"SplFileObject", b"fgets" | b"getcurrentline" | b"current" | b"__tostring" | b"fgetcsv" | b"fscanf") => {
            Returns::Made
        }
        (b"SplFileObject", b"next") => Returns::Made,
        (b"", b"stream_copy_to_stream" | b"file_put_contents") => Returns::Written,
        _ => Returns::Nothing,
    };
    let reads_first = match (function.class(), function.name()) {
        (b"", b"fgets") => Some(1),
        (b"", b"fread") => Some(2),
        _ => None,
    };
    Some(Plan { place, touch, refusal, returns, reads_first })
}

fn of_function(name: &[u8]) -> Option<(Place, Touch)> {
    match name {
        b"readdir" | b"rewinddir" => return Some((Place::OpenDirectory, Touch::Read)),
        b"closedir" => return Some((Place::OpenDirectory, Touch::Close)),
        _ => (),
    }
    let (argument, touch) = match name {
        b"fread" | b"fgets" | b"fgetc" | b"fgetcsv" | b"fscanf" | b"fpassthru" => (0, Touch::Read),
        b"stream_get_contents" | b"stream_get_line" => (0, Touch::Read),
        b"stream_socket_recvfrom" => (0, Touch::Receive),
        b"fseek" | b"rewind" => (0, Touch::Read),
        b"gzread" | b"gzgets" | b"gzgetc" | b"gzpassthru" | b"gzseek" | b"gzrewind" | b"bzread" => (0, Touch::Read),
        b"exif_read_data" | b"exif_thumbnail" | b"mime_content_type" => (0, Touch::Read),
        b"hash_update_stream" | b"file_put_contents" => (1, Touch::Read),
        b"ftp_fput" | b"ftp_nb_fput" => (2, Touch::Read),
        b"fwrite" | b"fputs" | b"fputcsv" | b"fprintf" | b"vfprintf" | b"fflush" => (0, Touch::Write),
        b"ftruncate" | b"fsync" | b"fdatasync" | b"stream_socket_sendto" => (0, Touch::Write),
        b"gzwrite" | b"gzputs" | b"bzwrite" | b"bzflush" => (0, Touch::Write),
        b"ftp_fget" | b"ftp_nb_fget" => (1, Touch::Write),
        b"imagepng" | b"imagejpeg" | b"imagegif" | b"imagewebp" | b"imageavif" | b"imagebmp" | b"imagewbmp"
        | b"imagexbm" | b"imagegd" | b"imagegd2" => (1, Touch::Write),
        b"stream_socket_enable_crypto" => (0, Touch::Both),
        b"stream_filter_append" | b"stream_filter_prepend" => (0, Touch::AddFilter),
        b"stream_filter_remove" => (0, Touch::RemoveFilter),
        b"stream_copy_to_stream" => (0, Touch::Copy),
        b"feof" | b"gzeof" | b"fstat" | b"flock" | b"stream_isatty" | b"posix_isatty" | b"posix_ttyname" => {
            (0, Touch::Use)
        }
        b"stream_set_blocking" | b"socket_set_blocking" | b"stream_set_timeout" | b"socket_set_timeout" => {
            (0, Touch::Use)
        }
        b"stream_set_write_buffer" | b"set_file_buffer" | b"stream_set_read_buffer" => (0, Touch::Use),
        b"stream_socket_accept" | b"stream_supports_lock" | b"socket_import_stream" => (0, Touch::Use),
        b"posix_fpathconf" | b"bzopen" => (0, Touch::Use),
        b"fclose" | b"gzclose" | b"bzclose" => (0, Touch::CloseFile),
        b"pclose" => (0, Touch::Close),
        _ => return None,
    };
    Some((Place::Argument(argument), touch))
}

fn of_file_method(name: &[u8]) -> Option<Touch> {
    match name {
        b"fgets" | b"fgetc" | b"fgetcsv" | b"fread" | b"fscanf" | b"fpassthru" | b"fseek" => Some(Touch::Read),
        b"getcurrentline" | b"__tostring" | b"current" | b"next" | b"rewind" | b"seek" => Some(Touch::Read),
        b"fwrite" | b"fputcsv" | b"fflush" | b"ftruncate" => Some(Touch::Write),
        b"eof" | b"valid" | b"fstat" | b"flock" => Some(Touch::Use),
        _ => None,
    }
}
