//! Single-flight loading of classes: one coroutine loads a class, others that need it meanwhile wait for it [core/ES-4].
//!
//! Stock PHP knows only one flow of control: a class that is being loaded is asked for again by its own autoloader, and
//! the answer is "not found". That answer would be wrong for another coroutine, and a second run of the autoloader would
//! declare the class twice.
//!
//! **A class that is being linked** (`class A extends P`, and P is being loaded) is already in the engine's table, and code that
//! asks for it there is told that there is none, without a call of the autoloaders. While the coroutine that links it is
//! away the class goes under a name that no code knows; what asks for it reaches [`load`] and waits. The coroutine itself
//! finds it in its place: what P says about A must be checked against it. Another coroutine that comes to the same declaration
//! waits as well ([`declared_by_other`]): then the class is there, or it is this coroutine's turn to link it.
//!
//! No coroutine waits when that would close a cycle (A loads X and needs Y, B loads Y and needs X): then the autoloader is
//! called as stock PHP would. A cycle that is not seen in time ends with [`give_up`], before deadlock is declared.

use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{autoload, exception, object, string};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::blocking;
use crate::scheduler::coroutine::description;
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::protect;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::coroutine::wait::{Awaited, Wait};
use crate::scheduler::event::awaited;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::run::ready;
use crate::scheduler::run::suspend;
use crate::scheduler::run::switch_handlers::{zend_coroutine_add_switch_handler, zend_coroutine_remove_switch_handler};
use core::ptr;

/// A running call of the autoloaders, or a class that is being linked and waits for such a call; lives on the stack of the
/// coroutine that loads.
struct Load {
    lower_case_name: *mut ZString,
    /// The name that the class goes under while its coroutine is away; null for a call of the autoloaders. Owned.
    hidden_name: *mut ZString,
    /// The key of the declaration that is being executed, or null.
    declaration: *mut ZString,
    hidden: bool,
    /// Owned: a Fiber that is parked in an autoloader may outlive its coroutine.
    loader: *mut CoroutineObject,
    link: LinkOf<Load>,
}

listed!(Load, link);

impl Load {
    fn of(lower_case_name: *mut ZString, loader: *mut CoroutineObject) -> Load {
        Load {
            lower_case_name,
            hidden_name: ptr::null_mut(),
            declaration: ptr::null_mut(),
            hidden: false,
            loader,
            link: LinkOf::new(),
        }
    }
}

/// A coroutine that waits for a class; lives on its stack.
#[repr(C)]
struct Waiter {
    wait: Wait,
    coroutine: *mut CoroutineObject,
    /// Null when the wait is over.
    load: *mut Load,
    /// It must load the class itself.
    gave_up: bool,
    link: LinkOf<Waiter>,
}

listed!(Waiter, link);

/// The loads of a thread, the latest first, and its waits, the longest first.
pub(in crate::scheduler) struct Loads {
    loads: ListOf<Load>,
    waiters: ListOf<Waiter>,
}

impl Loads {
    pub(in crate::scheduler) const NONE: Loads = Loads { loads: ListOf::EMPTY, waiters: ListOf::EMPTY };
}

per_thread!(fn loads() -> *mut Loads = Loads::NONE);

/// After a fatal error: loads and waits lie on stacks that do not exist any more.
///
/// # Safety
/// No coroutine runs again.
pub(super) unsafe fn forget_all() {
    // SAFETY: the nodes lie on stacks that are given up, as the caller promises: none is read, the two lists are overwritten.
    unsafe { *loads() = Loads::NONE }
}

/// At launch.
///
/// # Safety
/// On the PHP thread with a request.
pub(in crate::scheduler) unsafe fn install() {
    // SAFETY: a request is active on this thread, as the caller promises; `load` keeps the contract of a loader.
    unsafe { autoload::install(load) }
}

