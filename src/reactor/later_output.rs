//! Output on behalf of a coroutine that does not run: it writes it when it goes on, into its own buffers [abi/ABI-198].

use super::current;
use crate::abi::{Coroutine, EventFlags};
use crate::engine::output;
use crate::scheduler::switch_handlers::zend_coroutine_add_switch_handler;
use core::ptr;

/// What is to be written, in the order in which it came. Outside of request memory: a coroutine may never go on.
pub(crate) struct LaterOutput {
    parts: Vec<(*mut Coroutine, Vec<u8>)>,
}

impl LaterOutput {
    pub const fn new() -> LaterOutput {
        LaterOutput { parts: Vec::new() }
    }

    /// The request ends.
    pub fn forget(&mut self) {
        self.parts = Vec::new();
    }
}

/// Has a coroutine write `bytes`. One that has ended, or null, has no buffers: they are written at once.
pub(super) unsafe fn write(coroutine: *mut Coroutine, bytes: &[u8]) {
    // SAFETY: in a turn; null or alive. Where the output is written at once nothing else is held.
    unsafe {
        if coroutine.is_null() || (*coroutine).event.flags.contains(EventFlags::CLOSED) {
            output::write(bytes);
            return;
        }
        let parts = &raw mut (*current()).later_output.parts;
        if let Some((_, text)) = (*parts).iter_mut().find(|(whose, _)| ptr::eq(*whose, coroutine)) {
            text.extend_from_slice(bytes);
            return;
        }
        zend_coroutine_add_switch_handler(coroutine, Some(switched));
        (*parts).push((coroutine, bytes.to_vec()));
    }
}

unsafe extern "C" fn switched(coroutine: *mut Coroutine, is_enter: bool, is_finishing: bool) -> bool {
    if !is_enter && !is_finishing {
        return true;
    }
    // SAFETY: on the stack of the coroutine. The text is on the heap and used by nothing else while the engine has it, which may jump away.
    unsafe {
        let parts = &raw mut (*current()).later_output.parts;
        if let Some(at) = (*parts).iter().position(|(whose, _)| ptr::eq(*whose, coroutine)) {
            let text = Box::into_raw((*parts).swap_remove(at).1.into_boxed_slice());
            output::write(&*text);
            drop(Box::from_raw(text));
        }
    }
    false
}
