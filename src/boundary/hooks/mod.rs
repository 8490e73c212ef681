//! The hooks: our replacements of blocking libc functions, one file per family.
//!
//! Every hook has the same shape: may it suspend? (`wait::enter`) - if not, the real function; else an attempt that
//! cannot block, a wait if it would have, and again. Results, errno, partial transfers, time limits and descriptor flags
//! stay what they are in libc.
//!
//! Real functions are called by their plain names: this object is never patched, and the loader binds our names in the
//! global scope, so `LD_PRELOAD` tools and sanitizers stay in the chain (HK-8). Our own symbols are not exported.

mod accept;
mod clock;
mod close;
mod connect;
mod epoll;
mod loader;
mod names;
mod poll;
mod read;
mod recv;
mod select;
mod send;
mod sigaction;
mod sleep;
mod transfer;
mod write;

use super::got::{Hook, Variant};
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, Ordering};

pub use read::file_kind;
pub use transfer::is_stream_socket;

/// Functions whose types do not matter here: only their addresses are taken.
mod libc_names {
    unsafe extern "C" {
        pub fn __poll_chk();
        pub fn __ppoll_chk();
        pub fn __recv_chk();
        pub fn __recvfrom_chk();
        pub fn __read_chk();
    }
}

fn common(variant: Variant) -> bool {
    matches!(variant, Variant::Common | Variant::Curl)
}

fn curl(variant: Variant) -> bool {
    variant == Variant::Curl
}

fn sleeping(variant: Variant) -> bool {
    variant != Variant::None
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

macro_rules! hooks {
    ($($name:literal $real:path => $hook:path, $variant:ident;)*) => {
        /// Every redirected name.
        pub fn table() -> &'static [Hook] {
            static TABLE: &[Hook] = &[$(Hook {
                name: match core::ffi::CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => c"",
                },
                hook: $hook as *const c_void,
                real: $real as *const c_void,
                for_variant: $variant,
            }),*];
            TABLE
        }
    };
}

hooks! {
    "poll" libc::poll => poll::poll, common;
    "__poll" libc::poll => poll::poll, common;
    "ppoll" libc::ppoll => poll::ppoll, common;
    "__poll_chk" libc_names::__poll_chk => poll::poll_checked, common;
    "__ppoll_chk" libc_names::__ppoll_chk => poll::ppoll_checked, common;
    "select" libc::select => select::select, common;
    "__select" libc::select => select::select, common;
    "pselect" libc::pselect => select::pselect, common;
    "epoll_wait" libc::epoll_wait => epoll::epoll_wait, common;
    "epoll_pwait" libc::epoll_pwait => epoll::epoll_pwait, common;
    "recv" libc::recv => recv::recv, common;
    "recvfrom" libc::recvfrom => recv::recvfrom, common;
    "recvmsg" libc::recvmsg => recv::recvmsg, common;
    "__recv_chk" libc_names::__recv_chk => recv::recv_checked, common;
    "__recvfrom_chk" libc_names::__recvfrom_chk => recv::recvfrom_checked, common;
    "send" libc::send => send::send, common;
    "__send" libc::send => send::send, common;
    "sendto" libc::sendto => send::sendto, common;
    "sendmsg" libc::sendmsg => send::sendmsg, common;
    "read" libc::read => read::read, common;
    "__read" libc::read => read::read, common;
    "__read_chk" libc_names::__read_chk => read::read_checked, common;
    "readv" libc::readv => read::readv, common;
    "write" libc::write => write::write, common;
    "__write" libc::write => write::write, common;
    "writev" libc::writev => write::writev, common;
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
    "close" libc::close => close::close, common;
    "__close" libc::close => close::close, common;
    "dup2" libc::dup2 => close::dup2, common;
    "dup3" libc::dup3 => close::dup3, common;
    "fclose" libc::fclose => close::fclose, common;
    "pclose" libc::pclose => close::pclose, common;
    "sigaction" libc::sigaction => sigaction::sigaction, common;
    "dlopen" libc::dlopen => loader::dlopen, common;
    "clock_gettime" libc::clock_gettime => clock::clock_gettime, showing_time;
    "gettimeofday" libc::gettimeofday => clock::gettimeofday, showing_time;
    "time" libc::time => clock::time, showing_time;
    "pthread_join" libc::pthread_join => loader::pthread_join, curl;
}