unsafe fn load(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: nodes leave their lists before their frames end; a bailout empties the lists.
    unsafe {
        let this = current_object();
        let declaration = autoload::declaration_of_other(name);
        if !declaration.is_null() {
            return declared_by_other(this, declaration);
        }
        if this.is_null() || !suspend::may_suspend() {
            return autoload::load(name, lower_case_name);
        }
        let Some(linked) = autoload::class_being_linked() else {
            // Another coroutine that evaluates the same expression meanwhile would find it half done.
            let mut class = ptr::null_mut();
            if autoload::evaluates_constant(lower_case_name) {
                blocking::refusing_waits(|| class = load_or_wait(this, name, lower_case_name));
            } else {
                class = load_or_wait(this, name, lower_case_name);
            }
            return class;
        };
        // What is thrown there ends the process, for most that a class needs [core/CN-20].
        let sealed = protect::seal();
        let class = load_for_linking(this, linked, name, lower_case_name);
        if sealed {
            protect::unseal(true);
        }
        class
    }
}

/// Loads what the class `linked` needs.
unsafe fn load_for_linking(
    this: *mut CoroutineObject,
    linked: autoload::BeingLinked,
    name: *mut ZString,
    lower_case_name: *mut ZString,
) -> *mut ClassEntry {
    // SAFETY: `linking` stays on this frame until `end` has unlinked it; this coroutine is held meanwhile, and the class keeps its name
    // while it is linked. A bailout does not come back here and empties the list (`forget_all`).
    unsafe {
        object::add_ref(coroutine::to_object(this));
        let mut linking = Load::of(linked.lower_case_name, this);
        let node = &raw mut linking;
        (*node).hidden_name = autoload::hidden_name(linked.lower_case_name, node.cast());
        (*node).declaration = linked.declaration;
        ListOf::push_front(&raw mut (*loads()).loads, node);
        zend_coroutine_add_switch_handler(&raw mut (*this).base, Some(on_switch));
        let class = load_or_wait(this, name, lower_case_name);
        // In a Fiber that another coroutine has resumed it still is.
        show(node);
        end(node);
        if !is_linking(this) {
            let index = zend_coroutine_add_switch_handler(&raw mut (*this).base, Some(on_switch));
            zend_coroutine_remove_switch_handler(&raw mut (*this).base, index);
        }
        object::release(coroutine::to_object(this));
        if (*node).hidden {
            autoload::refuse_hidden((*node).hidden_name);
        }
        string::release((*node).hidden_name);
        class
    }
}

unsafe fn is_linking(this: *mut CoroutineObject) -> bool {
    // SAFETY: a listed load lies on a frame that has not ended, or `forget_all` has emptied the list; comparing runs nothing.
    unsafe {
        let mut load = (*loads()).loads.first();
        while !load.is_null() && ((*load).loader != this || (*load).hidden_name.is_null()) {
            load = (*load).link.next();
        }
        !load.is_null()
    }
}

/// Classes that a coroutine is linking are in sight of it alone.
unsafe extern "C" fn on_switch(coroutine: *mut Coroutine, is_enter: bool, _: bool) -> bool {
    // SAFETY: a listed load lies on a frame that has not ended; hiding and showing classes runs no PHP code, so the list stays.
    unsafe {
        let mut load = (*loads()).loads.first();
        while !load.is_null() {
            if (*load).loader == coroutine.cast() && !(*load).hidden_name.is_null() {
                if is_enter {
                    show(load);
                } else if !(*load).hidden {
                    autoload::hide((*load).lower_case_name, (*load).declaration, (*load).hidden_name);
                    (*load).hidden = true;
                }
            }
            load = (*load).link.next();
        }
        true
    }
}

/// It stays hidden when another class has got its name.
unsafe fn show(load: *mut Load) {
    // SAFETY: the load lies on a frame that has not ended, and owns the hidden name; the class that is linked keeps the other one.
    unsafe {
        if (*load).hidden {
            (*load).hidden = !autoload::show((*load).hidden_name, (*load).declaration, (*load).lower_case_name);
        }
    }
}

