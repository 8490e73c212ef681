//! Calling PHP.

use super::zval;
use crate::abi::zend::{Fcc, Fci};
use crate::abi::{Array, Fcall, Object, ZString, Zval, memory};
use core::ffi::c_char;
use core::mem::{MaybeUninit, size_of};
use core::ptr;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_is_callable(value: *mut Zval, fci: *mut Fci, cache: *mut Fcc, error: *mut *mut c_char) -> bool;
    fn true_async_keep_callable(fci: *mut Fci, cache: *mut Fcc);
    fn true_async_callable_name(callable: *mut Zval) -> *mut ZString;
}

/// Checks `value` as the type `callable` does, and keeps it with copies of its arguments beyond the current call; named
/// arguments are shared. On failure the reason is returned, in the engine's words; an autoloader may also have thrown.
///
/// # Safety
/// `value` is valid; `params` holds `count` values; `named` is null or valid. May autoload.
pub unsafe fn keep(value: *mut Zval, params: *mut Zval, count: u32, named: *mut Array) -> Result<*mut Fcall, String> {
    // SAFETY: the block is freed when nothing was put into it.
    unsafe {
        let fcall: *mut Fcall = memory::allocate(size_of::<Fcall>());
        match keep_in(fcall, value, params, count, named) {
            Ok(()) => Ok(fcall),
            Err(reason) => {
                memory::free(fcall);
                Err(reason)
            }
        }
    }
}

/// As [`keep`], in memory of the caller's, which is left as it was on failure.
///
/// # Safety
/// As [`keep`]; `fcall` is writable.
#[inline]
pub unsafe fn keep_in(
    fcall: *mut Fcall,
    value: *mut Zval,
    params: *mut Zval,
    count: u32,
    named: *mut Array,
) -> Result<(), String> {
    // SAFETY: the check fills the block; every value gets its own reference.
    unsafe {
        let fci = (&raw mut (*fcall).fci).cast::<Fci>();
        let cache = (&raw mut (*fcall).fci_cache).cast::<Fcc>();
        let mut error: *mut c_char = ptr::null_mut();
        if !true_async_is_callable(value, fci, cache, &raw mut error) {
            return Err(reason(error));
        }
        // A callable can be valid and still carry a deprecation text.
        memory::free(error);
        true_async_keep_callable(fci, cache);
        (*fci).retval = ptr::null_mut();
        (*fci).param_count = count;
        (*fci).named_params = named;
        (*fci).params = ptr::null_mut();
        if !named.is_null() {
            (*named).gc.refcount += 1;
        }
        if count > 0 {
            let copies: *mut Zval = memory::allocate(size_of::<Zval>() * count as usize);
            for i in 0..count as usize {
                copies.add(i).write(zval::copy(params.add(i)));
            }
            (*fci).params = copies.cast();
        }
        Ok(())
    }
}

#[cold]
unsafe fn reason(error: *mut c_char) -> String {
    if error.is_null() {
        return "no array or string given".to_owned();
    }
    // SAFETY: a message of the engine's, ours to free.
    unsafe {
        let text = core::ffi::CStr::from_ptr(error).to_string_lossy().into_owned();
        memory::free(error);
        text
    }
}

/// Calls a kept callable. `result` becomes UNDEF when the call threw.
///
/// # Safety
/// `fcall` was kept with [`keep`] or alike and is not released before this returns; `result` is writable. Runs PHP code; may suspend
/// and bail out.
#[inline]
pub unsafe fn invoke(fcall: *mut Fcall, result: *mut Zval) {
    // SAFETY: the kept parts are valid until `release`.
    unsafe {
        let fci = (&raw mut (*fcall).fci).cast::<Fci>();
        (*fci).retval = result.cast();
        ffi::zend_call_function(fci, (&raw mut (*fcall).fci_cache).cast());
    }
}

/// Calls `fcall` with other arguments than it was kept with. `result` becomes UNDEF when the call threw.
///
/// # Safety
/// As [`invoke`]; `args` is borrowed.
pub unsafe fn invoke_for(fcall: *mut Fcall, args: &mut [Zval], result: *mut Zval) {
    // SAFETY: `fcall` stays until this returns, as [`invoke`] demands; its parts are passed by address, so nothing is
    // borrowed while PHP code runs.
    unsafe { invoke_info((&raw mut (*fcall).fci).cast(), (&raw mut (*fcall).fci_cache).cast(), args, result) }
}

