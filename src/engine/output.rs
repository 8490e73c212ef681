//! Output buffers of the executing coroutine.

unsafe extern "C" {
    fn true_async_output_buffered() -> bool;
    fn true_async_output_flush_all();
}

/// Whether the executing coroutine has open buffers.
pub fn buffered() -> bool {
    // SAFETY: reads globals of this thread.
    unsafe { true_async_output_buffered() }
}

pub use super::state::in_output_callback as in_callback;

/// Closes all open buffers and writes what they hold (OB-5).
///
/// # Safety
/// May run output callbacks.
pub unsafe fn flush_all() {
    // SAFETY: forwarded.
    unsafe { true_async_output_flush_all() }
}
