//! Reading frames: positions and backtraces.

use super::eg;
use super::handler::Handler;
use crate::abi::{ExecuteData, Object, ZString, Zval};
use core::ffi::{CStr, c_char};
use core::mem::offset_of;
use core::ptr;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_backtrace(result: *mut Zval, frame: *mut ExecuteData, options: i32, limit: i32);

    /// Whether PHP is writing to its log.
    #[link_name = "true_async_logging"]
    pub safe fn is_logging() -> bool;

    fn true_async_executing_module() -> *const c_char;

    /// Whether C code is in the middle of something at a frame where a coroutine is suspended, or below it: more than waiting in
    /// a function of ours.
    ///
    /// # Safety
    /// `frame` is null or live.
    #[link_name = "true_async_is_in_c_code"]
    pub fn is_in_c_code(frame: *const ExecuteData) -> bool;

    /// The object whose method C code has called as a callback, without holding it for the call; null for other frames.
    ///
    /// # Safety
    /// A live frame.
    #[link_name = "true_async_unheld_object"]
    pub fn unheld_object(frame: *const ExecuteData) -> *mut Object;

    /// Whether a frame is that of PHP code which libxml has called, and PHP reads afterwards what is set as its callback.
    ///
    /// # Safety
    /// A live frame.
    #[link_name = "true_async_is_entity_loader"]
    pub fn is_entity_loader(frame: *const ExecuteData) -> bool;

    fn true_async_is_in_its_own_code(frame: *const ExecuteData) -> bool;

    fn true_async_handler_in_closure(frame: *const ExecuteData) -> usize;
}

/// File and line of the innermost PHP frame at or below `frame`. The name is borrowed.
///
/// # Safety
/// `frame` is null or a live frame of a stack that is not running something else.
#[inline]
pub unsafe fn location(frame: *mut ExecuteData) -> Option<(*mut ZString, u32)> {
    // SAFETY: the frame is null or live, as demanded, and `php_code` gives only what it has found in a live one.
    unsafe { php_code(frame).map(|(function, line)| (file_of(function), line)) }
}

/// The function of the innermost PHP frame at or below `frame`, and the line at which it stands. Borrowed.
///
/// # Safety
/// As [`location`].
#[inline]
pub unsafe fn php_code(frame: *mut ExecuteData) -> Option<(*mut ffi::zend_function, u32)> {
    // SAFETY: frames are linked down to the bottom of their stack; user functions have op arrays.
    unsafe {
        let mut frame = frame;
        while !frame.is_null() {
            let function = (*frame).func;
            // ZEND_USER_CODE: user functions and eval code have even types.
            if !function.is_null() && (*function).type_ & 1 == 0 {
                let line = (*(*frame).opline).lineno;
                let line = if line != 0 { line } else { line_of_throw() };
                return Some((function, line));
            }
            frame = (*frame).prev_execute_data;
        }
        None
    }
}

/// What [`location`] reads of the function of a closure, which has a function of its own: where it begins, and the name of its file.
pub const READ_BY_LOCATION: [usize; 2] =
    [offset_of!(ffi::zend_op_array, type_), offset_of!(ffi::zend_op_array, filename)];

/// The name of the file of a function of PHP code, borrowed.
///
/// # Safety
/// [`php_code`] has just found it.
#[inline]
pub unsafe fn file_of(function: *mut ffi::zend_function) -> *mut ZString {
    // SAFETY: `php_code` gives functions of PHP code only: the union holds an `op_array`.
    unsafe { (*function).op_array.filename }
}

/// The line of the instruction that threw. While an exception is thrown, the frame is at a pseudo instruction without a line.
#[cold]
fn line_of_throw() -> u32 {
    // SAFETY: globals of this thread; the instruction is part of the function that threw, which is alive.
    unsafe { (*eg()).opline_before_exception.as_ref().map_or(0, |opline| opline.lineno) }
}

/// The frame of the caller, or null.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn caller(frame: *mut ExecuteData) -> *mut ExecuteData {
    // SAFETY: null or a live frame, as demanded; the link to the frame below is part of it and is not followed here.
    unsafe { if frame.is_null() { frame } else { (*frame).prev_execute_data } }
}

