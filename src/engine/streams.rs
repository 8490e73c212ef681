//! Streams: which one a call works on, and what about it decides which calls may be inside at once. What is done about it
//! is decided above.

use super::entry::Call;
use crate::abi::zend::IS_RESOURCE;
use crate::abi::{ExecuteData, Object, Zval};
use crate::engine::mirror::mirrored;
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use ext_php_rs::ffi;

pub type Stream = ffi::php_stream;
pub type Operations = ffi::php_stream_ops;

/// The type of a resource that is closed.
const CLOSED: i32 = -1;
/// Flags of streams.
const NO_SEEK: u32 = 0x1;
const IS_DIRECTORY: u32 = 0x40;
/// PHP's functions refuse to close the stream.
const NO_FCLOSE: u32 = 0x80;

/// Options that a table's `set_option` is asked for.
pub const READ_TIMEOUT: c_int = 4;
pub const TRANSPORT: c_int = 7;
pub const META_DATA: c_int = 11;
/// `feof()` asks whether the other side is there.
pub const LIVENESS: c_int = 12;
/// Its answer to what it has done.
pub const OPTION_OK: c_int = 0;

unsafe extern "C" {
    fn true_async_streams_startup();
    fn true_async_stream_of_filter(value: *mut Zval, reading: *mut bool) -> *mut Stream;
    fn true_async_filters_apply(stream: *const Stream, mode: ffi::zend_long, reading: bool) -> bool;
    fn true_async_stream_room(stream: *mut Stream, room: *mut usize) -> *mut c_char;
    fn true_async_is_receiving(parameters: *mut c_void, result: *mut *mut c_int) -> bool;
    fn true_async_release_resource(held: *mut c_void);
    fn true_async_rename_persistent(stream: *mut Stream, hide: bool);
    fn true_async_refuse_freeing(stream: *mut Stream) -> !;
    fn true_async_notify_progress(stream: *mut Stream, bytes: usize);
    fn true_async_observe_errors(observer: extern "C" fn());
    fn true_async_socket_tables(tables: *mut *mut Operations, room: usize) -> usize;

    /// How `fopen()` opens files.
    static php_plain_files_wrapper: ffi::php_stream_wrapper;

    /// The stream of a resource, or null.
    ///
    /// # Safety
    /// Null or an argument of a live frame.
    #[link_name = "true_async_stream_of"]
    pub fn of_value(value: *mut Zval) -> *mut Stream;

    /// The stream of an `SplFileObject`, or null.
    ///
    /// # Safety
    /// An object of that class.
    #[link_name = "true_async_stream_of_file"]
    pub fn of_file(object: *mut Object) -> *mut Stream;

    /// The stream of a `Directory`, or null.
    ///
    /// # Safety
    /// An object of that class.
    #[link_name = "true_async_stream_of_directory"]
    pub fn of_directory(object: *mut Object) -> *mut Stream;

    /// Whether reading and writing share a position and a buffer, as in files.
    ///
    /// # Safety
    /// An open stream.
    #[link_name = "true_async_stream_shares_position"]
    pub fn shares_position(stream: *const Stream) -> bool;

    /// Before a coroutine writes to a stream that another coroutine reads from: PHP must not throw away what that one has in the
    /// buffer when it tries whether the stream can seek.
    ///
    /// # Safety
    /// An open stream.
    #[link_name = "true_async_stream_keep_buffer"]
    pub fn keep_buffer(stream: *mut Stream);

    /// Whether calls on the stream never wait, because it is in non-blocking mode and has no filters.
    ///
    /// # Safety
    /// An open stream.
    #[link_name = "true_async_stream_never_waits"]
    pub fn never_waits(stream: *mut Stream) -> bool;

    /// The descriptor of a file, pipe or socket, or -1.
    ///
    /// # Safety
    /// An open stream.
    #[link_name = "true_async_stream_descriptor"]
    pub fn descriptor(stream: *mut Stream) -> c_int;

    /// Whether the call that reads has taken something from the buffer already: it does not wait for more.
    ///
    /// # Safety
    /// An open stream.
    #[cfg(php83)]
    #[link_name = "true_async_stream_has_some"]
    pub fn has_some(stream: *const Stream) -> bool;

    /// Writes `timed_out` into what `stream_get_meta_data()` returns.
    ///
    /// # Safety
    /// The argument of the option [`META_DATA`].
    #[link_name = "true_async_show_timed_out"]
    pub fn show_timed_out(meta_data: *mut c_void, timed_out: bool);

    /// Complains as PHP does when a socket does not take what is written in time. May run PHP code.
    ///
    /// # Safety
    /// An open stream, in a call of an internal function.
    #[link_name = "true_async_sending_timed_out"]
    pub fn complain_of_sending(stream: *mut Stream, bytes: usize);

    /// Whether PHP does not wait at all for a socket with a time limit of 0; in older versions that is a limit like any other.
    #[link_name = "true_async_has_zero_limits"]
    pub safe fn has_zero_limits() -> bool;

    /// The table of files, pipes and terminals.
    #[link_name = "true_async_file_table"]
    pub safe fn file_operations() -> *mut Operations;

    /// Commands started from now on do not get the pipes of those that `popen()` has started so far.
    ///
    /// # Safety
    /// A request is active.
    #[link_name = "true_async_mark_popen_streams"]
    pub fn mark_popen_streams();

    /// Writes an operation into a table that may be read-only; false where that cannot be done.
    ///
    /// # Safety
    /// A field of a table; the new operation does what the one before did.
    #[link_name = "true_async_write_handler"]
    pub fn set_operation(place: *mut *mut c_void, operation: *mut c_void) -> bool;

    /// The table of streams whose methods are PHP code.
    #[link_name = "true_async_user_table"]
    pub safe fn user_operations() -> *mut Operations;

    /// The table of directories whose methods are PHP code.
    #[link_name = "true_async_user_directory_table"]
    pub safe fn user_directory_operations() -> *mut Operations;
}

