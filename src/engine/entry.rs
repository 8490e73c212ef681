//! What a function of ours sees of its call, and the boundary that no panic crosses.

pub use super::handler::Handler;
use super::{exception, object};
use crate::abi::zend::IS_UNDEF;
use crate::abi::{Array, ClassEntry, ExecuteData, Object, Zval};
use core::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many values fit in the place of a frame: its arguments begin behind that many.
pub(super) const FRAME_SLOTS: usize = size_of::<ExecuteData>().div_ceil(size_of::<Zval>());
const CALL_HAS_EXTRA_NAMED_PARAMS: u32 = 1 << 27;

/// The call that a handler serves: of a function or method in C, on the PHP thread, with a request. It is in progress for as long as
/// there is a `Call`, so its frame holds the arguments and the object.
#[derive(Clone, Copy)]
pub struct Call {
    frame: *mut ExecuteData,
    result: *mut Zval,
}

impl Call {
    /// The arguments of a handler.
    ///
    /// # Safety
    /// `frame` is that of a call in progress, with its arguments in place, and the `Call` is not used after it. `result` is the place
    /// for what it returns; it may be null if nothing is returned by way of the `Call`.
    pub unsafe fn of(frame: *mut ExecuteData, result: *mut Zval) -> Call {
        Call { frame, result }
    }

    #[inline]
    fn header(self) -> *mut Zval {
        // SAFETY: the frame lives until the handler returns. `This` also carries flags and the argument count.
        unsafe { (&raw mut (*self.frame).This).cast() }
    }

    #[inline]
    pub fn arg_count(self) -> u32 {
        // SAFETY: the frame lives until the handler returns; the count is in it from its start.
        unsafe { (*self.header()).extra }
    }

    /// The argument at `index` from 0; null when the call has fewer.
    #[inline]
    pub fn arg(self, index: u32) -> *mut Zval {
        if index >= self.arg_count() {
            return core::ptr::null_mut();
        }
        // SAFETY: the call has so many arguments, and they follow the frame.
        unsafe { self.frame.cast::<Zval>().add(FRAME_SLOTS + index as usize) }
    }

    /// Named arguments collected by a variadic parameter, or null.
    #[inline]
    pub fn named_args(self) -> *mut Array {
        // SAFETY: the frame lives until the handler returns, and the flag says whether the field is set.
        unsafe {
            if (*self.header()).type_info & CALL_HAS_EXTRA_NAMED_PARAMS == 0 {
                core::ptr::null_mut()
            } else {
                (*self.frame).extra_named_params.cast()
            }
        }
    }

    #[inline]
    pub fn this(self) -> *mut Object {
        // SAFETY: the frame lives until the handler returns. Of functions without an object the field is null or the class
        // that was called on.
        unsafe { (*self.header()).value.object }
    }

    /// The value that holds the object on which a method was called; of functions and static methods something else.
    #[inline]
    pub fn this_value(self) -> *mut Zval {
        self.header()
    }

    /// The class that a static method was called on.
    #[inline]
    pub fn called_class(self) -> *mut ClassEntry {
        self.this().cast()
    }

    #[inline]
    pub fn frame(self) -> *mut ExecuteData {
        self.frame
    }

    /// Where the return value goes.
    #[inline]
    pub fn result(self) -> *mut Zval {
        self.result
    }

    /// Sets the return value, taking it over.
    #[inline]
    pub fn set(self, value: Zval) {
        // SAFETY: the engine passes an initialised place.
        unsafe { self.result.write(value) }
    }

    pub fn set_bool(self, value: bool) {
        self.set(Zval::from_bool(value));
    }

    /// Returns an object; takes over the reference, null gives null.
    pub fn set_object(self, object: *mut Object) {
        self.set(if object.is_null() { Zval::NULL } else { Zval::from_object(object) });
    }

    /// Returns the object on which the method was called.
    pub fn return_this(self) {
        // SAFETY: the frame of a method holds its object; the caller gets a reference of its own.
        self.set_object(unsafe { object::add_ref(self.this()) });
    }

    /// Whether the argument at `index` was given at all.
    pub fn has(self, index: u32) -> bool {
        let arg = self.arg(index);
        // SAFETY: not null, so one of the arguments in the frame, which lives until the handler returns.
        !arg.is_null() && unsafe { (*arg).kind() } != IS_UNDEF
    }
}

/// Runs the body of a handler. A panic becomes a PHP `Error` [abi/ABI-16].
///
/// # Safety
/// The arguments of a handler.
#[inline]
pub unsafe fn guard(frame: *mut ExecuteData, result: *mut Zval, body: impl FnOnce(Call)) {
    let call = Call { frame, result };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(call))) {
        report_panic(panic.as_ref());
        std::mem::forget(panic);
    }
}

/// Throws the text of a panic.
#[cold]
pub fn report_panic(panic: &(dyn std::any::Any + Send)) {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown cause");
    // SAFETY: a handler is being called: there is a frame, so throwing does not jump over the text, which the engine
    // copies.
    unsafe { exception::throw_error(core::ptr::null_mut(), &format!("Internal error in true_async: {text}")) }
}

/// Defines native functions: `handlers! { fn name(call) { ... } }`.
macro_rules! handlers {
    ($($(#[$meta:meta])* fn $name:ident($call:ident) $body:block)*) => {
        $(
            $(#[$meta])*
            pub unsafe extern "C" fn $name(
                frame: *mut $crate::abi::ExecuteData,
                result: *mut $crate::abi::Zval,
            ) {
                let body = |$call: $crate::engine::entry::Call| $body;
                // SAFETY: called by the engine with its own frame and result place.
                unsafe { $crate::engine::entry::guard(frame, result, body) }
            }
        )*
    };
}
pub(crate) use handlers;
