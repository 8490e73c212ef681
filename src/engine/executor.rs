//! Hooks into the execution of a request: the end of the script body, shutdown functions, the compile zone.
//!
//! Stock PHP has no hook between the end of the script and user shutdown functions. When the primary script has been
//! compiled, `zend_execute_ex` is replaced for exactly one call: the one that runs it (engine-facts 8.2a). The original
//! is back before the first instruction, so calls keep their speed and JIT stays on. What leaves a function that the
//! engine itself calls afterwards (exception handler, shutdown functions, destructors, output callbacks) is fatal at once;
//! these calls are wrapped one by one in the same way.

use super::{bailout, current_frame, eg, ini, output, read_ahead, stack_space, zone};
use crate::abi::{ExecuteData, Zval};
use crate::engine::per_thread::per_thread;
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use ext_php_rs::ffi;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Clone, Copy)]
pub struct Hooks {
    /// After a file that another one is to follow (auto_prepend_file, auto_append_file), with its exception still pending.
    pub after_earlier_file: unsafe fn(),
    /// After the script body, with its exception still pending.
    pub after_script: unsafe fn(),
    /// The script body ended in a bailout, which goes on afterwards.
    pub script_bailed_out: unsafe fn(),
    /// Before the engine calls a function of the user's after the script, with no other on the stack.
    pub before_late_call: unsafe fn(),
    /// After it, with its exception still pending.
    pub after_late_call: unsafe fn(),
}

/// The calls that the wrapper of `zend_execute_ex` waits for.
#[derive(Clone, Copy, PartialEq)]
enum Awaited {
    Nothing,
    EarlierFile,
    Script,
    LateCalls,
}

type ExecuteEx = unsafe extern "C" fn(*mut ExecuteData);
type CompileFile = unsafe extern "C" fn(*mut ffi::zend_file_handle, i32) -> *mut ffi::zend_op_array;

per_thread!(static HOOKS: Option<Hooks> = None);
per_thread!(static TOP_LEVEL_FILES: u32 = 0);
per_thread!(static SCRIPT_SEEN: bool = false);
per_thread!(static AWAITED: Awaited = Awaited::Nothing);

static WRAPPED: AtomicBool = AtomicBool::new(false);
static COMPILE_FILE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static EXECUTE_EX: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// What another extension has put in the place of the engine's `execute_ex`.
static RECURSIVE_EXECUTE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// How many threads wait for their script to start. The lock covers `zend_execute_ex` as well, which they share.
static ARMED_THREADS: Mutex<usize> = Mutex::new(0);

fn armed_threads() -> MutexGuard<'static, usize> {
    ARMED_THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

unsafe extern "C" {
    fn true_async_wrap_compile_string(wrap: bool);

    /// Appends an internal function to the user's shutdown functions.
    ///
    /// # Safety
    /// A request is active.
    #[link_name = "true_async_append_shutdown"]
    pub fn append_shutdown_function(handler: unsafe extern "C" fn(*mut ExecuteData, *mut Zval));

    /// Whether there are shutdown functions in this request, called or not.
    #[link_name = "true_async_has_shutdown_functions"]
    pub safe fn has_shutdown_functions() -> bool;

    /// Whether no shutdown function was registered after ours.
    ///
    /// # Safety
    /// A request is active, in which a shutdown function was registered.
    #[link_name = "true_async_shutdown_is_last"]
    pub fn is_last_shutdown_function(handler: unsafe extern "C" fn(*mut ExecuteData, *mut Zval)) -> bool;

    /// Drops the shutdown functions that were registered after ours.
    ///
    /// # Safety
    /// Ours is in the list.
    #[link_name = "true_async_shutdown_truncate"]
    pub fn drop_later_shutdown_functions(handler: unsafe extern "C" fn(*mut ExecuteData, *mut Zval));
}

