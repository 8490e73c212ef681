//! The hooks: our replacements of blocking libc functions, one file per family.
//!
//! Every hook has the same shape: may it suspend? (`wait::enter`) - if not, the real function; else an attempt that
//! cannot block, a wait if it would have, and again. Results, errno, partial transfers, time limits and descriptor flags
//! stay what they are in libc.
//!
//! Real functions are called by their plain names: this object is never patched, and the loader binds our names in the
//! global scope, so `LD_PRELOAD` tools and sanitizers stay in the chain [io/HK-8]. Our own symbols are not exported.

mod accept;
mod child;
mod clock;
mod close;
mod command_ends;
mod commands;
mod connect;
mod epoll;
mod lines;
mod loader;
mod lock;
mod mutex;
mod names;
mod open;
mod poll;
mod popen;
mod protocol;
mod read;
mod recv;
mod resolver;
mod select;
mod send;
mod sigaction;
mod sigmask;
mod sigpipe;
mod sigwait;
mod sleep;
mod sync;
mod system_v;
mod trace;
mod transfer;
mod whole_file;
mod write;

use super::relocation::got::{Hook, Variant};
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, Ordering};
use trace::counting;

pub use lines::{ended as line_ended, forget as forget_lines};
pub use mutex::forget as forget_waits_for_locks;
#[cfg(php_zts)]
pub use names::forget_last_answer;
pub use read::in_parts;
pub use sigpipe::end_all as stop_ignoring_pipes;
pub use transfer::received_from_peer;
pub use whole_file::{forget_all as forget_whole_file, set_reader};
pub use write::to_file;

/// Functions whose types do not matter here: only their addresses are taken.
mod libc_names {
    unsafe extern "C" {
        pub fn __poll_chk();
        pub fn __ppoll_chk();
        pub fn __recv_chk();
        pub fn __recvfrom_chk();
        pub fn __read_chk();
        pub fn __open_2();
        pub fn __open64_2();
        pub fn __openat_2();
        pub fn __openat64_2();
        pub fn lockf64();
        pub fn wait3();
        pub fn semtimedop();
    }
}

fn common(variant: Variant) -> bool {
    matches!(variant, Variant::Common | Variant::Curl | Variant::Protocol | Variant::Locks | Variant::HandleLocks)
}

fn locking(variant: Variant) -> bool {
    matches!(variant, Variant::Locks | Variant::HandleLocks | Variant::Interrupted)
}

fn polling(variant: Variant) -> bool {
    common(variant) || variant == Variant::Interrupted
}

fn loading(variant: Variant) -> bool {
    common(variant) || variant == Variant::Loader
}

fn curl(variant: Variant) -> bool {
    variant == Variant::Curl
}

fn sleeping(variant: Variant) -> bool {
    common(variant) || variant == Variant::Sleep
}

/// Some request of this process simulates time.
static VIRTUAL_TIME: AtomicBool = AtomicBool::new(false);

/// From now on the clocks are redirected, too; whether that is new.
pub fn show_virtual_time() -> bool {
    !VIRTUAL_TIME.swap(true, Ordering::Relaxed)
}

fn showing_time(variant: Variant) -> bool {
    sleeping(variant) && VIRTUAL_TIME.load(Ordering::Relaxed)
}

/// How often each hook was called in coroutine context since the process started (`async.io_trace`).
pub fn hits() -> impl Iterator<Item = (&'static str, u64)> {
    trace::hits_of(NAMES)
}

/// The most special one of the hooks for a name.
const fn last<const N: usize>(hooks: [*const c_void; N]) -> *const c_void {
    hooks[N - 1]
}

/// The hook that some names have.
const fn only<const N: usize>(hooks: [*const c_void; N]) -> Option<*const c_void> {
    if N == 0 { None } else { Some(hooks[N - 1]) }
}

macro_rules! address {
    ($name:literal, $hook:path) => {
        $hook as *const c_void
    };
}

