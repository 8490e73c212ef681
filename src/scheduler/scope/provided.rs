//! Spawning where an object of the user's says: `ScopeProvider` and `SpawnStrategy` [core/SP-10 to SP-17].

use super::object as scope_object;
use super::structure::{hold, may_spawn, unhold};
use crate::abi::zend::IS_NULL;
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, class, exception, object, zval};
use crate::scheduler::coroutine::object::{CoroutineFlags, from_object, to_object};
use crate::scheduler::coroutine::spawn::{self, attach, choose_scope, enqueue, remember_location};
use crate::scheduler::coroutine::{cancel, finish, make};
use core::ptr;

/// Slot `spawn` [abi/ABI-118]. The result is borrowed: the scheduler owns the reference.
///
/// # Safety
/// As the slot `spawn` demands [abi/ABI-118]: `scope` and `provider` are null or alive, on the PHP thread in a request.
pub unsafe extern "C" fn spawn_slot(scope: *mut Scope, provider: *mut Object, priority: i32) -> *mut Coroutine {
    // SAFETY: `created` is held until its references are counted; it is returned only if another one, the scheduler's, is left.
    unsafe {
        if !provider.is_null() {
            if !object::is_a(provider, class::get(AsyncClass::SCOPE_PROVIDER)) {
                let (name, class) = ("zend_async_spawn_fn", "Async\\ScopeProvider");
                exception::throw_wrong_class(name, "scope_provider", class, provider); // [abi/ABI-118]
                return ptr::null_mut();
            }
            let created = spawn_provided(provider, ptr::null_mut(), priority);
            // Borrowed, unless a hook waited so long that it has ended already.
            let ended = !created.is_null() && object::ref_count(created) == 1;
            object::release(created);
            return if created.is_null() || ended { ptr::null_mut() } else { from_object(created).cast() };
        }
        spawn::spawn(scope, priority)
    }
}

/// Spawns in the scope that `provider` names; what `task` holds moves into the coroutine, null leaves that to the caller.
/// An owned reference, null with an exception.
///
/// # Safety
/// `provider` implements `ScopeProvider`; `task` is null or holds a kept callable and is not used again. Runs PHP code.
pub unsafe fn spawn_provided(provider: *mut Object, task: *mut Fcall, priority: i32) -> *mut Object {
    // SAFETY: the scope's object is held until the coroutine is in it: it may be the only reference.
    unsafe {
        let mut held = Zval::UNDEF;
        let chosen = provided_scope(provider, &raw mut held);
        let by_member = chosen == Some(ptr::null_mut());
        let created = match chosen.and_then(|scope| choose_scope(scope)) {
            Some(scope) => create(provider, scope, by_member, task, priority),
            None => {
                if !task.is_null() {
                    call::release_parts(task);
                }
                ptr::null_mut()
            }
        };
        zval::clear(&raw mut held);
        created
    }
}

/// Makes the coroutine and enqueues it between the hooks of a strategy [core/SP-15]. An owned reference or null.
unsafe fn create(
    provider: *mut Object,
    scope: *mut Scope,
    by_member: bool,
    task: *mut Fcall,
    priority: i32,
) -> *mut Object {
    // SAFETY: the scope is alive here; a hook may dispose it, and let it go while it suspends.
    unsafe {
        hold(scope.cast());
        let created = create_in(provider, scope, by_member, task, priority);
        unhold(scope.cast());
        created
    }
}

/// As [`create`], in a scope that is held.
unsafe fn create_in(
    provider: *mut Object,
    scope: *mut Scope,
    by_member: bool,
    task: *mut Fcall,
    priority: i32,
) -> *mut Object {
    // SAFETY: one reference is held throughout: hooks may suspend, and the coroutine may end meanwhile.
    unsafe {
        let new = make::new();
        let created = to_object(new);
        if !task.is_null() {
            (*new).set_task(task);
        }
        if !attach(new, scope) {
            spawn::refused(new);
            return ptr::null_mut();
        }
        remember_location(new);
        if !object::is_a(provider, class::get(AsyncClass::SPAWN_STRATEGY)) {
            enqueue(new, priority);
            return object::add_ref(created);
        }
        let scope_object = scope_object::of(scope.cast());
        let mut arguments = [Zval::from_object(created), Zval::from_object(scope_object)];
        // The array that it returns is not used yet.
        let mut returned = call::method(provider, "beforecoroutineenqueue", &mut arguments);
        zval::clear(&raw mut returned);
        let enqueued = exception::pending().is_null() && may_spawn(scope.cast(), by_member);
        if enqueued {
            object::add_ref(created);
            enqueue(new, priority);
            returned = call::method(provider, "aftercoroutineenqueue", &mut arguments);
            zval::clear(&raw mut returned);
        }
        object::release(scope_object);
        if exception::pending().is_null() {
            return created;
        }
        // A hook has thrown, so the task never runs [core/SP-16].
        let error = exception::take().into_nullable();
        if enqueued {
            cancel::cancel(&raw mut (*new).base, ptr::null_mut(), false, false);
        } else if (*new).flags.contains(CoroutineFlags::CREATOR_HOLDS) {
            // The hook has cancelled it: it ends by itself.
            (*new).flags.remove(CoroutineFlags::CREATOR_HOLDS);
        } else {
            finish::discard(new);
        }
        object::release(created);
        if let Some(error) = OwnedObject::from_nullable(error) {
            exception::throw(error);
        }
        ptr::null_mut()
    }
}

/// The scope of a provider, null for the current one; `None` with an exception. `held` gets what the provider returned.
unsafe fn provided_scope(provider: *mut Object, held: *mut Zval) -> Option<*mut Scope> {
    // SAFETY: the caller holds the provider, and `held` what that returns: the object whose scope is read is alive.
    unsafe {
        let mut provided = provider;
        if (*provider).ce != class::get(AsyncClass::SCOPE) {
            held.write(call::method(provider, "providescope", &mut []));
            if !exception::pending().is_null() {
                return None;
            }
            if (*held).type_info == IS_NULL {
                return Some(ptr::null_mut());
            }
            provided = (*held).object();
            if provided.is_null() || (*provided).ce != class::get(AsyncClass::SCOPE) {
                let message = "Scope provider must return an instance of Async\\Scope";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
                return None;
            }
        }
        let scope = scope_object::scope_of(provided);
        if scope.is_null() {
            // Not the current scope instead: the task would be where its provider does not look for it [core/SP-17].
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Scope object has been disposed");
            return None;
        }
        Some(scope.cast())
    }
}
