//! There is no pool for PDO where PHP was built without PDO.

use crate::abi::{ExecuteData, Zval};
use crate::engine::wrap::Function;

/// Nothing is a method of it.
#[derive(Clone, Copy)]
pub enum Method {
    Forward,
}

/// # Safety
/// None is needed.
pub unsafe fn module_startup() {}

pub fn method_of(_: &Function) -> Option<Method> {
    None
}

/// # Safety
/// Never called.
pub unsafe extern "C" fn call(_: *mut ExecuteData, _: *mut Zval) {}