unsafe fn load_or_wait(
    this: *mut CoroutineObject,
    name: *mut ZString,
    lower_case_name: *mut ZString,
) -> *mut ClassEntry {
    // SAFETY: a load that was found is listed, and not looked at after the wait: `end` may have taken it.
    unsafe {
        loop {
            let running = find_load(lower_case_name, this);
            if running.is_null() || closes_cycle(running, this) {
                break;
            }
            let gave_up = match wait_for(this, running) {
                Ok(gave_up) => gave_up,
                Err(cancellation) => {
                    exception::throw(cancellation);
                    return ptr::null_mut();
                }
            };
            let found = autoload::find(lower_case_name);
            if !found.is_null() {
                return found;
            }
            if gave_up {
                break;
            }
        }
        load_now(this, name, lower_case_name)
    }
}

/// Waits for the end of a load. True when it must not be waited for any longer.
unsafe fn wait_for(this: *mut CoroutineObject, load: *mut Load) -> Result<bool, OwnedObject> {
    // SAFETY: `waiter` stays on this frame until it is unlinked behind `park`; a stack that `park` does not come back to is abandoned, and
    // `forget_all` has emptied the list.
    unsafe {
        let mut waiter = Waiter { wait: Wait::new(visit), coroutine: this, load, gave_up: false, link: LinkOf::new() };
        let node = &raw mut waiter;
        ListOf::push_back(&raw mut (*loads()).waiters, node);
        let woken = Wait::park(&raw const (*node).wait);
        ListOf::remove(&raw mut (*loads()).waiters, node);
        woken.map(|()| ptr::read_volatile(&raw const (*node).gave_up))
    }
}

/// This coroutine has come to a declaration that another one is executing. Where it cannot wait, the name is in use, as in
/// stock PHP.
unsafe fn declared_by_other(this: *mut CoroutineObject, declaration: *mut ZString) -> *mut ClassEntry {
    // SAFETY: the loader is being called for this declaration, whose key the running code holds. A load that was found is listed, and is
    // looked for again after each wait; no frame up to the engine's owns anything when the declaration is refused.
    unsafe {
        // As where a class is linked: the engine would not get over an exception from this wait.
        let sealed = protect::seal();
        loop {
            let load = find_hidden(declaration);
            if load.is_null() {
                break;
            }
            if this.is_null() || !suspend::may_suspend() || closes_cycle(load, this) {
                autoload::refuse_hidden((*load).hidden_name);
            }
            match wait_for(this, load) {
                Ok(false) => {}
                Ok(true) => {
                    let load = find_hidden(declaration);
                    if !load.is_null() {
                        autoload::refuse_hidden((*load).hidden_name);
                    }
                }
                Err(cancellation) => protect::defer(this, cancellation),
            }
        }
        let class = autoload::declare();
        if sealed {
            protect::unseal(true);
        }
        class
    }
}

/// The load of the coroutine that executes a declaration and has hidden its class.
unsafe fn find_hidden(declaration: *mut ZString) -> *mut Load {
    // SAFETY: a listed load lies on a frame that has not ended, and so do its names; comparing runs nothing.
    unsafe {
        let mut load = (*loads()).loads.first();
        while !load.is_null() {
            if (*load).hidden && !(*load).declaration.is_null() && autoload::same((*load).declaration, declaration) {
                return load;
            }
            load = (*load).link.next();
        }
        ptr::null_mut()
    }
}

/// The coroutine that loads the class is what a waiter waits for.
unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of a listed waiter.
    unsafe {
        let load = (*wait.cast::<Waiter>()).load;
        if !load.is_null() {
            each(Awaited::Event(&raw mut (*(*load).loader).base.event));
        }
    }
}

