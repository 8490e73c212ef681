//! Whether libuv can have its worker threads: it aborts the process when one of them cannot be started, for want of address
//! space or because the user may have no more [io/HK-11].
//!
//! ```text
//!   as many threads as libuv will start, all at once  -->  all end  -->  the kernel has forgotten them  -->  libuv
//! ```

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicI32, Ordering};
use libc::{pthread_attr_t, pthread_t};
use libuv_sys2 as uv;

/// libuv's own numbers: what it starts by itself, what it starts at most, and the stack of each.
const DEFAULT: usize = 4;
const MOST: usize = 1024;
const STACK: usize = 8 << 20;

/// How many threads libuv will start.
fn wanted() -> usize {
    const ROOM: usize = 16;
    let mut text = [0u8; ROOM];
    let mut length = ROOM;
    // SAFETY: libuv writes at most `length` bytes, as it does when it asks for itself, and ends them with a zero.
    unsafe {
        if uv::uv_os_getenv(c"UV_THREADPOOL_SIZE".as_ptr(), text.as_mut_ptr().cast(), &mut length) != 0 {
            return DEFAULT;
        }
        // libuv takes a negative number for a large unsigned one.
        match libc::atoi(text.as_ptr().cast()) as u32 as usize {
            0 => 1,
            number => number.min(MOST),
        }
    }
}

struct Probe {
    gate: libc::sem_t,
    /// The kernel's number of the thread, 0 before it runs.
    number: AtomicI32,
    thread: pthread_t,
}

extern "C" fn stand(probe: *mut c_void) -> *mut c_void {
    // SAFETY: the probe lives until this thread was joined.
    unsafe {
        let probe = probe.cast::<Probe>();
        (*probe).number.store(libc::gettid(), Ordering::Release);
        while libc::sem_wait(&raw mut (*probe).gate) != 0 {}
    }
    ptr::null_mut()
}

/// Whether libuv's threads can all be started now.
pub(super) fn can_be_had() -> bool {
    let count = wanted();
    // It must not move: threads wait in it.
    let mut probes = Vec::<Probe>::with_capacity(count);
    // SAFETY: every thread is joined before its probe goes; attributes are initialised before they are used.
    unsafe {
        let mut attributes = MaybeUninit::<pthread_attr_t>::uninit();
        if libc::pthread_attr_init(attributes.as_mut_ptr()) != 0 {
            return false;
        }
        let stack = libc::pthread_attr_setstacksize(attributes.as_mut_ptr(), STACK);
        while stack == 0 && probes.len() < count {
            let probe = probes.as_mut_ptr().add(probes.len());
            probe.write(Probe { gate: core::mem::zeroed(), number: AtomicI32::new(0), thread: 0 });
            libc::sem_init(&raw mut (*probe).gate, 0, 0);
            if libc::pthread_create(&raw mut (*probe).thread, attributes.as_ptr(), stand, probe.cast()) != 0 {
                break;
            }
            probes.set_len(probes.len() + 1);
        }
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        for probe in &mut probes {
            libc::sem_post(&raw mut probe.gate);
        }
        for probe in &mut probes {
            libc::pthread_join(probe.thread, ptr::null_mut());
            libc::sem_destroy(&raw mut probe.gate);
            until_forgotten(probe.number.load(Ordering::Acquire));
        }
    }
    probes.len() == count
}

/// A thread that was joined counts for the limits of its user until the kernel has put it away.
fn until_forgotten(thread: c_int) {
    // SAFETY: signal 0 is not sent, it asks.
    unsafe {
        while libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, 0) == 0 {
            libc::sched_yield();
        }
    }
}