/// `name` real => hook => the one for libraries | the one for libraries with a protocol : the one for libraries that may be left
/// with locks of handles = the one that is interrupted, the last four where they differ.
macro_rules! hooks {
    ($($name:literal $real:path => $hook:path $(=> $quiet:path)? $(| $protocol:path)? $(: $handle_locks:path)? $(= $interrupted:path)?, $variant:ident;)*) => {
        /// Every redirected name.
        const NAMES: &[&str] = &[$($name),*];

        /// What is redirected to what. With `traced` calls are counted on their way to the hooks [io chapter 17].
        pub fn table(traced: bool) -> &'static [Hook] {
            static TABLE: &[Hook] = hooks!(@table address, $($name $real => $hook $(=> $quiet)? $(| $protocol)? $(: $handle_locks)? $(= $interrupted)?, $variant;)*);
            static TRACED: &[Hook] = hooks!(@table counting, $($name $real => $hook $(=> $quiet)? $(| $protocol)? $(: $handle_locks)? $(= $interrupted)?, $variant;)*);
            if traced { TRACED } else { TABLE }
        }
    };
    (@table $address:ident, $($name:literal $real:path => $hook:path $(=> $quiet:path)? $(| $protocol:path)? $(: $handle_locks:path)? $(= $interrupted:path)?, $variant:ident;)*) => {
        &[$(Hook {
            name: match core::ffi::CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => c"",
            },
            hook: $address!($name, $hook),
            in_libraries: last([$address!($name, $hook) $(, $address!($name, $quiet))?]),
            protocol: last([$address!($name, $hook) $(, $address!($name, $protocol))?]),
            handle_locks: only([$($address!($name, $handle_locks))?]),
            interrupted: only([$($address!($name, $interrupted))?]),
            real: $real as *const c_void,
            for_variant: $variant,
        }),*]
    };
}