/// As [`invoke_for`], of a call that C code describes.
///
/// # Safety
/// As [`invoke`]; `args` is borrowed.
pub unsafe fn invoke_info(info: *mut Fci, info_cache: *mut Fcc, args: &mut [Zval], result: *mut Zval) {
    // SAFETY: a bitwise copy of the call information borrows what the kept one owns.
    unsafe {
        let mut fci = MaybeUninit::<Fci>::uninit();
        let mut cache = MaybeUninit::<Fcc>::uninit();
        ptr::copy_nonoverlapping(info, fci.as_mut_ptr(), 1);
        ptr::copy_nonoverlapping(info_cache, cache.as_mut_ptr(), 1);
        let call = &mut *fci.as_mut_ptr();
        call.retval = result.cast();
        call.params = args.as_mut_ptr().cast();
        call.param_count = args.len() as u32;
        call.named_params = ptr::null_mut();
        ffi::zend_call_function(fci.as_mut_ptr(), cache.as_mut_ptr());
    }
}

/// As [`invoke_for`], and drops the result.
///
/// # Safety
/// As [`invoke_for`].
pub unsafe fn invoke_with(fcall: *mut Fcall, args: &mut [Zval]) {
    let mut result = Zval::UNDEF;
    // SAFETY: as `invoke_for` demands; the result lies on this frame, is UNDEF or a value that the call has written, and is
    // destroyed once.
    unsafe {
        invoke_for(fcall, args, &raw mut result);
        zval::clear(&raw mut result);
    }
}

/// Calls a method by its name, in lower case. The result is UNDEF when it threw.
///
/// # Safety
/// The object has the method. Runs PHP code; may suspend and bail out. `args` is borrowed.
pub unsafe fn method(object: *mut Object, name: &str, args: &mut [Zval]) -> Zval {
    // SAFETY: a method table owns its functions for as long as the class exists.
    unsafe {
        let table = &raw mut (*(*object).ce).function_table;
        let function = ffi::zend_hash_str_find_ptr_lc(table, name.as_ptr().cast(), name.len());
        let mut result = Zval::UNDEF;
        ffi::zend_call_known_function(
            function.cast(),
            object,
            (*object).ce,
            (&raw mut result).cast(),
            args.len() as u32,
            args.as_mut_ptr().cast(),
            ptr::null_mut(),
        );
        result
    }
}

/// Destroys a kept callable and its arguments; null is allowed [abi/ABI-178]. May run destructors and so may suspend.
///
/// # Safety
/// `fcall` comes from [`keep`] or from C code that filled one alike.
pub unsafe fn release(fcall: *mut Fcall) {
    if !fcall.is_null() {
        // SAFETY: the block is freed last.
        unsafe {
            release_parts(fcall);
            memory::free(fcall);
        }
    }
}

/// Destroys what a kept callable holds, not the block it is in.
///
/// # Safety
/// As [`release`]; not null.
#[inline]
pub unsafe fn release_parts(fcall: *mut Fcall) {
    // SAFETY: each part is released once.
    unsafe {
        let fci = (&raw mut (*fcall).fci).cast::<Fci>();
        let params = (*fci).params.cast::<Zval>();
        for i in 0..(*fci).param_count as usize {
            zval::clear(params.add(i));
        }
        memory::free(params);
        if !(*fci).named_params.is_null() {
            super::hash::release((*fci).named_params);
        }
        zval::clear((&raw mut (*fci).function_name).cast());
    }
}

/// What a kept callable refers to, for the cycle collector.
///
/// # Safety
/// `fcall` is null or alive.
pub unsafe fn report(fcall: *mut Fcall, report: &super::gc::Report) {
    if fcall.is_null() {
        return;
    }
    // SAFETY: valid parts of a kept callable.
    unsafe {
        let fci = (&raw mut (*fcall).fci).cast::<Fci>();
        report.value((&raw mut (*fci).function_name).cast());
        let params = (*fci).params.cast::<Zval>();
        for i in 0..(*fci).param_count as usize {
            report.value(params.add(i));
        }
        if !(*fci).named_params.is_null() {
            let mut named = zval::from_array((*fci).named_params);
            report.value(&raw mut named);
        }
    }
}

/// The value that a callable was kept for, with a reference of its own: holding it, the callable may be released while it runs.
///
/// # Safety
/// `fcall` was kept with [`keep`] or alike.
pub unsafe fn callable(fcall: *mut Fcall) -> Zval {
    // SAFETY: `fcall` is a kept callable, as demanded, and owns the value.
    unsafe { zval::copy((&raw mut (*(&raw mut (*fcall).fci).cast::<Fci>()).function_name).cast()) }
}

/// The name of a kept callable, with one reference.
///
/// # Safety
/// `fcall` was kept with [`keep`] or alike.
pub unsafe fn name(fcall: *mut Fcall) -> *mut ZString {
    // SAFETY: `fcall` is a kept callable, as demanded; naming what it calls runs no PHP code, and the string is a new
    // reference.
    unsafe { true_async_callable_name((&raw mut (*(&raw mut (*fcall).fci).cast::<Fci>()).function_name).cast()) }
}