unsafe fn load_now(this: *mut CoroutineObject, name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: `load` stays on this frame until `end` has unlinked it, also when the autoloader throws; its coroutine is held meanwhile.
    unsafe {
        object::add_ref(coroutine::to_object(this));
        let mut load = Load::of(lower_case_name, this);
        let node = &raw mut load;
        ListOf::push_front(&raw mut (*loads()).loads, node);
        let class = autoload::load(name, lower_case_name);
        end(node);
        object::release(coroutine::to_object(this));
        class
    }
}

/// Takes a load out of the list and wakes the coroutines that wait for it.
unsafe fn end(load: *mut Load) {
    // SAFETY: the load lies on the caller's frame and is listed; waiters are woken, which does not switch.
    unsafe {
        ListOf::remove(&raw mut (*loads()).loads, load);
        each_waiter(|waiter| {
            if (*waiter).load == load {
                release(waiter);
            }
        });
    }
}

unsafe fn find_load(lower_case_name: *mut ZString, except: *mut CoroutineObject) -> *mut Load {
    // SAFETY: a listed load lies on a frame that has not ended, and so does its name; comparing runs nothing.
    unsafe {
        let mut load = (*loads()).loads.first();
        while !load.is_null() {
            if (*load).loader != except && autoload::same((*load).lower_case_name, lower_case_name) {
                return load;
            }
            load = (*load).link.next();
        }
        ptr::null_mut()
    }
}

/// Visits waiters in the order in which they began to wait.
unsafe fn each_waiter(mut visit: impl FnMut(*mut Waiter)) {
    // SAFETY: listed waiters are alive; visiting changes no list.
    unsafe {
        let mut waiter = (*loads()).waiters.first();
        while !waiter.is_null() {
            visit(waiter);
            waiter = (*waiter).link.next();
        }
    }
}

unsafe fn release(waiter: *mut Waiter) {
    // SAFETY: its coroutine is parked or was woken already.
    unsafe {
        (*waiter).load = ptr::null_mut();
        ready::wake(&raw mut (*(*waiter).coroutine).base);
    }
}

/// Whether the coroutine that loads waits, over others that load or are awaited, for `this`.
unsafe fn closes_cycle(load: *mut Load, this: *mut CoroutineObject) -> bool {
    // SAFETY: a load holds its loader, and what waits for a coroutine holds it; nothing runs between the steps.
    unsafe {
        let mut next = (*load).loader;
        // As many steps as there are coroutines, or it is a cycle that others have closed.
        for _ in 0..=(*unfinished()).count {
            if next == this {
                return true;
            }
            next = awaited_by(next);
            if next.is_null() {
                return false;
            }
        }
        true
    }
}

/// The coroutine for which, and for nothing else, another one waits, or null.
unsafe fn awaited_by(coroutine: *mut CoroutineObject) -> *mut CoroutineObject {
    // SAFETY: the coroutine is alive: a load holds its loader, and what waits for an event holds that. Events with this description are
    // the start of a coroutine.
    unsafe {
        let mut found: *mut CoroutineObject = ptr::null_mut();
        let mut several = false;
        let mut any = false;
        awaited::visit(coroutine, &mut |awaited| {
            several |= core::mem::replace(&mut any, true);
            if let Awaited::Event(event) = awaited
                && description::is_coroutine(event)
            {
                found = event.cast();
            }
        });
        if several { ptr::null_mut() } else { found }
    }
}

/// Nothing can happen any more: what waits for a class loads it itself. False when nothing does.
///
/// # Safety
/// On the trampoline.
pub(in crate::scheduler) unsafe fn give_up() -> bool {
    // SAFETY: on the trampoline every listed waiter is parked on its own stack; waking does not switch, so the list stays.
    unsafe {
        let mut any = false;
        each_waiter(|waiter| {
            if !(*waiter).load.is_null() {
                any = true;
                (*waiter).gave_up = true;
                release(waiter);
            }
        });
        any
    }
}
