//! One coroutine at a time: what keeps others out of C code, and how that is ended.
//!
//! ```text
//!   gate.rs          a coroutine is inside from the beginning of a call to its end
//!   idle.rs          waiting while the C code of a call of another one is left in the middle
//!   forced_close.rs  closing a connection ends the calls of others on it
//!   phar.rs          the gate of archives
//!   locks.rs         locks of files and System V, which other processes take as well; lock_owners.rs: what has them
//! ```

pub mod forced_close;
pub mod gate;
pub mod idle;
pub mod lock_owners;
pub mod locks;
pub mod phar;
