//! The end of a process whose coroutine has run over its C stack.
//!
//! ```text
//!   C code recurses into the guard -> SIGSEGV, handled on the alternate signal stack of the thread
//!       the address is in a guard of ours   -> a fatal error is written, the process exits with 255 at once
//!       any other address                   -> the handler that was there before ours; none: it happens again, and ends
//!                                              the process as it always did
//! ```
//!
//! Nothing else of PHP runs after an overflow: the heap may be half updated. The handler calls only what is safe in a
//! signal handler; what it writes are texts and numbers that lie ready.

use super::stack;
use crate::abi::{ZString, globals};
use crate::engine::ini;
use crate::engine::per_thread::per_thread;
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::object::CoroutineObject;
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::Mutex;

const STATUS: c_int = 255;
const MIN_ALTERNATE_BYTES: usize = 64 * 1024;
/// The kernel's own need grows with the processor's registers.
const AT_MINSIGSTKSZ: libc::c_ulong = 51;

/// What handled the signal before us, when we came first and when we came last. Never freed: another thread may be in it.
static FIRST: AtomicPtr<libc::sigaction> = AtomicPtr::new(ptr::null_mut());
static PREVIOUS: AtomicPtr<libc::sigaction> = AtomicPtr::new(ptr::null_mut());
static INSTALLING: Mutex<()> = Mutex::new(());
/// The previous handler runs. One that has ours as its own previous one calls it then.
static PASSING_ON: AtomicBool = AtomicBool::new(false);

// The memory given to `sigaltstack`.
per_thread!(static ALTERNATE: *mut c_void = ptr::null_mut());
// The value of `error_log`, which a script may change.
per_thread!(static LOG: *mut *mut ZString = ptr::null_mut());

fn alternate_bytes() -> usize {
    // SAFETY: reads a number that the kernel gave the process.
    let kernel = unsafe { libc::getauxval(AT_MINSIGSTKSZ) } as usize;
    (kernel + MIN_ALTERNATE_BYTES).next_multiple_of(stack::PAGE)
}

/// Puts the handler in place, outermost; at the first launch of every request, because other code may have taken it away.
pub(in crate::scheduler) fn install() {
    LOG.set(ini::value_slot(c"error_log"));
    give_alternate_stack();
    let _alone = INSTALLING.lock();
    // SAFETY: the kernel reads and writes whole structures on this frame; what was there before is kept for ever, so `handle` may read it.
    unsafe {
        let mut current = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
        libc::sigaction(libc::SIGSEGV, ptr::null(), &raw mut current);
        if is_ours(&current) {
            return;
        }
        let previous = Box::into_raw(Box::new(current));
        let _ = FIRST.compare_exchange(ptr::null_mut(), previous, Ordering::AcqRel, Ordering::Relaxed);
        PREVIOUS.store(previous, Ordering::Release);
        let mut ours = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
        ours.sa_sigaction = handle as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&raw mut ours.sa_mask);
        libc::sigaction(libc::SIGSEGV, &raw const ours, ptr::null_mut());
    }
}

/// Whether a handler is this one, with no other one beneath it. Safe in a signal handler.
pub fn stands_alone(handler: usize) -> bool {
    let previous = PREVIOUS.load(Ordering::Acquire);
    // SAFETY: never freed once it is there.
    handler == handle as *const () as usize
        && !previous.is_null()
        && unsafe { matches!((*previous).sa_sigaction, libc::SIG_DFL | libc::SIG_IGN) }
}

fn is_ours(action: &libc::sigaction) -> bool {
    action.sa_sigaction == handle as *const () as usize
}

/// Puts back what was there before, where no other one has come between; at the end of the module.
///
/// # Safety
/// Single-threaded module end.
pub unsafe fn remove() {
    // SAFETY: the kernel reads and writes whole structures on this frame, and one that is kept for ever.
    unsafe {
        let previous = PREVIOUS.load(Ordering::Acquire);
        let mut current = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
        if !previous.is_null()
            && libc::sigaction(libc::SIGSEGV, ptr::null(), &raw mut current) == 0
            && is_ours(&current)
        {
            libc::sigaction(libc::SIGSEGV, previous, ptr::null_mut());
        }
        take_alternate_stack();
    }
}

/// PHP ends on this thread.
#[cfg(php_zts)]
pub(in crate::scheduler) fn thread_end() {
    // SAFETY: no coroutine runs on this thread any more.
    unsafe { take_alternate_stack() }
}

