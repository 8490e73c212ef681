//! The structures of ABI chapter 5 that others include; those of one kind of event lie in the files of their kind. Field order and
//! offsets are the contract; `layout/` lists them for the test that compares them with the C header.

use super::flags::{
    CircuitState, EVENT_REFERENCE_PREFIX, EventFlags, FilesystemChanges, FilesystemFlags, PollEvents, PoolHandlers,
    State, WAKER_INLINE_SLOTS, WakerMarks, WakerStatus,
};
use super::read_only::ReadOnly;
use super::zend::{Array, Fcc, Fci, Object, ZString, Zval};
use core::ffi::{c_int, c_void};
use core::mem::ManuallyDrop;
use core::sync::atomic::AtomicBool;

pub type EventMethod = unsafe extern "C" fn(*mut Event) -> bool;
pub type EventCallbackMethod = unsafe extern "C" fn(*mut Event, *mut EventCallback) -> bool;
pub type EventReplay = unsafe extern "C" fn(*mut Event, *mut EventCallback, *mut Zval, *mut *mut Object) -> bool;
pub type EventInfo = unsafe extern "C" fn(*mut Event) -> *mut ZString;
pub type EventNotify = unsafe extern "C" fn(*mut Event, *mut c_void, *mut Object);
pub type EventCallbackFn = unsafe extern "C" fn(*mut Event, *mut EventCallback, *mut c_void, *mut Object);
pub type EventCallbackDispose = unsafe extern "C" fn(*mut EventCallback, *mut Event);
pub type CoroutineEntry = unsafe extern "C" fn();
pub type CoroutineMethod = unsafe extern "C" fn(*mut Coroutine);
pub type SwitchHandlerFn = unsafe extern "C" fn(*mut Coroutine, bool, bool) -> bool;
pub type MicrotaskMethod = unsafe extern "C" fn(*mut Microtask);
pub type HeartbeatHandler = unsafe extern "C" fn();

/// The base of everything that can be subscribed to [abi/ABI-34].
#[repr(C)]
pub struct Event {
    pub flags: EventFlags,
    pub extra_offset: u32,
    /// Plain events: the reference count. Events inside a Zend object: the distance to that object.
    pub ref_count: u32,
    pub loop_ref_count: u32,
    pub callbacks: CallbacksVector,
    pub add_callback: Option<EventCallbackMethod>,
    pub del_callback: Option<EventCallbackMethod>,
    pub start: Option<EventMethod>,
    pub stop: Option<EventMethod>,
    pub replay: Option<EventReplay>,
    pub dispose: Option<EventMethod>,
    pub info: Option<EventInfo>,
    pub notify_handler: Option<EventNotify>,
}

/// The callbacks of an event, in the order in which they were added [abi/ABI-35].
#[repr(C)]
pub struct CallbacksVector {
    pub length: u32,
    pub capacity: u32,
    pub data: *mut *mut EventCallback,
    pub current_iterator: *mut u32,
}

/// A subscription: a function that the event calls [abi/ABI-36].
#[repr(C)]
pub struct EventCallback {
    pub ref_count: u32,
    pub callback: Option<EventCallbackFn>,
    pub dispose: Option<EventCallbackDispose>,
}

/// A subscription that wakes a coroutine [abi/ABI-37].
#[repr(C)]
pub struct CoroutineCallback {
    pub base: EventCallback,
    pub coroutine: *mut Coroutine,
    pub event: *mut Event,
}

/// What an object starts with whose event lies elsewhere [abi/ABI-38].
#[repr(C)]
pub struct EventRef {
    pub flags: u32,
    pub zend_object_offset: u32,
    pub event: *mut Event,
}

impl EventRef {
    /// A reference at the start of an object whose header is `offset` bytes behind it.
    pub fn new(event: *mut Event, offset: usize) -> EventRef {
        EventRef { flags: EVENT_REFERENCE_PREFIX, zend_object_offset: offset as u32, event }
    }
}

/// An event that a waker waits for, with its callbacks; `data` continues behind the structure when `capacity` is above 1
/// [abi/ABI-39].
#[repr(C)]
pub struct WakerTrigger {
    pub length: u32,
    pub capacity: u32,
    pub event: *mut Event,
    pub data: [*mut EventCallback; 1],
}

