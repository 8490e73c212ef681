//! Ground floor: the C ABI as data. Structures, flags, slots, registration and the shared globals; no policy.

pub mod dns;
pub mod flags;
pub mod globals;
pub mod io;
pub mod iterator;
pub mod layout;
pub mod listen;
pub mod memory;
pub mod process;
pub mod read_only;
pub mod register;
pub mod slots;
pub mod structs;
pub mod threads;
pub mod zend;

pub use flags::{
    AsyncClass, EventFlags, FilesystemChanges, FilesystemFlags, PollEvents, PoolHandlers, State, WakerMarks,
    WakerStatus,
};
pub use globals::globals;
pub use read_only::ReadOnly;
pub use structs::*;
pub use zend::{Array, ClassEntry, EmbeddedObject, ExecuteData, Object, ObjectHandlers, ZString, Zval};