/// At module start. `observer` is called before PHP reports an error, and so before it runs PHP code for it.
///
/// # Safety
/// Single-threaded.
pub unsafe fn module_startup(observer: extern "C" fn()) {
    // SAFETY: asks the engine for numbers; the observer lives as long as the process.
    unsafe {
        true_async_streams_startup();
        true_async_observe_errors(observer);
    }
}

/// The stream that a filter is on, or null, and whether it filters what is read.
///
/// # Safety
/// An argument of a live frame.
pub unsafe fn of_filter(value: *mut Zval) -> (*mut Stream, bool) {
    let mut reading = false;
    // SAFETY: the argument is alive for the call, as demanded; the shim only looks, and writes to a variable of this frame.
    let stream = unsafe { true_async_stream_of_filter(value, &raw mut reading) };
    (stream, reading)
}

/// Whether `stream_filter_append(stream, name, mode)` adds a filter of the direction.
///
/// # Safety
/// An open stream.
pub unsafe fn filters_apply(stream: *mut Stream, mode: i64, reading: bool) -> bool {
    // SAFETY: the stream is open, as demanded; its mode is a zero-terminated text that it has from its start.
    unsafe { true_async_filters_apply(stream, mode as ffi::zend_long, reading) }
}

/// PHP 8.2 does not distinguish that.
///
/// # Safety
/// None is demanded.
#[cfg(not(php83))]
#[inline(always)]
pub unsafe fn has_some(_: *const Stream) -> bool {
    false
}

/// Whether PHP has begun to free the stream.
///
/// # Safety
/// A stream whose resource is open.
#[inline]
pub unsafe fn is_being_freed(stream: *mut Stream) -> bool {
    // SAFETY: the resource is open, as demanded, so the memory of the stream is still there, even if it is being freed.
    unsafe { (*stream).in_free() != 0 }
}

/// Whether what is written to the stream, or read from it, goes through filters.
///
/// # Safety
/// An open stream.
pub unsafe fn has_filters(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; fields of it are compared with null.
    unsafe { !(*stream).readfilters.head.is_null() || !(*stream).writefilters.head.is_null() }
}