/// What a coroutine waits for, and the outcome [abi/ABI-40].
#[repr(C)]
pub struct Waker {
    pub status: ReadOnly<WakerStatus>,
    /// Its lowest bit is `events_stopped` of the header.
    pub marks: WakerMarks,
    pub events: Array,
    pub triggered_events: *mut Array,
    pub result: Zval,
    pub error: *mut Object,
    pub filename: *mut ZString,
    pub lineno: u32,
    pub dtor: Option<CoroutineMethod>,
    pub inline_triggers: [WakerTrigger; WAKER_INLINE_SLOTS],
    pub inline_callbacks: [CoroutineCallback; WAKER_INLINE_SLOTS],
}

/// A coroutine [abi/ABI-42].
#[repr(C)]
pub struct Coroutine {
    pub event: Event,
    pub fcall: *mut Fcall,
    pub internal_entry: Option<CoroutineEntry>,
    pub extended_data: *mut c_void,
    pub waker: *mut Waker,
    pub scope: *mut Scope,
    pub result: Zval,
    pub exception: *mut Object,
    pub context: *mut Context,
    pub internal_context: *mut Array,
    pub filename: *mut ZString,
    pub lineno: u32,
    pub extended_dispose: Option<CoroutineMethod>,
    pub switch_handlers: *mut SwitchHandlersVector,
}

/// A scope [abi/ABI-43].
#[repr(C)]
pub struct Scope {
    pub event: Event,
    pub scope_object: *mut Object,
    pub scopes: ScopesVector,
    pub parent_scope: *mut Scope,
    pub request_scope: *mut Scope,
    pub context: *mut Context,
    pub before_coroutine_enqueue: Option<unsafe extern "C" fn(*mut Coroutine, *mut Scope, *mut Zval) -> bool>,
    pub after_coroutine_enqueue: Option<unsafe extern "C" fn(*mut Coroutine, *mut Scope)>,
    pub can_be_disposed: Option<unsafe extern "C" fn(*mut Scope, bool, bool) -> bool>,
    pub try_to_dispose: Option<unsafe extern "C" fn(*mut Scope) -> bool>,
    pub catch_or_cancel: Option<CatchOrCancel>,
}

pub type CatchOrCancel =
    unsafe extern "C" fn(*mut Scope, *mut Coroutine, *mut Scope, *mut Object, bool, bool, bool) -> bool;

#[repr(C)]
pub struct ScopesVector {
    pub length: u32,
    pub capacity: u32,
    pub data: *mut *mut Scope,
}

/// A context: values by name or object [abi/ABI-44].
#[repr(C)]
pub struct Context {
    pub flags: u32,
    pub offset: u32,
    pub find: Option<unsafe extern "C" fn(*mut Context, *mut Zval, *mut Zval, bool) -> bool>,
    pub set: Option<unsafe extern "C" fn(*mut Context, *mut Zval, *mut Zval)>,
    pub unset: Option<unsafe extern "C" fn(*mut Context, *mut Zval) -> bool>,
    pub dispose: Option<unsafe extern "C" fn(*mut Context)>,
}

/// A future [abi/ABI-45].
#[repr(C)]
pub struct Future {
    pub event: Event,
    pub result: Zval,
    pub exception: *mut Object,
    /// Where it was made; the name is null when that is unknown.
    pub lineno: u32,
    pub completed_lineno: u32,
    pub filename: *mut ZString,
    pub completed_filename: *mut ZString,
    pub resolve: Option<FutureResolve>,
    pub resolve_callbacks: CallbacksVector,
}

pub type FutureResolve = unsafe extern "C" fn(*mut Event, *mut c_void) -> bool;

/// A channel: the methods that C code calls [abi/ABI-46].
#[repr(C)]
pub struct Channel {
    pub event: Event,
    pub send: Option<unsafe extern "C" fn(*mut Channel, *mut Zval) -> bool>,
    pub receive: Option<unsafe extern "C" fn(*mut Channel, *mut Zval, *mut Event) -> bool>,
    pub close: Option<unsafe extern "C" fn(*mut Channel)>,
}

/// A group of tasks [abi/ABI-47].
#[repr(C)]
pub struct Group {
    pub event: Event,
}