/// Prepares a request. The compiler's entry points are wrapped at the first one: opcache has put its own in place by then.
///
/// # Safety
/// RINIT.
pub unsafe fn install(hooks: Hooks) {
    HOOKS.set(Some(hooks));
    TOP_LEVEL_FILES.set(0);
    SCRIPT_SEEN.set(false);
    if WRAPPED.swap(true, Ordering::SeqCst) {
        return;
    }
    // SAFETY: function pointers of the engine; once per process.
    unsafe {
        COMPILE_FILE.store(ffi::zend_compile_file.map_or(ptr::null_mut(), |f| f as *mut ()), Ordering::Relaxed);
        ffi::zend_compile_file = Some(compile_file);
        true_async_wrap_compile_string(true);
        if let Some(execute) = ffi::zend_execute_ex
            && execute as *const () != ffi::execute_ex as *const ()
        {
            RECURSIVE_EXECUTE.store(execute as *mut (), Ordering::Relaxed);
            ffi::zend_execute_ex = Some(execute_with_room);
        }
    }
}

/// The request has ended: at RSHUTDOWN.
pub fn request_shutdown() {
    HOOKS.set(None);
    disarm();
}

/// Takes the wrappers out again; only where they still are the outermost.
///
/// # Safety
/// MSHUTDOWN.
pub unsafe fn module_shutdown() {
    // SAFETY: function pointers of the engine.
    unsafe {
        let original = COMPILE_FILE.load(Ordering::Relaxed);
        let ours = compile_file as *mut ();
        if !original.is_null() && ffi::zend_compile_file.is_some_and(|f| f as *mut () == ours) {
            ffi::zend_compile_file = Some(core::mem::transmute::<*mut (), CompileFile>(original));
        }
        true_async_wrap_compile_string(false);
        let recursive = RECURSIVE_EXECUTE.load(Ordering::Relaxed);
        if !recursive.is_null() && ffi::zend_execute_ex.is_some_and(|f| f as *mut () == execute_with_room as *mut ()) {
            ffi::zend_execute_ex = Some(core::mem::transmute::<*mut (), ExecuteEx>(recursive));
        }
    }
}

unsafe extern "C" fn compile_file(handle: *mut ffi::zend_file_handle, kind: i32) -> *mut ffi::zend_op_array {
    // SAFETY: the original takes the same arguments. A compile error may jump over this frame, which owns nothing.
    unsafe {
        let original = core::mem::transmute::<*mut (), CompileFile>(COMPILE_FILE.load(Ordering::Relaxed));
        if let Some(answer) = read_ahead::before_compiling(handle, kind) {
            return answer;
        }
        // The compiler's state must nest strictly [io/INC-1].
        zone::enter();
        let mut compilation = Compilation { original, handle, kind, code: ptr::null_mut() };
        stack_space::for_data(Compilation::run, (&raw mut compilation).cast());
        let code = compilation.code;
        zone::leave();
        if !code.is_null() && current_frame().is_null() {
            top_level_compiled((*handle).primary_script);
        }
        code
    }
}

/// A compilation that may move to another C stack [io/FW-6].
struct Compilation {
    original: CompileFile,
    handle: *mut ffi::zend_file_handle,
    kind: i32,
    code: *mut ffi::zend_op_array,
}

impl Compilation {
    unsafe extern "C" fn run(this: *mut c_void) {
        // SAFETY: the argument given in `compile_file`, on whose frame it lies.
        unsafe {
            let this = this.cast::<Compilation>();
            (*this).code = ((*this).original)((*this).handle, (*this).kind);
        }
    }
}

/// Another extension runs every call of PHP code in a C call of its own, as debuggers and profilers do: gives the calls room.
unsafe extern "C" fn execute_with_room(frame: *mut ExecuteData) {
    unsafe extern "C" fn run(frame: *mut c_void) {
        // SAFETY: the wrapper became reachable after the original was stored; the frame is the one it was called with.
        unsafe {
            core::mem::transmute::<*mut (), ExecuteEx>(RECURSIVE_EXECUTE.load(Ordering::Relaxed))(frame.cast());
        }
    }
    // SAFETY: the engine passes a frame that is ready to run and stays until it has; this frame owns nothing when a bailout crosses it.
    unsafe { stack_space::for_calls(run, frame.cast()) }
}

/// A file that runs at top level was compiled: auto_prepend_file, the script, auto_append_file, in this order. Coroutines run
/// out once, after the last of them that runs. Not every SAPI marks its script as the primary one.
fn top_level_compiled(primary: bool) {
    output::script_begins();
    let first = TOP_LEVEL_FILES.replace(TOP_LEVEL_FILES.get() + 1) == 0;
    let prepended = first && !primary && !ini::text(c"auto_prepend_file").is_empty();
    let is_script = !prepended && !SCRIPT_SEEN.replace(true);
    let is_last = !prepended && (!is_script || ini::text(c"auto_append_file").is_empty());
    arm(if is_last { Awaited::Script } else { Awaited::EarlierFile });
}

