//! Deep recursion in C runs on large stacks [io/FW-6].
//!
//! ```text
//!   functions.rs   internal functions: those that recurse over data, those that call back into PHP
//!   objects.rs     freeing and comparing objects
//!   here           what both share; the engine's own recursions (compiler, calls under a debugger) come here as well
//! ```
//!
//! Outside coroutines, and in one that has room, a wrapper costs a comparison.

mod functions;
mod objects;

use crate::engine::stack_space;
use crate::scheduler::large_stack;
use core::ffi::c_void;

pub use functions::{is_wrapper, wrapper_of};
pub use objects::{activate, deactivate, module_shutdown};

/// At module start.
pub fn module_startup() {
    stack_space::provide(for_data, for_calls);
}

/// Where nothing can be refused, the guard of the stack is what remains.
unsafe fn for_data(call: stack_space::Call, arg: *mut c_void) {
    // SAFETY: libxml and the engine pass a function with the argument that it wants; it is called once, here or on the
    // large stack.
    unsafe {
        if !(large_stack::is_too_small() && large_stack::call(call, arg)) {
            call(arg);
        }
    }
}

unsafe fn for_calls(call: stack_space::Call, arg: *mut c_void) {
    // SAFETY: libxml and the engine pass a function with the argument that it wants; it is called once, here or on the
    // large stack.
    unsafe {
        if !(large_stack::is_short() && large_stack::call(call, arg)) {
            call(arg);
        }
    }
}
