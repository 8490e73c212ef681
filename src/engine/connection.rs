//! Which connection a handle of a database extension belongs to, for those whose structures PHP's headers describe; and
//! the calls that `foreach` makes on such handles.

use super::entry::Call;
use super::streams::{self, Held, Stream};
use crate::abi::zend::IS_STRING;
use crate::abi::{Object, ObjectHandlers, Zval};
use crate::engine::mirror::mirrored;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;

/// A call that an iterator makes on behalf of `foreach`; `true_async_visit` in shim_connections.c.
#[repr(C)]
pub struct Visit {
    pub key: usize,
    pub unseen_cancellation: *mut Object,
    pub entered: bool,
    pub zone: bool,
}
mirrored!(Visit, 24, zone at 17);

/// False when the call must not be made, with an exception.
pub type Begin = unsafe extern "C" fn(c_int, *mut Object, *mut Visit) -> bool;
pub type End = unsafe extern "C" fn(*mut Visit);

unsafe extern "C" {
    /// The connection of a PDO object; 0 for a template of the PDO pool.
    ///
    /// # Safety
    /// A live PDO object.
    #[link_name = "true_async_pdo_connection"]
    pub fn of_pdo(object: *mut Object) -> usize;

    /// The connection of a PDOStatement; 0 for one that PDO did not make. At the end of a request it may be gone already.
    ///
    /// # Safety
    /// A live PDOStatement.
    #[link_name = "true_async_pdo_connection_of_statement"]
    pub fn of_pdo_statement(object: *mut Object) -> usize;

    /// Where the name of the driver of a connection of PDO lies, which is where its module keeps it; null before the
    /// connection's constructor has run.
    ///
    /// # Safety
    /// A live connection, or 0.
    #[link_name = "true_async_pdo_driver"]
    pub fn pdo_driver_name(connection: usize) -> *const c_char;

    fn true_async_odbc_handle(value: *const Zval, is_result: *mut bool) -> *mut c_void;
    fn true_async_odbc_connection(object: *mut Object) -> *mut c_void;
    /// A new object of a connection is replaced by the one that stands for it.
    ///
    /// # Safety
    /// A value that holds an object of that connection, in the one place that refers to it, and a live object.
    #[link_name = "true_async_odbc_replace"]
    pub fn replace_odbc_link(value: *mut Zval, object: *mut Object);
    /// Closes all handles of a persistent connection if `odbc_pconnect()` would open it again.
    ///
    /// # Safety
    /// In a call of PHP code, with no call under way on the connection, which may be gone. `object` is null or one of its handles.
    #[link_name = "true_async_odbc_close_broken"]
    pub fn close_broken_odbc(connection: usize, object: *mut Object);
    fn true_async_pdo_resolve(data_source: *const c_char) -> *const c_char;
    fn true_async_pdo_persistent(
        args: *const Zval,
        count: u32,
        number: *mut usize,
        connection: *mut *mut c_void,
    ) -> bool;
    fn true_async_pdo_give_up_dead(args: *const Zval, count: u32, interrupted: bool);

    /// A PDO object is not freed because C code is in the middle of its connection: if that is persistent, it counts the object
    /// no more.
    ///
    /// # Safety
    /// An object of PDO that is about to be forgotten.
    #[link_name = "true_async_pdo_forget_object"]
    pub fn forget_pdo(object: *mut Object);

    /// Tells of the streams of large objects that statements fetch, each with the connection, if the driver of this one has some.
    ///
    /// # Safety
    /// A live PDOStatement; one thread at a time.
    #[link_name = "true_async_watch_large_objects"]
    pub fn watch_large_objects(statement: *mut Object, tell: unsafe extern "C" fn(*mut Zval, *mut c_void));

    /// The socket on which an FTP connection sends its commands; -1 for a closed one.
    ///
    /// # Safety
    /// A live object.
    #[link_name = "true_async_ftp_socket"]
    pub fn ftp_socket(object: *mut Object) -> c_int;

    fn true_async_pdo_stream_bound(statement: *mut Object, position: *mut u32, held: *mut *mut c_void) -> *mut Stream;
    fn true_async_mysqli_connection_of_link(object: *mut Object) -> *mut c_void;
    fn true_async_mysqli_connection_of_statement(object: *mut Object) -> *mut c_void;
    fn true_async_mysqli_connection_of_result(object: *mut Object) -> *mut c_void;

    /// Tells of methods that only the driver of a connection has, each time they are looked up.
    ///
    /// # Safety
    /// The table of handlers of PDO, which is writable.
    #[link_name = "true_async_watch_driver_methods"]
    pub fn watch_driver_methods(handlers: *mut ObjectHandlers, tell: unsafe extern "C" fn(*mut c_void));

    /// Closes persistent connections of pgsql that are not in order, before one is handed out.
    ///
    /// # Safety
    /// RINIT.
    #[link_name = "true_async_drop_broken_links"]
    pub fn drop_broken_links();

    /// The first object that is wanted among those which an object of an extension holds as values in its own structure, or
    /// as properties; null if there is none.
    ///
    /// # Safety
    /// A live object. Its structure is initialised.
    #[link_name = "true_async_held_by"]
    pub fn held_by(object: *mut Object, wanted: unsafe extern "C" fn(*mut Object) -> bool) -> *mut Object;

    fn true_async_wrap_iterator(number: c_int, name: *const c_char, length: usize, begin: Begin, end: End);
}

/// The name of the driver of a connection of PDO; empty before its constructor has run.
///
/// # Safety
/// A live connection, or 0.
pub unsafe fn pdo_driver<'a>(connection: usize) -> &'a [u8] {
    // SAFETY: drivers live as long as their modules.
    unsafe {
        let name = pdo_driver_name(connection);
        if name.is_null() { b"" } else { CStr::from_ptr(name).to_bytes() }
    }
}