/// Whether a frame is that of a function in C.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn is_internal(frame: *mut ExecuteData) -> bool {
    const INTERNAL_FUNCTION: u8 = 1;
    // SAFETY: a function starts with its type.
    unsafe { !frame.is_null() && !(*frame).func.is_null() && (*(*frame).func).type_ == INTERNAL_FUNCTION }
}

/// The name of the function of no class and in C that a frame executes, in lower case as PHP declares its own; `None` for all others,
/// also for the frame below all of a native Fiber's, whose function has no name.
///
/// # Safety
/// `frame` is null or live, and so it is as long as the name is used.
#[inline]
pub unsafe fn internal_function<'a>(frame: *mut ExecuteData) -> Option<&'a [u8]> {
    // SAFETY: a live frame of a function in C; a function keeps its name.
    unsafe {
        if !is_internal(frame) {
            return None;
        }
        let function = &(*(*frame).func).common;
        if function.scope.is_null() && !function.function_name.is_null() {
            Some(super::string::bytes(function.function_name))
        } else {
            None
        }
    }
}

/// Whether a function in C is executing, and not what PHP code that it has called leaves behind: that is freed on top of it.
///
/// # Safety
/// `frame` is the executing frame, or null.
pub unsafe fn is_in_its_own_code(frame: *mut ExecuteData) -> bool {
    // SAFETY: a live frame with a function, on the stack whose end the engine knows.
    unsafe {
        is_internal(frame)
            && (*frame).func.cast() != super::state::bottom_function()
            && true_async_is_in_its_own_code(frame)
    }
}

/// The address of the handler of a frame's function in C, called as itself or as a closure: `fgets(...)`. 0 for PHP code.
///
/// # Safety
/// `frame` is null or live.
#[inline(always)]
pub unsafe fn handler(frame: *mut ExecuteData) -> usize {
    // SAFETY: functions in C have a handler.
    unsafe {
        if !is_internal(frame) {
            return 0;
        }
        if (*(*frame).func).common.fn_flags & ffi::ZEND_ACC_CLOSURE != 0 {
            return true_async_handler_in_closure(frame);
        }
        *(&raw const (*(*frame).func).internal_function.handler).cast()
    }
}

/// Whether a frame is that of a function in C with that handler.
///
/// # Safety
/// `frame` is null or live.
#[inline(always)]
pub unsafe fn has_handler(frame: *mut ExecuteData, wanted: Handler) -> bool {
    // SAFETY: null or a live frame.
    unsafe { handler(frame) == wanted as usize }
}

/// `debug_backtrace($options, $limit)` of a suspended stack, as if it were the running one [core/CO-22].
///
/// # Safety
/// `frame` is the innermost frame of a suspended stack.
pub unsafe fn backtrace(frame: *mut ExecuteData, options: i64, limit: i64) -> Zval {
    let mut result = Zval::UNDEF;
    // SAFETY: the shim presents the frame as current for the length of the call.
    unsafe { true_async_backtrace(&raw mut result, frame, options as i32, limit as i32) };
    result
}

/// Forgets the executing frame: it belongs to a stack that has ended.
#[inline]
pub fn forget() {
    // SAFETY: a pointer in this thread's executor globals is overwritten; the stack of the frame that it named has ended.
    unsafe { (*eg()).current_execute_data = ptr::null_mut() };
}

/// Runs `call` on top of a frame of an internal function: exceptions thrown meanwhile stay pending instead of
/// being fatal, and traces end at `{main}`.
///
/// # Safety
/// No PHP frame is executing.
pub unsafe fn with_bottom<T>(call: impl FnOnce() -> T) -> T {
    let mut bottom = core::mem::MaybeUninit::<ExecuteData>::zeroed();
    // SAFETY: a zeroed frame with a function is what the engine itself puts at the bottom of fibers.
    unsafe {
        let outer = (*eg()).current_execute_data;
        (*bottom.as_mut_ptr()).func = super::state::bottom_function();
        (*eg()).current_execute_data = bottom.as_mut_ptr();
        let result = call();
        (*eg()).current_execute_data = outer;
        result
    }
}

/// Whether the executing function is one of a module.
pub fn executes_module(name: &CStr) -> bool {
    // SAFETY: names of modules are C strings that live as long as the module.
    unsafe {
        let module = true_async_executing_module();
        !module.is_null() && CStr::from_ptr(module) == name
    }
}