/// Whether `fclose()` does not close the stream, now and later: it belongs to something else.
///
/// # Safety
/// An open stream.
pub unsafe fn refuses_closing(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; fields of it are read. A filter of user space refuses while it is called.
    unsafe { (*stream).flags & NO_FCLOSE != 0 && !has_filters(stream) }
}

/// No filter of user space is being called any more. Filters of two coroutines, one in each direction, put back what they
/// found, and so the later one what the other had set.
///
/// # Safety
/// An open stream that no call is inside of.
pub unsafe fn allow_closing(stream: *mut Stream) {
    // SAFETY: the stream is open and no call is inside of it, as demanded, so no filter puts back what it found before.
    unsafe {
        if has_filters(stream) && (*stream).flags & IS_DIRECTORY == 0 {
            (*stream).flags &= !NO_FCLOSE;
        }
    }
}

/// Ends the request with a fatal error, and leaves the stream to the end of it.
///
/// # Safety
/// In the close operation of the stream, which has done nothing so far. No frame above needs dropping.
pub unsafe fn refuse_freeing(stream: *mut Stream) -> ! {
    // SAFETY: PHP frees the stream after its operation has returned, which it does not, so the stream is whole.
    unsafe { true_async_refuse_freeing(stream) }
}

/// A persistent stream is not found by its name any more. Whether it is one. PHP still takes it off its list when it frees it.
///
/// # Safety
/// An open stream.
pub unsafe fn unlist(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded, so that its entry in the list, if it is persistent, is there.
    unsafe {
        if (*stream).is_persistent() == 0 {
            return false;
        }
        true_async_rename_persistent(stream, true);
    }
    true
}

/// It is not closed after [`unlist`]: it is found by its name again, unless another one is by now.
///
/// # Safety
/// An open persistent stream.
pub unsafe fn list_again(stream: *mut Stream) {
    // SAFETY: the stream is open, as demanded.
    unsafe { true_async_rename_persistent(stream, false) }
}

/// A resource that looks closed to PHP code although its stream still lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    resource: *mut ffi::zend_resource,
    kind: i32,
    stream: *mut c_void,
}

/// Makes the stream's resource look closed.
///
/// # Safety
/// An open stream.
pub unsafe fn hide(stream: *mut Stream) -> Hidden {
    // SAFETY: the stream is open, as demanded, so its resource exists if it has one; the values of it are kept for `show`.
    unsafe {
        let resource = (*stream).res;
        if resource.is_null() {
            return Hidden { resource, kind: 0, stream: ptr::null_mut() };
        }
        let hidden = Hidden { resource, kind: (*resource).type_, stream: (*resource).ptr };
        (*resource).type_ = CLOSED;
        (*resource).ptr = ptr::null_mut();
        hidden
    }
}

/// A reference to the resource of a stream or a context, which [`release`] gives back.
#[derive(Clone, Copy)]
pub struct Held(pub(super) *mut ffi::zend_resource);

/// Holds the stream's resource.
///
/// # Safety
/// An open stream with a resource.
pub unsafe fn hold(stream: *mut Stream) -> Held {
    // SAFETY: the stream is open and has a resource, as demanded.
    unsafe {
        (*(*stream).res).gc.refcount += 1;
        Held((*stream).res)
    }
}

/// Holds the context of a stream, if it has one.
///
/// # Safety
/// An open stream.
pub unsafe fn hold_context(stream: *mut Stream) -> Option<Held> {
    // SAFETY: the stream is open, as demanded, and counts a reference to its context, which is therefore there.
    unsafe {
        let context = (*stream).ctx;
        if context.is_null() {
            return None;
        }
        (*context).gc.refcount += 1;
        Some(Held(context))
    }
}

/// The stream of a resource that is held, or null once it was closed.
///
/// # Safety
/// It was not given back yet.
pub unsafe fn of_held(held: Held) -> *mut Stream {
    // SAFETY: the resource is held.
    unsafe { if (*held.0).type_ == CLOSED { ptr::null_mut() } else { (*held.0).ptr.cast() } }
}

