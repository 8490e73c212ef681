//! PDO as the boundary's pool sees it: templates, slots and leases, which are PDO objects all three.
//!
//! ```text
//!   template   what PHP code has; no connection, but a pool
//!   slot       a connection of the pool: an ordinary PDO object that PHP code never sees
//!   lease      stands for a slot while it is lent: what its statements hold
//! ```
//!
//! Nothing here decides anything; `boundary/pdo_pool` does.

use super::entry::Handler;
use crate::abi::{Array, ClassEntry, Object, ZString, Zval};
use crate::engine::mirror::mirrored;
use core::ffi::{CStr, c_char, c_void};
use core::ptr;

/// The drivers that pools serve. As in shim_pdo.h.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Driver {
    MySql = 0,
    PgSql = 1,
    Sqlite = 2,
}

/// What the client knows of the state of a connection. As in shim_pdo_slots.c.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
#[allow(dead_code, reason = "made by the shim")]
pub enum Condition {
    Ready = 0,
    /// In the middle of an exchange with the server.
    Busy = 1,
    Dead = 2,
}
mirrored!(enum Condition, Dead = 2);

/// What is told of the objects. As `true_async_pdo_hooks` in shim_pdo.h. The pointers are those that were given for a template,
/// a slot, a lease.
#[repr(C)]
pub struct Hooks {
    /// `PDO::getPool()`.
    pub get_pool: Handler,
    /// Methods that only a driver has, called on a template.
    pub driver_method: Handler,
    pub template_freed: unsafe extern "C" fn(*mut c_void),
    pub template_report: unsafe extern "C" fn(*mut c_void, *mut c_void),
    pub lease_released: unsafe extern "C" fn(*mut c_void),
    pub lease_freed: unsafe extern "C" fn(*mut c_void),
    pub slot_says: unsafe extern "C" fn(*mut c_void, *const u8, usize),
    pub slot_used: unsafe extern "C" fn(*mut c_void, bool),
    pub slot_closed: unsafe extern "C" fn(*mut c_void),
}
mirrored!(Hooks, 72, slot_closed at 64);

/// What the options of a constructor say about a pool. As `true_async_pdo_options` in shim_pdo.c.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Options {
    pub enabled: bool,
    pub persistent: bool,
    pub min: i64,
    pub max: i64,
    pub interval_ms: i64,
    pub statements: i64,
}
mirrored!(Options, 40, statements at 32);

// Safety, for all functions of this file but where it is said: on the PHP thread with a request, after the start of PDO; objects are
// alive and held for the whole call, and of the kind that the name of the parameter says: a template, a slot, a lease, a connection.