/// Called by the shim around `zend_compile_string`, whose signature differs between PHP versions.
#[unsafe(no_mangle)]
extern "C" fn true_async_compiling(entering: bool, compiled: bool) {
    if entering {
        zone::enter();
        return;
    }
    zone::leave();
    // `php -r` compiles its argument as a string before any frame exists.
    if compiled && current_frame().is_null() {
        output::script_begins();
        arm(Awaited::Script);
    }
}

/// The next call of `zend_execute_ex` on this thread is the one that is awaited.
fn arm(awaited: Awaited) {
    if HOOKS.get().is_none() || AWAITED.replace(awaited) != Awaited::Nothing {
        return;
    }
    let mut armed = armed_threads();
    if *armed == 0 {
        // SAFETY: a variable of the engine's that holds a function; all code that changes it holds the lock, and all values it
        // gets are valid to call.
        unsafe {
            EXECUTE_EX.store(ffi::zend_execute_ex.map_or(ptr::null_mut(), |f| f as *mut ()), Ordering::SeqCst);
            ffi::zend_execute_ex = Some(execute_ex);
        }
    }
    *armed += 1;
}

fn disarm() {
    if AWAITED.replace(Awaited::Nothing) == Awaited::Nothing {
        return;
    }
    let mut armed = armed_threads();
    *armed -= 1;
    if *armed == 0 {
        // SAFETY: as in `arm`: under the lock, and the original is called as well as ours.
        unsafe { ffi::zend_execute_ex = Some(original_execute_ex()) };
    }
}

fn original_execute_ex() -> ExecuteEx {
    // SAFETY: stored by `arm` before our wrapper became reachable.
    unsafe { core::mem::transmute::<*mut (), ExecuteEx>(EXECUTE_EX.load(Ordering::SeqCst)) }
}

unsafe extern "C" fn execute_ex(frame: *mut ExecuteData) {
    unsafe extern "C" fn run(frame: *mut c_void) {
        // SAFETY: the frame given to the wrapper.
        unsafe { original_execute_ex()(frame.cast()) }
    }
    // SAFETY: called by the engine with a frame that is ready to run; this frame owns nothing when a bailout crosses it.
    unsafe {
        let awaited = AWAITED.get();
        disarm();
        match awaited {
            Awaited::Nothing => original_execute_ex()(frame),
            Awaited::EarlierFile | Awaited::Script => {
                let finished = bailout::catch(run, frame.cast());
                let Some(hooks) = HOOKS.get() else { return };
                if !finished {
                    (hooks.script_bailed_out)();
                    bailout::raise();
                }
                if awaited == Awaited::Script { (hooks.after_script)() } else { (hooks.after_earlier_file)() }
            }
            Awaited::LateCalls => {
                let hooks = if is_outermost(frame) { HOOKS.get() } else { None };
                if let Some(hooks) = hooks {
                    (hooks.before_late_call)();
                }
                let finished = bailout::catch(run, frame.cast());
                if let (true, Some(hooks)) = (finished, hooks) {
                    (hooks.after_late_call)();
                }
                arm(Awaited::LateCalls);
                if !finished {
                    bailout::raise();
                }
            }
        }
    }
}

/// Whether nothing is below a frame. A generator has a frame without a function there.
unsafe fn is_outermost(frame: *mut ExecuteData) -> bool {
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        let below = (*frame).prev_execute_data;
        below.is_null() || ((*below).func.is_null() && (*below).prev_execute_data.is_null())
    }
}

/// From here to the end of the request the calls of the engine's own go to the hooks. When the script has ended.
pub fn await_late_calls() {
    arm(Awaited::LateCalls);
}

/// Whether the engine has begun to end the request.
pub fn in_shutdown() -> bool {
    const IN_SHUTDOWN: u8 = 1;
    // SAFETY: reads a flag of this thread's executor globals.
    unsafe { (*eg()).flags & IN_SHUTDOWN != 0 }
}
