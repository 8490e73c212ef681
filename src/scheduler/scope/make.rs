//! Making scopes: a template that is completed at module start is copied.

use super::structure::{ScopeObject, marks, register};
use super::tree;
use crate::abi::*;
use crate::engine::{current_frame, frame, string};
use core::cell::UnsafeCell;
use core::mem::{MaybeUninit, size_of};
use core::ptr;

/// What the ABI, and the files of scopes, call of a scope. Written at MINIT only.
struct Template(UnsafeCell<MaybeUninit<Scope>>);
// SAFETY: constant after MINIT.
unsafe impl Sync for Template {}
static TEMPLATE: Template = Template(UnsafeCell::new(MaybeUninit::zeroed()));

/// Takes the methods of scopes; at MINIT.
///
/// # Safety
/// Single-threaded module start; `complete` leaves everything but methods as it is.
pub(super) unsafe fn prepare(complete: impl FnOnce(*mut Scope)) {
    complete(TEMPLATE.0.get().cast());
}

/// A new scope without PHP object: child of `parent`, or a root. One reference.
///
/// # Safety
/// `parent` is null or alive. Runs no PHP code.
pub unsafe fn new(parent: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: zeroed memory; every non-zero field is set here.
    unsafe {
        let scope: *mut ScopeObject = memory::allocate_zeroed(size_of::<ScopeObject>());
        let base = &mut (*scope).base;
        ptr::copy_nonoverlapping(TEMPLATE.0.get().cast(), base, 1);
        base.event.ref_count = 1;
        if let Some((file, line)) = frame::location(current_frame()) {
            (*scope).file = string::add_ref(file);
            (*scope).line = line;
        }
        register(scope);
        if parent.is_null() {
            base.event.flags.insert(EventFlags::SCOPE_DISPOSE_SAFELY);
        } else {
            let safe = (*parent).base.event.flags & EventFlags::SCOPE_DISPOSE_SAFELY;
            base.event.flags.insert(safe);
            base.request_scope = (*parent).base.request_scope;
            tree::add_child(parent, scope);
        }
        scope
    }
}

/// A child scope in which finally handlers run [core/CO-37].
///
/// # Safety
/// As [`new`].
pub(super) unsafe fn new_for_finally(parent: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: `parent` is null or alive, as the caller promises; nothing runs before the new scope has its mark.
    unsafe {
        let scope = new(parent);
        (*scope).marks |= marks::FINALLY_RUN;
        scope
    }
}