unsafe extern "C" {
    fn true_async_pdo_take_options(argument: *mut Zval, options: *mut Options) -> bool;
    fn true_async_pdo_has_driver(name: *const c_char, length: usize) -> bool;

    /// Sets an attribute of a template to what the options of its constructor say, if they do. May throw.
    #[link_name = "true_async_pdo_set_option"]
    pub fn set_option(template: *mut Object, options: *mut Array, attribute: i64);

    /// At module start. The class gets its constants and its method when all modules have started; without PDO nothing happens.
    ///
    /// # Safety
    /// Module start, once.
    #[link_name = "true_async_pdo_startup"]
    pub fn startup(hooks: *const Hooks);

    /// The class `PDO`, or null.
    #[link_name = "true_async_pdo_class"]
    pub safe fn class() -> *mut ClassEntry;

    /// `PDO::ATTR_POOL_ENABLED`; the numbers of the others follow.
    #[link_name = "true_async_pdo_first_attribute"]
    pub safe fn first_attribute() -> i64;

    /// The class of a driver's connections: its own one (PHP 8.4), or `PDO`.
    #[link_name = "true_async_pdo_class_of_driver"]
    pub fn class_of_driver(driver: Driver) -> *mut ClassEntry;

    /// Whether PDO lets an object of the class have a connection of the driver; `connects` if `PDO::connect()` makes it.
    #[link_name = "true_async_pdo_class_fits"]
    pub fn class_fits(ce: *const ClassEntry, driver: Driver, connects: bool) -> bool;

    fn true_async_pdo_throw(message: *const c_char);
    fn true_async_pdo_raise(object: *mut Object, state: *const c_char, message: *const c_char);
    fn true_async_pdo_state_of(exception: *mut Object) -> *const c_char;

    /// What a data source name stands for, "driver:rest", owned; null if PDO would complain. May read a stream.
    #[link_name = "true_async_pdo_data_source"]
    pub fn resolve(name: *const ZString) -> *mut ZString;

    /// Whether the constructor of an object has not run.
    #[link_name = "true_async_pdo_is_fresh"]
    pub fn is_fresh(object: *mut Object) -> bool;

    /// A fresh object becomes a template.
    #[link_name = "true_async_pdo_become_template"]
    pub fn become_template(object: *mut Object, pool: *mut c_void, driver: Driver);

    /// A template is a fresh object again.
    #[link_name = "true_async_pdo_leave_template"]
    pub fn leave_template(object: *mut Object);

    /// What [`become_template`] was given for an object of the class `PDO`; null if it is no template.
    #[link_name = "true_async_pdo_pool"]
    pub fn pool_of(object: *mut Object) -> *mut c_void;

    /// A slot gets the settings of the template that concern results.
    #[link_name = "true_async_pdo_copy_settings"]
    pub fn copy_settings(template: *mut Object, slot: *mut Object);

    /// A call begins on a slot: statements that it makes are of the template's class. Once until [`take_class`].
    #[link_name = "true_async_pdo_lend_class"]
    pub fn lend_class(template: *mut Object, slot: *mut Object);

    /// The call has ended. May run destructors.
    #[link_name = "true_async_pdo_take_class"]
    pub fn take_class(slot: *mut Object);

    /// The internal function that is a slot's method of that name, or null.
    #[link_name = "true_async_pdo_method"]
    pub fn method(slot: *mut Object, name: *mut ZString) -> *mut c_void;

    /// Calls a method of a slot: its name and its arguments are the elements of a list. The result is dropped.
    #[link_name = "true_async_pdo_call_method"]
    pub fn call_method(slot: *mut Object, call: *mut Array);

    /// A new lease of a slot, one reference.
    #[link_name = "true_async_pdo_new_lease"]
    pub fn new_lease(slot: *mut Object, lease: *mut c_void) -> *mut Object;

    /// The slot of a lease ends before it.
    #[link_name = "true_async_pdo_cut_off"]
    pub fn cut_off(lease: *mut Object);

    fn true_async_pdo_open(ce: *mut ClassEntry, arguments: *mut Zval) -> *mut Object;

    /// A connection becomes a slot, which keeps up to `room` statements that the server has prepared.
    #[link_name = "true_async_pdo_adopt"]
    pub fn adopt(connection: *mut Object, slot: *mut c_void, driver: Driver, room: u32);

    /// What [`adopt`] was given for an object of the class `PDO`; null if it is no slot, or closed.
    #[link_name = "true_async_pdo_slot"]
    pub fn slot_of(object: *mut Object) -> *mut c_void;

    #[link_name = "true_async_pdo_in_transaction"]
    pub fn in_transaction(slot: *mut Object) -> bool;

    /// Whether the driver knows of all transactions, and not only of those that PDO has begun.
    #[link_name = "true_async_pdo_tells_transactions"]
    pub fn tells_transactions(slot: *mut Object) -> bool;

    /// Ends what statements are in the middle of, whatever holds them. May suspend.
    #[link_name = "true_async_pdo_close_cursors"]
    pub fn close_cursors(slot: *mut Object);

    /// Whether a call is inside the driver; after a fatal error it never returns.
    #[link_name = "true_async_pdo_is_inside"]
    pub fn is_inside(slot: *mut Object) -> bool;

    /// Whether it worked. May suspend.
    #[link_name = "true_async_pdo_roll_back"]
    pub fn roll_back(slot: *mut Object) -> bool;

    fn true_async_pdo_run(object: *mut Object, sql: *const c_char, length: usize) -> bool;

    /// The driver's own check of a connection. May suspend.
    #[link_name = "true_async_pdo_is_alive"]
    pub fn is_alive(slot: *mut Object) -> bool;

    #[link_name = "true_async_pdo_state"]
    pub fn condition(slot: *mut Object) -> Condition;

    /// The connection is out of order: nothing is sent to the server any more. May suspend.
    #[link_name = "true_async_pdo_give_up"]
    pub fn give_up(slot: *mut Object);

    fn true_async_pdo_error_code(object: *mut Object) -> *const c_char;

    /// Forgets how the last call has ended. May suspend.
    #[link_name = "true_async_pdo_forget_errors"]
    pub fn forget_errors(slot: *mut Object);

    /// Sets an attribute of the driver. Whether the driver took it. May suspend.
    #[link_name = "true_async_pdo_set_attribute"]
    pub fn set_attribute(slot: *mut Object, attribute: i64, value: *mut Zval) -> bool;

    /// Puts the session back to what it was after connecting. False if that cannot be done. May suspend.
    #[link_name = "true_async_pdo_reset"]
    pub fn reset(slot: *mut Object) -> bool;
}

