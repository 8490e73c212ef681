//! Output buffers: those of the executing coroutine, and those of the request, which lie below all (shim_output.c).

unsafe extern "C" {
    fn true_async_output_buffered() -> bool;
    fn true_async_output_flush_all();
    fn true_async_output_startup(in_other: extern "C" fn() -> bool);
    fn true_async_output_replace_functions();
    fn true_async_output_script_begins();
    fn true_async_output_before_jump();
}

/// `in_other`: whether a coroutine other than main is running.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup(in_other: extern "C" fn() -> bool) {
    // SAFETY: single-threaded, as promised.
    unsafe {
        true_async_output_startup(in_other);
        true_async_output_replace_functions();
    }
}

/// The buffers that are open now belong to the request [core/OB-9].
pub(super) fn script_begins() {
    // SAFETY: globals of this thread; called before the first line of the request's code.
    unsafe { true_async_output_script_begins() }
}

/// A fatal error is about to be reported: a coroutine's own buffers would swallow the report [core/OB-5].
pub(super) fn before_jump() {
    // SAFETY: globals of this thread.
    unsafe { true_async_output_before_jump() }
}

/// Whether the executing coroutine has open buffers of its own.
pub fn buffered() -> bool {
    // SAFETY: reads globals of this thread.
    unsafe { true_async_output_buffered() }
}

pub use super::state::in_output_callback as in_callback;

/// Closes its own buffers and writes what they hold [core/OB-5].
///
/// # Safety
/// May run output callbacks.
pub unsafe fn flush_all() {
    // SAFETY: forwarded.
    unsafe { true_async_output_flush_all() }
}