/// A pool of resources [abi/ABI-48]. The handlers are unions: `handler_flags` says which are C functions.
#[repr(C)]
pub struct Pool {
    pub event: Event,
    pub handler_flags: PoolHandlers,
    pub circuit_state: CircuitState,
    pub min_size: u32,
    pub max_size: u32,
    pub wrapper: *mut Object,
    pub factory: PoolHandler<PoolFactory>,
    pub destructor: PoolHandler<PoolDestructor>,
    pub healthcheck: PoolHandler<PoolCheck>,
    pub before_acquire: PoolHandler<PoolCheck>,
    pub before_release: PoolHandler<PoolCheck>,
    pub strategy: PoolStrategy,
    pub user_data: *mut c_void,
}

pub type PoolFactory = unsafe extern "C" fn(*mut Pool, *mut Zval) -> bool;
pub type PoolDestructor = unsafe extern "C" fn(*mut Pool, *mut Zval);
pub type PoolCheck = unsafe extern "C" fn(*mut Pool, *mut Zval) -> bool;

/// A PHP callable or a C function.
#[repr(C)]
pub union PoolHandler<T: Copy> {
    pub fcall: *mut Fcall,
    pub internal: Option<T>,
}

#[repr(C)]
pub union PoolStrategy {
    pub object: *mut Object,
    pub internal: *mut CircuitBreakerStrategy,
}

/// What is told of the outcome of uses of a pool [abi/ABI-49].
#[repr(C)]
pub struct CircuitBreakerStrategy {
    pub report_success: Option<unsafe extern "C" fn(*mut Pool)>,
    pub report_failure: Option<unsafe extern "C" fn(*mut Pool, *mut Object)>,
    pub should_recover: Option<unsafe extern "C" fn(*mut Pool) -> bool>,
    pub ctx: *mut c_void,
}

/// A function that runs before the next switch [abi/ABI-51].
#[repr(C)]
pub struct Microtask {
    pub handler: Option<MicrotaskMethod>,
    pub dtor: Option<MicrotaskMethod>,
    pub is_cancelled: bool,
    pub ref_count: u32,
}

/// A function that is told when its coroutine is entered, left or finished [abi/ABI-52].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SwitchHandler {
    pub handler: Option<SwitchHandlerFn>,
}

#[repr(C)]
pub struct SwitchHandlersVector {
    pub length: u32,
    pub capacity: u32,
    pub data: *mut SwitchHandler,
    pub in_execution: bool,
}

/// A callable with its arguments [abi/ABI-53].
#[repr(C)]
pub struct Fcall {
    pub fci: ManuallyDrop<Fci>,
    pub fci_cache: ManuallyDrop<Fcc>,
}

/// A descriptor that is watched; `descriptor` is the union of `file` and `socket` [abi/ABI-54].
#[repr(C)]
pub struct PollEvent {
    pub base: Event,
    pub is_socket: bool,
    pub descriptor: c_int,
    pub events: PollEvents,
    pub triggered_events: PollEvents,
}

/// A subscription of its own to some of the events of a poll event [abi/ABI-55].
#[repr(C)]
pub struct PollProxy {
    pub base: Event,
    pub poll_event: *mut PollEvent,
    pub events: PollEvents,
    pub triggered_events: PollEvents,
}

/// A timer; `timeout` in milliseconds [abi/ABI-56].
#[repr(C)]
pub struct TimerEvent {
    pub base: Event,
    pub timeout: u32,
    pub is_periodic: bool,
}

/// A signal event [abi/ABI-57].
#[repr(C)]
pub struct SignalEvent {
    pub base: Event,
    pub signal: c_int,
}

/// A file system event [abi/ABI-58].
#[repr(C)]
pub struct FilesystemEvent {
    pub base: Event,
    pub path: *mut ZString,
    pub flags: FilesystemFlags,
    pub triggered_events: FilesystemChanges,
    pub triggered_filename: *mut ZString,
}

/// What the parts of the runtime share [abi/ABI-71].
#[repr(C)]
pub struct Globals {
    pub state: State,
    pub heartbeat: AtomicBool,
    pub in_scheduler_context: ReadOnly<bool>,
    pub graceful_shutdown: bool,
    pub active_coroutine_count: u32,
    pub active_event_count: u32,
    pub coroutine: ReadOnly<*mut Coroutine>,
    pub main_scope: *mut Scope,
    pub scheduler: *mut Coroutine,
    pub main_coroutine: *mut Coroutine,
    pub exit_exception: *mut Object,
    pub heartbeat_handler: Option<HeartbeatHandler>,
    pub acting_coroutine: *mut Coroutine,
    pub main_coroutine_start_handlers: SwitchHandlersVector,
}