/// Throws a `PDOException`.
pub unsafe fn throw(message: &CStr) {
    // SAFETY: a request is active; the engine copies the text.
    unsafe { true_async_pdo_throw(message.as_ptr()) }
}

/// The SQLSTATE in a `PDOException`, borrowed; none if it is no such exception, or has none.
pub unsafe fn state_of<'a>(exception: *mut Object) -> Option<&'a [u8]> {
    // SAFETY: the exception is alive for as long as the caller uses the text, which is a string in one of its properties.
    unsafe {
        let state = true_async_pdo_state_of(exception);
        (!state.is_null()).then(|| CStr::from_ptr(state).to_bytes())
    }
}

/// Fails as the error mode of an object says.
pub unsafe fn raise(object: *mut Object, state: &CStr, message: &CStr) {
    // SAFETY: the object is alive; PDO copies both texts before it throws or warns, which may run PHP code.
    unsafe { true_async_pdo_raise(object, state.as_ptr(), message.as_ptr()) }
}

/// What the options in an argument of the constructor say about a pool; none if they do not mention one. If they do, the
/// argument is an array without them afterwards.
pub unsafe fn take_options(argument: *mut Zval) -> Option<Options> {
    let mut options = core::mem::MaybeUninit::uninit();
    // SAFETY: null stands for no argument; the shim writes all options where it answers true. The argument lies in the
    // frame of the constructor.
    unsafe {
        let mentioned = !argument.is_null() && true_async_pdo_take_options(argument, options.as_mut_ptr());
        mentioned.then(|| options.assume_init())
    }
}

/// Whether PDO knows a driver of that name.
pub unsafe fn has_driver(name: &[u8]) -> bool {
    // SAFETY: a request is active and PDO is there; the name is compared during the call only.
    unsafe { true_async_pdo_has_driver(name.as_ptr().cast(), name.len()) }
}

/// A new connection with the four arguments of the constructor, borrowed; null with an exception.
pub unsafe fn open(ce: *mut ClassEntry, arguments: &mut [Zval; 4]) -> *mut Object {
    // SAFETY: four values, as a constructor of PDO takes; they are the caller's alone, so nothing changes them while the
    // call is suspended.
    unsafe { true_async_pdo_open(ce, arguments.as_mut_ptr()) }
}

/// Runs a statement that is not the user's. Whether it worked. May suspend.
pub unsafe fn run(slot: *mut Object, sql: &str) -> bool {
    // SAFETY: the slot is held for the call, which may suspend; the shim copies the text first.
    unsafe { true_async_pdo_run(slot, sql.as_ptr().cast(), sql.len()) }
}

/// The SQLSTATE of the last call; valid until the next one.
pub unsafe fn error_code<'a>(slot: *mut Object) -> &'a [u8] {
    // SAFETY: the slot is held; the code is an array in its connection, or in the statement that this holds, of five
    // characters at most and a zero.
    unsafe { CStr::from_ptr(true_async_pdo_error_code(slot)).to_bytes() }
}

/// Calls the handler of a function that [`method`] found, in the frame of the call that is under way.
///
/// # Safety
/// A live frame of a method of the same signature.
pub unsafe fn call_in_frame(function: *mut c_void, frame: *mut crate::abi::ExecuteData, result: *mut Zval) {
    // SAFETY: both are internal functions; wrappers find their note through the frame.
    unsafe {
        let own = ptr::replace(&raw mut (*frame).func, function.cast());
        let handler = &raw const (*(*frame).func).internal_function.handler;
        (*handler.cast::<Handler>())(frame, result);
        (*frame).func = own;
    }
}

/// Runs `call` with another object as `$this` of a frame.
///
/// # Safety
/// A live frame of a method; the caller holds the object.
#[inline]
pub unsafe fn with_this(frame: *mut crate::abi::ExecuteData, this: *mut Object, call: impl FnOnce()) {
    // SAFETY: the frame's own reference stays counted and comes back.
    unsafe {
        let place = (&raw mut (*frame).This).cast::<Zval>();
        let own = ptr::replace(&raw mut (*place).value.object, this);
        call();
        (*place).value.object = own;
    }
}
