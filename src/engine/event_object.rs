//! Objects of our classes: a structure of ours, the *body*, followed by the engine's object header.
//!
//! ```text
//!   body (starts with an Event, a reference to one, or another ABI structure)
//!   zend_object
//!   extra memory that C code has asked for
//! ```
//!
//! A class says what its body is, what it holds and how that is given back; creation, offset, destruction and the report
//! to the cycle collector are the same for all.

use super::class::ObjectModel;
use super::gc::Report;
use super::object;
use crate::abi::{ClassEntry, EmbeddedObject, Object, Zval};
use core::ffi::c_int;
use core::mem::{offset_of, size_of};
use core::ptr;
use ext_php_rs::ffi;

/// A body and its object header.
#[repr(C)]
pub struct EventObject<B> {
    pub body: B,
    std: EmbeddedObject,
}

/// What the objects of one class are.
pub trait Body: Sized + 'static {
    /// The distance from a body to its object.
    const OFFSET: usize = offset_of!(EventObject<Self>, std);
    /// The class's destructor: may run PHP code, and is skipped after a fatal error. None: nothing to do.
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = None;
    /// What the engine frees an object by. Objects that may be the links of a long chain need one that looks for room on the stack.
    const FREE: unsafe extern "C" fn(*mut Object) = free_object::<Self>;

    /// The handlers of the class: a static of its own.
    fn model() -> &'static ObjectModel;

    /// Completes the body of a new object, which is zeroed.
    ///
    /// # Safety
    /// Called once per object.
    unsafe fn init(this: *mut Self);

    /// Gives back what the body holds. Nothing refers to the object any more.
    ///
    /// # Safety
    /// Called once per object.
    unsafe fn free(this: *mut Self);

    /// Reports what the body holds to the cycle collector.
    ///
    /// # Safety
    /// Called by the collector; changes nothing.
    unsafe fn report(_this: *mut Self, _report: &Report) {}

    /// Connects the class with this body. `ce` was just registered.
    ///
    /// # Safety
    /// At MINIT, once.
    unsafe fn install(ce: *mut ClassEntry) {
        // SAFETY: MINIT, once, as demanded: there is no object of the class yet, and nothing else reads the model or the
        // class.
        unsafe {
            Self::model().install(ce, create_object::<Self>, |own| {
                own.offset = Self::OFFSET as c_int;
                own.free_obj = Some(Self::FREE);
                own.get_gc = Some(report_to_gc::<Self>);
                if Self::DESTROY.is_some() {
                    own.dtor_obj = Self::DESTROY;
                }
            });
        }
    }

    /// A new object, one reference, with `extra` zeroed bytes behind it at [`extra_offset`](Self::extra_offset).
    ///
    /// # Safety
    /// A request is active; the class has no declared properties if there are extra bytes.
    unsafe fn create(extra: usize) -> *mut Self {
        // SAFETY: a request is active, as demanded; the memory is new and zeroed up to the properties, with room for the
        // extra bytes behind it.
        unsafe {
            let model = Self::model();
            let new = object::allocate(size_of::<EventObject<Self>>(), extra, model.class(), model.handlers());
            let this = Self::of(new);
            this.byte_add(Self::extra_offset() as usize).cast::<u8>().write_bytes(0, extra);
            Self::init(this);
            this
        }
    }

    /// What `new` makes in PHP code before the constructor runs.
    ///
    /// # Safety
    /// A request is active.
    unsafe fn create_for_php() -> *mut Self {
        // SAFETY: a request is active, as demanded, and without extra bytes the class may have properties.
        unsafe { Self::create(0) }
    }

    /// The distance from a body to the extra memory: the place of the first property, of which there is none.
    fn extra_offset() -> u32 {
        (size_of::<EventObject<Self>>() - size_of::<Zval>()) as u32
    }

    /// The body of an object of the class.
    #[inline]
    fn of(object: *mut Object) -> *mut Self {
        object.wrapping_byte_sub(Self::OFFSET).cast()
    }

    /// The object of a body.
    #[inline]
    fn object(this: *mut Self) -> *mut Object {
        this.wrapping_byte_add(Self::OFFSET).cast()
    }
}

unsafe extern "C" fn create_object<B: Body>(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: called by the engine; the classes are final, so `ce` is the class that was installed.
    unsafe {
        debug_assert_eq!(ce, B::model().class());
        B::object(B::create_for_php())
    }
}

/// Frees an object of the class of `B`.
///
/// # Safety
/// Called by the engine, once per object, as the handler of that class.
#[inline]
pub unsafe extern "C" fn free_object<B: Body>(object: *mut Object) {
    // SAFETY: the engine frees an object once, when nothing refers to it; `free_obj` is set for objects of this class only,
    // so the body before it is a `B`.
    unsafe {
        // Destructors of what it holds may look for it.
        object::end_weak_references(object);
        B::free(B::of(object));
        ffi::zend_object_std_dtor(object);
    }
}

unsafe extern "C" fn report_to_gc<B: Body>(
    object: *mut Object,
    table: *mut *mut ffi::zval,
    count: *mut c_int,
) -> *mut ffi::HashTable {
    // SAFETY: `get_gc` is set for objects of this class only, so the body is a `B`; the collector asks for one report at a
    // time, and nothing in one runs PHP code.
    unsafe {
        let report = Report::new();
        B::report(B::of(object), &report);
        report.finish(table.cast(), count);
        ptr::null_mut()
    }
}

/// Declares the model of a class and returns it: the body of [`Body::model`].
macro_rules! model {
    () => {{
        static MODEL: $crate::engine::class::ObjectModel = $crate::engine::class::ObjectModel::new();
        &MODEL
    }};
}
pub(crate) use model;