/// A stack for handlers, unless the thread has one already.
fn give_alternate_stack() {
    // SAFETY: a fresh mapping; plain calls with valid places.
    unsafe {
        let mut current = MaybeUninit::<libc::stack_t>::zeroed().assume_init();
        if libc::sigaltstack(ptr::null(), &raw mut current) != 0 || current.ss_flags & libc::SS_DISABLE == 0 {
            return;
        }
        let bytes = alternate_bytes();
        let mut memory = ALTERNATE.get();
        if memory.is_null() {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
            memory = libc::mmap(ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            if memory == libc::MAP_FAILED {
                return;
            }
            ALTERNATE.set(memory);
        }
        let ours = libc::stack_t { ss_sp: memory, ss_flags: 0, ss_size: bytes };
        libc::sigaltstack(&raw const ours, ptr::null_mut());
    }
}

/// # Safety
/// No handler runs on it.
unsafe fn take_alternate_stack() {
    // SAFETY: `give_alternate_stack` has made the mapping for this thread alone, and the kernel is told before it goes.
    unsafe {
        let memory = ALTERNATE.replace(ptr::null_mut());
        let mut current = MaybeUninit::<libc::stack_t>::zeroed().assume_init();
        if memory.is_null() || libc::sigaltstack(ptr::null(), &raw mut current) != 0 {
            return;
        }
        if current.ss_sp == memory {
            let none = libc::stack_t { ss_sp: ptr::null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
            libc::sigaltstack(&raw const none, ptr::null_mut());
        }
        libc::munmap(memory, alternate_bytes());
    }
}

unsafe extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: called by the kernel. Signals that are sent have no address (and a code that is not positive).
    unsafe {
        if (*info).si_code > 0
            && let Some(stack_bytes) = stack::stack_of_guard((*info).si_addr() as usize)
        {
            report(stack_bytes);
            libc::_exit(STATUS);
        }
        let errno = *libc::__errno_location();
        pass_on(signal, info, context);
        *libc::__errno_location() = errno;
    }
}

/// Does what would have happened without us.
unsafe fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: what was installed before is called in the way it was installed for.
    unsafe {
        let nested = PASSING_ON.swap(true, Ordering::SeqCst);
        let previous = if nested { &FIRST } else { &PREVIOUS }.load(Ordering::Acquire);
        let action = *previous;
        match action.sa_sigaction {
            // The kernel does not ignore a fault of a program either.
            libc::SIG_IGN if (*info).si_code <= 0 => {}
            libc::SIG_DFL | libc::SIG_IGN => {
                let mut default = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
                default.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(signal, &raw const default, ptr::null_mut());
                if (*info).si_code <= 0 {
                    // Not a fault, which happens again on return: it waits until then.
                    libc::raise(signal);
                }
            }
            handler => {
                if action.sa_flags & libc::SA_RESETHAND != 0 {
                    let mut once = action;
                    once.sa_sigaction = libc::SIG_DFL;
                    *previous = once;
                }
                let mut mask = action.sa_mask;
                let mut outer = MaybeUninit::<libc::sigset_t>::zeroed().assume_init();
                libc::pthread_sigmask(libc::SIG_BLOCK, &raw const mask, &raw mut outer);
                if action.sa_flags & libc::SA_NODEFER != 0 {
                    libc::sigemptyset(&raw mut mask);
                    libc::sigaddset(&raw mut mask, signal);
                    libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const mask, ptr::null_mut());
                }
                // It may jump away. Then the next one is nested by mistake, and goes to the first of all handlers.
                if action.sa_flags & libc::SA_SIGINFO != 0 {
                    let handler: unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                        core::mem::transmute(handler);
                    handler(signal, info, context);
                } else {
                    let handler: unsafe extern "C" fn(c_int) = core::mem::transmute(handler);
                    handler(signal);
                }
                libc::pthread_sigmask(libc::SIG_SETMASK, &raw const outer, ptr::null_mut());
            }
        }
        if !nested {
            PASSING_ON.store(false, Ordering::SeqCst);
        }
    }
}

/// A line that is put together on the alternate stack.
struct Line {
    bytes: [u8; 1024],
    length: usize,
}

impl Line {
    fn text(&mut self, text: &[u8]) {
        for byte in text {
            if self.length < self.bytes.len() {
                self.bytes[self.length] = *byte;
                self.length += 1;
            }
        }
    }

    fn number(&mut self, mut number: usize) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.text(&digits[at..]);
    }

    unsafe fn write_to(&self, descriptor: c_int) {
        let mut rest = &self.bytes[..self.length];
        while !rest.is_empty() {
            // SAFETY: initialised bytes.
            let written = unsafe { libc::write(descriptor, rest.as_ptr().cast(), rest.len()) };
            if written <= 0 {
                return;
            }
            rest = &rest[written as usize..];
        }
    }
}

/// The bytes of a string of the engine's, which ends with a zero.
unsafe fn bytes_of<'a>(text: *const ZString) -> &'a [u8] {
    // SAFETY: null or a live string.
    unsafe {
        if text.is_null() {
            &[]
        } else {
            core::slice::from_raw_parts((&raw const (*text).val).cast::<u8>(), (*text).len)
        }
    }
}

/// Writes the fatal error to standard error, and to the file that `error_log` names.
unsafe fn report(stack_bytes: usize) {
    // SAFETY: the fault came from PHP's own thread, between two instructions of C code: coroutines and their strings are
    // whole, and only read.
    unsafe {
        let mut line = Line { bytes: [0; 1024], length: 0 };
        line.text(b"PHP Fatal error:  Stack overflow in coroutine");
        let current = (*globals()).coroutine.cast::<CoroutineObject>();
        if !current.is_null() {
            line.text(b" ");
            line.number((*coroutine::to_object(current)).handle as usize);
            let file = bytes_of((*current).base.filename);
            if !file.is_empty() {
                line.text(b", spawned at ");
                line.text(&file[file.len().saturating_sub(700)..]);
                line.text(b":");
                line.number((*current).base.lineno as usize);
            }
        }
        line.text(b": its C stack of ");
        line.number(stack_bytes);
        line.text(b" bytes is used up by functions in C that recurse. fiber.stack_size sets the size\n");
        line.write_to(libc::STDERR_FILENO);
        let slot = LOG.get();
        if !slot.is_null() {
            let path = bytes_of(*slot);
            if !path.is_empty() && path != b"syslog" {
                let flags = libc::O_WRONLY | libc::O_APPEND | libc::O_CREAT | libc::O_CLOEXEC;
                let file = libc::open(path.as_ptr().cast(), flags, 0o644);
                if file >= 0 {
                    line.write_to(file);
                }
            }
        }
    }
}
