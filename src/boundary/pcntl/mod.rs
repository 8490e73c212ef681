//! Functions of the process that PHP code calls: forking, handlers of signals and where they are called.

pub mod dispatch;
pub mod fork;
pub mod signals;
