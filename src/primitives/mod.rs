//! Floor 5: what PHP code builds concurrent programs with, and what it waits for. Behaviour only: arguments and results
//! are converted in `php/`.

pub mod await_many;
pub mod awaiting;
pub mod channel;
pub mod context;
pub mod future;
pub mod group;
pub mod iteration;
pub mod iterator;
pub mod pool;
pub mod signal;
pub mod sleep;
pub mod timeout;
pub mod token;
pub mod wait_queue;
pub mod watcher;