hooks! {
    "poll" libc::poll => poll::poll | protocol::poll = poll::poll_interrupted, polling;
    "__poll" libc::poll => poll::poll | protocol::poll, common;
    "ppoll" libc::ppoll => poll::ppoll | protocol::ppoll, common;
    "__poll_chk" libc_names::__poll_chk => poll::poll_checked | protocol::poll_checked, common;
    "__ppoll_chk" libc_names::__ppoll_chk => poll::ppoll_checked, common;
    "select" libc::select => select::select, common;
    "__select" libc::select => select::select, common;
    "pselect" libc::pselect => select::pselect, common;
    "epoll_wait" libc::epoll_wait => epoll::epoll_wait, common;
    "epoll_pwait" libc::epoll_pwait => epoll::epoll_pwait, common;
    "recv" libc::recv => recv::recv => recv::recv_quietly | protocol::recv, common;
    "recvfrom" libc::recvfrom => recv::recvfrom | protocol::recvfrom, common;
    "recvmsg" libc::recvmsg => recv::recvmsg | protocol::recvmsg, common;
    "__recv_chk" libc_names::__recv_chk => recv::recv_checked | protocol::recv_checked, common;
    "__recvfrom_chk" libc_names::__recvfrom_chk => recv::recvfrom_checked, common;
    "send" libc::send => send::send => send::send_quietly | protocol::send, common;
    "__send" libc::send => send::send => send::send_quietly | protocol::send, common;
    "sendto" libc::sendto => send::sendto | protocol::sendto, common;
    "sendmsg" libc::sendmsg => send::sendmsg | protocol::sendmsg, common;
    "read" libc::read => read::read => read::read_quietly | protocol::read, common;
    "__read" libc::read => read::read => read::read_quietly | protocol::read, common;
    "__read_chk" libc_names::__read_chk => read::read_checked | protocol::read_checked, common;
    "readv" libc::readv => read::readv | protocol::readv, common;
    "write" libc::write => write::write => write::write_quietly | protocol::write, common;
    "__write" libc::write => write::write => write::write_quietly | protocol::write, common;
    "writev" libc::writev => write::writev | protocol::writev, common;
    "accept" libc::accept => accept::accept, common;
    "accept4" libc::accept4 => accept::accept4, common;
    "connect" libc::connect => connect::connect, common;
    "__connect" libc::connect => connect::connect, common;
    "sleep" libc::sleep => sleep::sleep, sleeping;
    "usleep" libc::usleep => sleep::usleep, sleeping;
    "nanosleep" libc::nanosleep => sleep::nanosleep, sleeping;
    "__nanosleep" libc::nanosleep => sleep::nanosleep, sleeping;
    "clock_nanosleep" libc::clock_nanosleep => sleep::clock_nanosleep, common;
    "getaddrinfo" libc::getaddrinfo => names::getaddrinfo, common;
    "getnameinfo" libc::getnameinfo => names::getnameinfo, common;
    "gethostbyname" names::real::gethostbyname => names::host_by_name, common;
    "gethostbyname2" names::real::gethostbyname2 => names::host_by_name2, common;
    "gethostbyname_r" names::real::gethostbyname_r => names::host_by_name_r, common;
    "gethostbyaddr" names::real::gethostbyaddr => names::host_by_address, common;
    "gethostbyaddr_r" names::real::gethostbyaddr_r => names::host_by_address_r, common;
    "res_nsearch" resolver::real::res_nsearch => resolver::res_nsearch, common;
    "__res_nsearch" resolver::real::res_nsearch => resolver::res_nsearch, common;
    "res_nquery" resolver::real::res_nquery => resolver::res_nquery, common;
    "__res_nquery" resolver::real::res_nquery => resolver::res_nquery, common;
    "res_search" resolver::real::res_search => resolver::res_search, common;
    "__res_search" resolver::real::res_search => resolver::res_search, common;
    "res_query" resolver::real::res_query => resolver::res_query, common;
    "__res_query" resolver::real::res_query => resolver::res_query, common;
    "close" libc::close => close::close, common;
    "__close" libc::close => close::close, common;
    "dup2" libc::dup2 => close::dup2, common;
    "dup" libc::dup => command_ends::dup, common;
    "dup3" libc::dup3 => close::dup3, common;
    "fclose" libc::fclose => close::fclose, common;
    "pipe" libc::pipe => command_ends::pipe, common;
    "openpty" libc::openpty => command_ends::openpty, common;
    "socketpair" libc::socketpair => command_ends::socketpair => command_ends::socketpair_of_library, common;
    "popen" libc::popen => popen::popen, common;
    "pclose" libc::pclose => popen::pclose, common;
    "waitpid" libc::waitpid => child::waitpid, common;
    "wait" libc::wait => child::wait, common;
    "wait3" libc_names::wait3 => child::wait3, common;
    "wait4" libc::wait4 => child::wait4, common;
    "waitid" libc::waitid => child::waitid, common;
    "sigtimedwait" libc::sigtimedwait => sigwait::sigtimedwait, common;
    "sigwaitinfo" libc::sigwaitinfo => sigwait::sigwaitinfo, common;
    "sigaction" libc::sigaction => sigaction::sigaction => sigaction::sigaction_of_library, common;
    "sigprocmask" libc::sigprocmask => sigmask::sigprocmask, common;
    "pthread_sigmask" libc::pthread_sigmask => sigmask::pthread_sigmask, common;
    "flock" libc::flock => lock::flock, common;
    "fcntl" libc::fcntl => lock::fcntl, common;
    "fcntl64" libc::fcntl => lock::fcntl, common;
    "lockf" libc::lockf => lock::lockf, common;
    "lockf64" libc_names::lockf64 => lock::lockf, common;
    "open" libc::open => open::open, common;
    "fstat" libc::fstat => whole_file::fstat, common;
    "lseek" libc::lseek => whole_file::lseek, common;
    "open64" libc::open64 => open::open, common;
    "__open_2" libc_names::__open_2 => open::open_checked, common;
    "__open64_2" libc_names::__open64_2 => open::open_checked, common;
    "openat" libc::openat => open::openat, common;
    "openat64" libc::openat64 => open::openat, common;
    "__openat_2" libc_names::__openat_2 => open::openat_checked, common;
    "__openat64_2" libc_names::__openat64_2 => open::openat_checked, common;
    "fopen" libc::fopen => open::fopen, common;
    "fopen64" libc::fopen64 => open::fopen, common;
    "fsync" libc::fsync => sync::fsync, common;
    "fdatasync" libc::fdatasync => sync::fdatasync, common;
    "semop" libc::semop => system_v::semop, common;
    "semtimedop" libc_names::semtimedop => system_v::semtimedop, common;
    "msgrcv" libc::msgrcv => system_v::msgrcv, common;
    "msgsnd" libc::msgsnd => system_v::msgsnd, common;
    "dlopen" libc::dlopen => loader::dlopen, loading;
    "pthread_mutex_lock" libc::pthread_mutex_lock => mutex::lock : mutex::lock_kept, locking;
    "pthread_mutex_trylock" libc::pthread_mutex_trylock => mutex::trylock : mutex::trylock_kept, locking;
    "pthread_mutex_timedlock" libc::pthread_mutex_timedlock => mutex::timedlock, locking;
    "pthread_mutex_unlock" libc::pthread_mutex_unlock => mutex::unlock, locking;
    "pthread_mutex_destroy" libc::pthread_mutex_destroy => mutex::mutex_destroy, locking;
    "pthread_rwlock_destroy" libc::pthread_rwlock_destroy => mutex::rwlock_destroy, locking;
    "pthread_rwlock_rdlock" libc::pthread_rwlock_rdlock => mutex::rdlock : mutex::rdlock_kept, locking;
    "pthread_rwlock_wrlock" libc::pthread_rwlock_wrlock => mutex::wrlock : mutex::wrlock_kept, locking;
    "pthread_rwlock_tryrdlock" libc::pthread_rwlock_tryrdlock => mutex::tryrdlock : mutex::tryrdlock_kept, locking;
    "pthread_rwlock_trywrlock" libc::pthread_rwlock_trywrlock => mutex::trywrlock : mutex::trywrlock_kept, locking;
    "pthread_rwlock_unlock" libc::pthread_rwlock_unlock => mutex::rwlock_unlock, locking;
    "clock_gettime" libc::clock_gettime => clock::clock_gettime, showing_time;
    "gettimeofday" libc::gettimeofday => clock::gettimeofday, showing_time;
    "time" libc::time => clock::time, showing_time;
    "pthread_join" libc::pthread_join => loader::pthread_join, curl;
}