/// Gives a reference back: the stream is closed if it was the last one, or the context freed. May run PHP code.
///
/// # Safety
/// Once for each that [`hold`] or [`hold_context`] has returned, in the same request.
pub unsafe fn release(held: Held) {
    // SAFETY: a reference was counted for this one when it was made, and it is given back only here.
    unsafe { true_async_release_resource(held.0.cast()) }
}

impl Hidden {
    /// Whether a call of an internal function has the resource among its arguments.
    ///
    /// # Safety
    /// Null or a live frame.
    pub unsafe fn is_given_to(&self, frame: *mut ExecuteData) -> bool {
        // SAFETY: null or a live frame, as demanded; of an internal function the arguments lie behind it. The resource is
        // compared, not followed.
        unsafe {
            if frame.is_null() || (*frame).func.is_null() || (*(*frame).func).type_ != ffi::ZEND_INTERNAL_FUNCTION as u8
            {
                return false;
            }
            let call = Call::of(frame, ptr::null_mut());
            (0..call.arg_count()).any(|index| {
                let value = call.arg(index);
                (*value).kind() == IS_RESOURCE && (*value).value.ptr == self.resource.cast()
            })
        }
    }

    /// # Safety
    /// The stream and its resource still live.
    pub unsafe fn show(&self) {
        // SAFETY: stream and resource still live, as demanded, and the values are those that `hide` has taken out of them.
        unsafe {
            if !self.resource.is_null() {
                (*self.resource).type_ = self.kind;
                (*self.resource).ptr = self.stream;
            }
        }
    }
}

/// Whether the stream is a pipe, a terminal, or anything else that has no position. Files have one, and never wait.
///
/// # Safety
/// An open stream of the table of files.
#[inline]
pub unsafe fn is_pipe(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; the flag is part of every stream.
    unsafe { (*stream).flags & NO_SEEK != 0 }
}

/// Whether PHP reads again and again from the stream until it has what was asked for. Of other streams, and of descriptors and
/// standard input, which have the same operations, it takes what one read returns.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_read_on(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; addresses are compared.
    unsafe { ptr::eq((*stream).wrapper, &raw const php_plain_files_wrapper) }
}

/// Whether there is a `FILE*` of the stream; operations of files work on that then, and not on their descriptor.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_cast(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; a pointer in it is compared with null.
    unsafe { !(*stream).stdiocast.is_null() }
}

/// Whether the end was read.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_at_end(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; the borrow lasts for one bit.
    unsafe { (*stream).eof() != 0 }
}

/// Whether the stream's buffer holds something that was read and not taken yet.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_buffered(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as this function demands.
    unsafe { (*stream).readpos != (*stream).writepos }
}

/// The stream ends here.
///
/// # Safety
/// An open stream.
pub unsafe fn set_at_end(stream: *mut Stream) {
    // SAFETY: the stream is open, as demanded; the borrow lasts for one bit.
    unsafe { (*stream).set_eof(1) }
}

/// What has set the end was no end.
///
/// # Safety
/// An open stream.
pub unsafe fn forget_end(stream: *mut Stream) {
    // SAFETY: the stream is open, as demanded; the borrow lasts for one bit.
    unsafe { (*stream).set_eof(0) }
}

/// Room for what is read, as PHP gives it to the operation of a stream.
pub struct Room {
    /// The stream's own buffer, which others may move while this coroutine waits.
    owner: *mut Stream,
    pub start: *mut c_char,
    pub bytes: usize,
}

impl Room {
    /// # Safety
    /// An open stream and the arguments of its operation.
    pub unsafe fn new(stream: *mut Stream, start: *mut c_char, bytes: usize) -> Room {
        // SAFETY: the stream is open, as this function demands.
        let (buffer, length) = unsafe { ((*stream).readbuf as usize, (*stream).readbuflen) };
        // What filters read into lies elsewhere, often just behind the buffer.
        let owned = buffer != 0 && (buffer..buffer + length).contains(&(start as usize));
        Room { owner: if owned { stream } else { ptr::null_mut() }, start, bytes }
    }

