//! `socket_read()`, of which the hook of `recv` knows lines (`hooks/lines.rs`).

use super::wrapped::Guards;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::hooks;
use crate::engine::entry::Handler;
use crate::engine::wrap::Function;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let is_one = function.class().is_empty() && function.name() == b"socket_read";
    is_one.then(|| Guards { around: Some(read), ..Guards::default() })
}

unsafe fn read(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper.
    unsafe { inner(frame, result) };
    hooks::line_ended(frame);
}
