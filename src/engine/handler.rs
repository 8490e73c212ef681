//! The native signature of a PHP function.

use crate::abi::{ExecuteData, Zval};

/// Of a function of ours, or of one that a function of ours stands in for.
pub type Handler = unsafe extern "C" fn(*mut ExecuteData, *mut Zval);