    /// After a wait.
    ///
    /// # Safety
    /// The stream is still open.
    pub unsafe fn renew(&mut self) {
        if !self.owner.is_null() {
            // SAFETY: the stream is still open, as demanded; its buffer may have moved meanwhile, so the old address is not
            // used.
            self.start = unsafe { true_async_stream_room(self.owner, &raw mut self.bytes) };
        }
    }
}

/// Where the result of an attempt to receive a message is put; `None` if something else is asked for, or urgent data, which nothing
/// waits for.
///
/// # Safety
/// The argument of the option [`TRANSPORT`].
pub unsafe fn receiving(parameters: *mut c_void) -> Option<*mut c_int> {
    let mut result = ptr::null_mut();
    // SAFETY: the argument of that option, as demanded; the place lies in it, and the caller uses it no longer than that.
    unsafe { true_async_is_receiving(parameters, &raw mut result).then_some(result) }
}

/// What sockets have in common, whatever their table is. `php_netstream_data_t` of php_network.h.
#[repr(C)]
pub struct Socket {
    pub fd: c_int,
    pub is_blocked: c_char,
    /// -1 seconds: for ever.
    pub timeout: libc::timeval,
    pub timeout_event: c_char,
}
mirrored!(Socket, 32, timeout_event at 24);

/// Tells the notifier of the stream's context, as the operation would have. Runs PHP code if there is one.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn notify_progress(stream: *mut Stream, bytes: usize) {
    // SAFETY: the stream is open, as demanded, and holds its context; nothing of either is used here after the notifier.
    unsafe {
        if !(*stream).ctx.is_null() {
            true_async_notify_progress(stream, bytes);
        }
    }
}

/// Whether the stream speaks TLS now: then it does not hand out its descriptor.
///
/// # Safety
/// A stream of a socket's table.
pub unsafe fn is_encrypted(stream: *mut Stream) -> bool {
    const AS_DESCRIPTOR: c_int = 1;
    // SAFETY: a stream has a table of operations as long as it lives. To be asked whether it has a descriptor, without a place to
    // put it, changes nothing.
    unsafe {
        match (*(*stream).ops).cast {
            Some(cast) => cast(stream, AS_DESCRIPTOR, ptr::null_mut()) != 0,
            None => true,
        }
    }
}

/// The notifier of a stream's context, which is taken away from it for an operation.
pub struct Notifications {
    context: *mut ffi::_php_stream_context,
    notifier: *mut ffi::php_stream_notifier,
}

impl Notifications {
    /// Until [`restore`](Self::restore) nothing is notified of what the stream does.
    ///
    /// # Safety
    /// An open stream with a context.
    pub unsafe fn silence(stream: *mut Stream) -> Notifications {
        // SAFETY: an open stream holds its context; a resource that is closed has none.
        unsafe {
            let context = (*(*stream).ctx).ptr.cast::<ffi::_php_stream_context>();
            let mut notifier = ptr::null_mut();
            if !context.is_null() {
                notifier = core::mem::replace(&mut (*context).notifier, notifier);
            }
            Notifications { context, notifier }
        }
    }

    /// Puts the notifier back.
    ///
    /// # Safety
    /// The stream has not been closed, and no PHP code has run.
    pub unsafe fn restore(self) {
        if !self.context.is_null() {
            // SAFETY: the stream, which is still open, holds its context.
            unsafe { (*self.context).notifier = self.notifier }
        }
    }
}

/// The tables of sockets: as many as there are, at most as many as there is room for. Makes streams for a moment.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn socket_operations(tables: &mut [*mut Operations]) -> usize {
    // SAFETY: a request is active, as demanded, so streams can be made; the shim writes as many places as the slice has at
    // most.
    unsafe { true_async_socket_tables(tables.as_mut_ptr(), tables.len()) }
}
