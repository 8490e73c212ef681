//! `Async\Future`: the reading side of a state, and the futures derived from it.

use super::FutureState;
use super::chain::{Branch, Mapper};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::object;
use crate::scheduler::large_stack;
use crate::scheduler::list::LinkOf;
use core::ptr;

#[repr(C)]
pub struct FutureObject {
    /// Refers to the state, which it holds. Null until the constructor has run.
    pub(super) reference: EventRef,
    /// What completes it, if it was derived from another future.
    pub(super) mapper: Mapper,
    /// What was derived from it while it was pending.
    pub(super) branch: Branch,
    /// Its place among those that were derived from the same future.
    pub(super) link: LinkOf<FutureObject>,
}

impl FutureObject {
    /// A new object on a state whose reference it takes over. One reference.
    ///
    /// # Safety
    /// The caller owns the state's reference.
    pub unsafe fn on(state: *mut FutureState) -> *mut FutureObject {
        // SAFETY: the caller owns the reference of the state, as this function demands; nothing else refers to the
        // new object yet.
        unsafe {
            let this = FutureObject::create(0);
            (*this).attach(state);
            this
        }
    }

    /// Gives a new object its state, taken over.
    pub fn attach(&mut self, state: *mut FutureState) {
        self.reference.event = state.cast();
    }

    /// The state, borrowed; null if the constructor has not run.
    pub fn state(&self) -> *mut FutureState {
        self.reference.event.cast()
    }
}

impl Body for FutureObject {
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe { (*this).reference = EventRef::new(ptr::null_mut(), Self::OFFSET) }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: each part is taken out before it is released.
        unsafe {
            ptr::replace(&raw mut (*this).branch, Branch::EMPTY).release();
            ptr::replace(&raw mut (*this).mapper, Mapper::NONE).release();
            let state = ptr::replace(&raw mut (*this).reference.event, ptr::null_mut());
            if !state.is_null() {
                object::release(FutureState::object(state.cast()));
            }
        }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living object, which holds its state, and changes nothing.
        unsafe {
            if !(*this).state().is_null() {
                report.object(FutureState::object((*this).state()));
            }
            (*this).branch.report(report);
            (*this).mapper.report(report);
        }
    }
}
