//! The functions of the namespace `Async` (core 2.1).

use super::entering::{enter_async, enter_async_unless_off, launched};
use super::{add_all, await_many, class_type, cpu, iterate, signal, signature, stats};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::owned::OwnedObject;
use crate::engine::{args, call, class, exception, hash, object, zval};
use crate::primitives::awaiting::{self, Outcome};
use crate::primitives::sleep::sleep;
use crate::primitives::token::Token;
use crate::primitives::{context, timeout};
use crate::scheduler::{self, coroutine, current_object, protect, resume};
use crate::scheduler::{shutdown, spawn};
use core::mem::MaybeUninit;
use core::ptr;
use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::flags::DataType;

/// Adds the functions to the module.
pub fn register(module: ModuleBuilder<'_>) -> ModuleBuilder<'_> {
    let coroutine_type = || class_type("Async\\Coroutine");
    let completable = class_type("Async\\Completable");
    let module = add_all(module, await_many::functions());
    let module = add_all(module, cpu::functions());
    let module = add_all(module, signal::functions());
    add_all(
        module,
        vec![
            signature("Async\\spawn", spawn_function)
                .required("task", DataType::Callable)
                .variadic("args", DataType::Mixed)
                .returns(coroutine_type()),
            signature("Async\\spawn_with", spawn_with)
                .required("provider", class_type("Async\\ScopeProvider"))
                .required("task", DataType::Callable)
                .variadic("args", DataType::Mixed)
                .returns(coroutine_type()),
            signature("Async\\suspend", suspend).returns(DataType::Void),
            signature("Async\\await", await_function)
                .required("awaitable", completable)
                .nullable("cancellation", completable)
                .returns(DataType::Mixed),
            signature("Async\\delay", delay).required("ms", DataType::Long).returns(DataType::Void),
            signature("Async\\timeout", timeout_function)
                .required("ms", DataType::Long)
                .returns(class_type("Async\\Awaitable")),
            signature("Async\\current_coroutine", current_coroutine).returns(coroutine_type()),
            signature("Async\\get_coroutines", get_coroutines).returns(DataType::Array),
            signature("Async\\current_context", current_context).returns(class_type("Async\\Context")),
            signature("Async\\coroutine_context", coroutine_context).returns(class_type("Async\\Context")),
            signature("Async\\root_context", root_context).returns(class_type("Async\\Context")),
            signature("Async\\request_context", request_context).returns_nullable(class_type("Async\\Context")),
            signature("Async\\protect", protect_function)
                .required("closure", class_type("Closure"))
                .returns(DataType::Mixed),
            signature("Async\\iterate", iterate::iterate)
                .required("iterable", DataType::Iterable)
                .required("callback", DataType::Callable)
                .optional("concurrency", DataType::Long, "0")
                .optional("cancelPending", DataType::Bool, "true")
                .returns(DataType::Void),
            signature("Async\\graceful_shutdown", graceful_shutdown)
                .nullable("cancellationError", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            signature("Async\\runtime_stats", stats::runtime_stats).returns(DataType::Array),
        ],
    )
}

/// Throws what a light wait ended with.
///
/// # Safety
/// A request is active.
#[inline]
unsafe fn deliver(woken: resume::Woken) {
    if let Err(error) = woken {
        // SAFETY: a request is active, as demanded.
        unsafe { exception::throw(error) }
    }
}

handlers! {
    fn spawn_function(call) {
        if !args::count(call, 1, u32::MAX) {
            return;
        }
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: what is kept moves into the coroutine; the result is a reference of the caller's own.
        unsafe {
            if !args::callable_with_rest(call, 0, task.as_mut_ptr()) {
                return;
            }
            let new = spawn::spawn_call(ptr::null_mut(), task.as_mut_ptr(), 0);
            if !new.is_null() {
                call.set_object(object::add_ref(coroutine::to_object(new.cast())));
            }
        }
    }

    fn spawn_with(call) {
        if !args::count(call, 2, u32::MAX) {
            return;
        }
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: what is kept moves into the coroutine; the result is the caller's.
        unsafe {
            let Some(provider) = args::object_at(call, 0, class::get(AsyncClass::SCOPE_PROVIDER)) else { return };
            if args::callable_with_rest(call, 1, task.as_mut_ptr()) {
                let new = spawn::spawn_provided(provider, task.as_mut_ptr(), 0);
                if !new.is_null() {
                    call.set_object(new);
                }
            }
        }
    }

    fn suspend(call) {
        if args::none(call) && enter_async_unless_off() {
            // SAFETY: the running code is a coroutine that may suspend, as `enter_async_unless_off` has found; what its wait ended with
            // is owned.
            unsafe { deliver(resume::yield_here()) }
        }
    }

    fn delay(call) {
        let Some(ms) = args::long(call) else { return };
        if !enter_async_unless_off() {
            return;
        }
        // SAFETY: the running code is a coroutine that may suspend, as was found above; what its wait ended with is owned.
        unsafe {
            if ms <= 0 {
                deliver(scheduler::yield_now());
            } else {
                deliver(sleep(ms as u64));
            }
        }
    }

    fn await_function(call) {
        let completable = class::get(AsyncClass::COMPLETABLE);
        let usual = class::get(AsyncClass::COROUTINE);
        let Some((awaited, token)) = args::object_and_optional(call, completable, usual, completable) else { return };
        // SAFETY: both are arguments, which the frame holds; the token may be null.
        unsafe { await_object(call, awaited, token) }
    }

    fn protect_function(call) {
        let Some(closure) = args::closure(call) else { return };
        // SAFETY: the call is released after it was made.
        unsafe {
            let mut task = MaybeUninit::<Fcall>::uninit();
            if call::keep_in(task.as_mut_ptr(), closure, ptr::null_mut(), 0, ptr::null_mut()).is_err() {
                return;
            }
            let mut result = Zval::UNDEF;
            let entered = protect::enter();
            call::invoke(task.as_mut_ptr(), &raw mut result);
            if entered {
                protect::leave();
            }
            call::release_parts(task.as_mut_ptr());
            if exception::pending().is_null() {
                call.set(if result.is_undef() { Zval::NULL } else { result });
            } else {
                zval::clear(&raw mut result);
            }
        }
    }

    fn graceful_shutdown(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: coroutines are only queued; the reference of the argument stays the caller's.
        unsafe {
            if (*globals()).state == State::Active {
                shutdown::begin((!reason.is_null()).then(|| OwnedObject::share(reason)));
            }
        }
    }

    fn timeout_function(call) {
        let Some(ms) = args::long(call) else { return };
        // SAFETY: a request is active during a call; the new object is the caller's.
        unsafe {
            if ms <= 0 {
                exception::throw_value_error("Timeout value must be greater than 0");
            } else {
                let new = timeout::new(ms as u64);
                if !new.is_null() {
                    call.set_object(new);
                }
            }
        }
    }

    fn current_coroutine(call) {
        // SAFETY: the caller gets a reference of its own.
        unsafe {
            if !args::none(call) {
                return;
            }
            let current = current_object();
            if current.is_null() {
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "The current coroutine is not defined");
            } else {
                call.set_object(object::add_ref(coroutine::to_object(current)));
            }
        }
    }

    fn current_context(call) {
        return_scope_context(call, false);
    }

    fn root_context(call) {
        return_scope_context(call, true);
    }

    fn coroutine_context(call) {
        // SAFETY: the context belongs to the coroutine; the caller gets a reference of its own.
        unsafe {
            if args::none(call) && launched() {
                let found = context::of_coroutine(scheduler::current());
                call.set_object(object::add_ref(context::to_object(found)));
            }
        }
    }

    fn request_context(call) {
        // SAFETY: the current coroutine, if there is one, is alive, and so are its scope and the scope of its request, which is null
        // without a server integration [core/CX-3]. That holds its context; the caller gets a reference of its own.
        unsafe {
            if !args::none(call) {
                return;
            }
            let current = scheduler::current();
            let scope = if current.is_null() { ptr::null_mut() } else { (*current).scope };
            let request = if scope.is_null() { ptr::null_mut() } else { (*scope).request_scope };
            if request.is_null() {
                call.set(Zval::NULL);
            } else {
                call.set_object(object::add_ref(context::to_object(context::of_scope(request))));
            }
        }
    }

    fn get_coroutines(call) {
        // SAFETY: every element gets a reference of its own.
        unsafe {
            if !args::none(call) {
                return;
            }
            let list = hash::new_array(8);
            coroutine::each(|c| {
                // One that has ended may still be destructing what it left behind.
                if !(*c).is_finished() {
                    hash::push(list, Zval::from_object(object::add_ref(coroutine::to_object(c))));
                }
            });
            call.set(zval::from_array(list));
        }
    }
}

/// Returns the context of the main scope, or of that of the current coroutine.
fn return_scope_context(call: Call, of_main: bool) {
    if !args::none(call) || !launched() {
        return;
    }
    // SAFETY: after launching there are a main scope and a current coroutine, which holds its scope. A scope holds its context; the
    // caller gets a reference of its own.
    unsafe {
        let scope = if of_main { (*globals()).main_scope } else { (*scheduler::current()).scope };
        if scope.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "The coroutine has no scope any more");
        } else {
            call.set_object(object::add_ref(context::to_object(context::of_scope(scope))));
        }
    }
}

/// `await` from step 2 on (core 7).
///
/// # Safety
/// The arguments of the call hold both objects; `token` may be null. Suspends.
unsafe fn await_object(call: Call, awaited: *mut Object, token: *mut Object) {
    // SAFETY: both objects are held by the arguments of the call for as long as it lasts.
    unsafe {
        let Some(target) = awaiting::event_of(awaited) else { return };
        // Its own token could tell nothing that the target does not [primitives/CM-13].
        let token = if token == awaited { ptr::null_mut() } else { token };
        let Some(token) = Token::of(token) else { return };
        deliver_outcome(call, awaiting::wait(target, token, enter_async));
    }
}

/// Returns or throws what a wait ended with.
///
/// # Safety
/// A request is active.
pub(super) unsafe fn deliver_outcome(call: Call, outcome: Outcome) {
    match outcome {
        Ok(value) => call.set(value),
        // SAFETY: a request is active, as demanded.
        Err(Some(error)) => unsafe { exception::throw(error) },
        Err(None) => {}
    }
}