/// The name of the driver in the data source string that a constructor of PDO is given, which may be an alias.
///
/// # Safety
/// The arguments of a constructor; used while they are alive.
pub unsafe fn driver_asked_for<'a>(call: Call) -> &'a [u8] {
    // SAFETY: what the string stands for is itself or a value of the configuration; both end with a zero.
    unsafe {
        let value = call.arg(0);
        if value.is_null() || (*value).kind() != IS_STRING {
            return b"";
        }
        let text = (&raw const (*(*value).value.string).val).cast();
        let text = CStr::from_ptr(true_async_pdo_resolve(text)).to_bytes();
        text.split(|byte| *byte == b':').next().unwrap_or(b"")
    }
}

/// What a constructor of PDO shares with others because it asks for a persistent connection: a number that stands for the
/// name of the connection, with the topmost bit set as in no address, and the connection if there is one already.
///
/// # Safety
/// The arguments of a constructor.
pub unsafe fn persistent(call: Call) -> Option<(usize, usize)> {
    let (mut number, mut connection) = (0, ptr::null_mut());
    // SAFETY: arguments lie one behind the other.
    unsafe {
        true_async_pdo_persistent(call.arg(0), call.arg_count(), &raw mut number, &raw mut connection)
            .then_some((number, connection as usize))
    }
}

/// Takes a persistent connection that does not answer any more out of PDO's list if other objects have it, or if it was interrupted.
/// May suspend.
///
/// # Safety
/// The arguments of a constructor of PDO; the calling coroutine has the connection for itself.
pub unsafe fn give_up_dead(call: Call, interrupted: bool) {
    // SAFETY: the arguments lie one behind the other in the frame of the constructor, which holds them; asking the server
    // may suspend, but the frame stays.
    unsafe { true_async_pdo_give_up_dead(call.arg(0), call.arg_count(), interrupted) }
}

/// A stream that is bound to a parameter of a statement, and a reference to it.
#[derive(Clone, Copy)]
pub struct Bound {
    pub stream: *mut Stream,
    held: Held,
}

/// The next stream that is bound to a parameter as a large object. `position` is where to look first, and then where it is.
///
/// # Safety
/// A live PDOStatement.
pub unsafe fn stream_bound(statement: *mut Object, position: &mut u32) -> Option<Bound> {
    let mut held = ptr::null_mut();
    // SAFETY: the statement is alive, as demanded; the shim writes to two places that are this call's alone, and runs no
    // PHP code.
    let stream = unsafe { true_async_pdo_stream_bound(statement, position, &raw mut held) };
    (!stream.is_null()).then_some(Bound { stream, held: Held(held.cast()) })
}

/// Gives the reference back. May run PHP code.
///
/// # Safety
/// Once for each that [`stream_bound`] has returned.
pub unsafe fn release_bound(bound: Bound) {
    // SAFETY: `stream_bound` has counted a reference for this one, and it is given back only here.
    unsafe { streams::release(bound.held) }
}

/// The connection of a mysqli link; 0 for a closed one.
///
/// # Safety
/// A live mysqli object.
#[inline]
pub unsafe fn of_mysqli(object: *mut Object) -> usize {
    // SAFETY: a live link, as demanded; the shim only follows pointers in it, which mysqli clears when it closes the link.
    unsafe { true_async_mysqli_connection_of_link(object) as usize }
}

/// The same of a statement.
///
/// # Safety
/// A live mysqli_stmt.
#[inline]
pub unsafe fn of_mysqli_statement(object: *mut Object) -> usize {
    // SAFETY: a live statement, as demanded; the shim only follows pointers in it, which mysqli clears when it closes the
    // statement.
    unsafe { true_async_mysqli_connection_of_statement(object) as usize }
}

/// The same of a result; 0 for one that needs no connection any more.
///
/// # Safety
/// A live mysqli_result.
#[inline]
pub unsafe fn of_mysqli_result(object: *mut Object) -> usize {
    // SAFETY: a live result, as demanded; the shim only follows pointers in it, which mysqli clears when it frees the
    // result.
    unsafe { true_async_mysqli_connection_of_result(object) as usize }
}

/// Puts both calls around what `foreach` does with objects of a class, named in lower case. There are six numbers, which
/// `begin` is told.
///
/// # Safety
/// No user code has seen the class; `number` is below six, and each is used for one class.
pub unsafe fn wrap_iterator(number: c_int, class: &str, begin: Begin, end: End) {
    // SAFETY: no user code has seen the class, as demanded, so none inherits from it or walks it; the name is read during
    // the call only.
    unsafe { true_async_wrap_iterator(number, class.as_ptr().cast(), class.len(), begin, end) }
}

/// What a value of ODBC stands for, by address.
pub enum OdbcHandle {
    /// It is closed, or nothing of ODBC.
    None,
    Connection(usize),
    Result(usize),
}

/// # Safety
/// A live value or null.
pub unsafe fn odbc_handle(value: *const Zval) -> OdbcHandle {
    let mut is_result = false;
    let handle = match value.is_null() {
        true => ptr::null_mut(),
        // SAFETY: the value is live, as this function demands.
        false => unsafe { true_async_odbc_handle(value, &mut is_result) },
    };
    match (handle.addr(), is_result) {
        (0, _) => OdbcHandle::None,
        (connection, false) => OdbcHandle::Connection(connection),
        (result, true) => OdbcHandle::Result(result),
    }
}

/// The connection that an object of `Odbc\Connection` stands for; 0 if it is closed.
///
/// # Safety
/// A live object.
pub unsafe fn of_odbc(object: *mut Object) -> usize {
    // SAFETY: the object is live, as this function demands.
    unsafe { true_async_odbc_connection(object).addr() }
}
