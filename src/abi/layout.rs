//! Sizes, offsets and constants as Rust sees them, exported for the test that compares them with the C header [abi/ABI-210].

use super::flags::*;
use super::structs::*;
use core::ffi::{CStr, c_char};
use core::mem::{offset_of, size_of};

#[repr(C)]
pub struct Entry {
    name: *const c_char,
    value: usize,
}
// SAFETY: the pointers are to static strings.
unsafe impl Sync for Entry {}

const fn entry(name: &'static CStr, value: usize) -> Entry {
    Entry { name: name.as_ptr(), value }
}

macro_rules! table {
    (
        types { $($cname:literal = $rust:ty { $($field:literal = $rfield:ident),* $(,)? })* }
        constants { $($const_name:literal = $value:expr;)* }
    ) => {
        const ENTRIES: &[Entry] = &[
            $(
                entry(to_cstr(concat!($cname, "\0")), size_of::<$rust>()),
                $(entry(to_cstr(concat!($cname, ".", $field, "\0")), offset_of!($rust, $rfield)),)*
            )*
            $(entry(to_cstr(concat!("const.", $const_name, "\0")), $value as usize),)*
            Entry { name: core::ptr::null(), value: 0 },
        ];
    };
}

const fn to_cstr(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a table name contains a NUL"),
    }
}

table! {
    types {
        "zend_async_event_t" = Event {
            "flags" = flags, "extra_offset" = extra_offset, "ref_count" = ref_count, "loop_ref_count" = loop_ref_count,
            "callbacks" = callbacks, "add_callback" = add_callback, "del_callback" = del_callback, "start" = start,
            "stop" = stop, "replay" = replay, "dispose" = dispose, "info" = info, "notify_handler" = notify_handler,
        }
        "zend_async_callbacks_vector_t" = CallbacksVector {
            "length" = length, "capacity" = capacity, "data" = data, "current_iterator" = current_iterator,
        }
        "zend_async_event_callback_t" = EventCallback { "ref_count" = ref_count, "callback" = callback, "dispose" = dispose }
        "zend_coroutine_event_callback_t" = CoroutineCallback { "base" = base, "coroutine" = coroutine, "event" = event }
        "zend_async_event_ref_t" = EventRef { "flags" = flags, "zend_object_offset" = zend_object_offset, "event" = event }
        "zend_async_waker_inline_trigger_t" = WakerTrigger {
            "length" = length, "capacity" = capacity, "event" = event, "data" = data,
        }
        "zend_async_waker_t" = Waker {
            "status" = status, "events" = events, "triggered_events" = triggered_events, "result" = result,
            "error" = error, "filename" = filename, "lineno" = lineno, "dtor" = dtor,
            "inline_triggers" = inline_triggers, "inline_callbacks" = inline_callbacks,
        }
        "zend_coroutine_t" = Coroutine {
            "event" = event, "fcall" = fcall, "internal_entry" = internal_entry, "extended_data" = extended_data,
            "waker" = waker, "scope" = scope, "result" = result, "exception" = exception, "context" = context,
            "internal_context" = internal_context, "filename" = filename, "lineno" = lineno,
            "extended_dispose" = extended_dispose, "switch_handlers" = switch_handlers,
        }
        "zend_async_scope_t" = Scope {
            "event" = event, "scope_object" = scope_object, "scopes" = scopes, "parent_scope" = parent_scope,
            "request_scope" = request_scope, "context" = context,
            "before_coroutine_enqueue" = before_coroutine_enqueue, "after_coroutine_enqueue" = after_coroutine_enqueue,
            "can_be_disposed" = can_be_disposed, "try_to_dispose" = try_to_dispose, "catch_or_cancel" = catch_or_cancel,
        }
        "zend_async_scopes_vector_t" = ScopesVector { "length" = length, "capacity" = capacity, "data" = data }
        "zend_async_context_t" = Context {
            "flags" = flags, "offset" = offset, "find" = find, "set" = set, "unset" = unset, "dispose" = dispose,
        }
        "zend_async_microtask_t" = Microtask {
            "handler" = handler, "dtor" = dtor, "is_cancelled" = is_cancelled, "ref_count" = ref_count,
        }
        "zend_coroutine_switch_handler_t" = SwitchHandler { "handler" = handler }
        "zend_coroutine_switch_handlers_vector_t" = SwitchHandlersVector {
            "length" = length, "capacity" = capacity, "data" = data, "in_execution" = in_execution,
        }
        "zend_fcall_t" = Fcall { "fci" = fci, "fci_cache" = fci_cache }
        "zend_async_poll_event_t" = PollEvent {
            "base" = base, "is_socket" = is_socket, "file" = descriptor, "events" = events,
            "triggered_events" = triggered_events,
        }
        "zend_async_poll_proxy_t" = PollProxy {
            "base" = base, "poll_event" = poll_event, "events" = events, "triggered_events" = triggered_events,
        }
        "zend_async_timer_event_t" = TimerEvent { "base" = base, "timeout" = timeout, "is_periodic" = is_periodic }
        "zend_async_globals_t" = Globals {
            "state" = state, "heartbeat" = heartbeat, "in_scheduler_context" = in_scheduler_context,
            "graceful_shutdown" = graceful_shutdown, "active_coroutine_count" = active_coroutine_count,
            "active_event_count" = active_event_count, "coroutine" = coroutine, "main_scope" = main_scope,
            "scheduler" = scheduler, "main_coroutine" = main_coroutine, "exit_exception" = exit_exception,
            "heartbeat_handler" = heartbeat_handler, "acting_coroutine" = acting_coroutine,
            "main_coroutine_start_handlers" = main_coroutine_start_handlers,
        }
        "zend_future_t" = Future {
            "event" = event, "result" = result, "exception" = exception, "lineno" = lineno, "completed_lineno" = completed_lineno, "filename" = filename, "completed_filename" = completed_filename, "resolve" = resolve, "resolve_callbacks" = resolve_callbacks,
        }
        "zend_async_channel_t" = Channel {
            "event" = event, "send" = send, "receive" = receive, "close" = close,
        }
        "zend_async_group_t" = Group {
            "event" = event,
        }
        "zend_async_pool_t" = Pool {
            "event" = event, "handler_flags" = handler_flags, "circuit_state" = circuit_state, "min_size" = min_size, "max_size" = max_size, "wrapper" = wrapper, "factory" = factory, "destructor" = destructor, "healthcheck" = healthcheck, "before_acquire" = before_acquire, "before_release" = before_release, "strategy" = strategy, "user_data" = user_data,
        }
        "zend_async_circuit_breaker_strategy_t" = CircuitBreakerStrategy {
            "report_success" = report_success, "report_failure" = report_failure, "should_recover" = should_recover, "ctx" = ctx,
        }
        "zend_async_signal_event_t" = SignalEvent {
            "base" = base, "signal" = signal,
        }
        "zend_async_filesystem_event_t" = FilesystemEvent {
            "base" = base, "path" = path, "flags" = flags, "triggered_events" = triggered_events, "triggered_filename" = triggered_filename,
        }
    }
    constants {
        "ZEND_ASYNC_EVENT_F_CLOSED" = EventFlags::CLOSED.bits();
        "ZEND_ASYNC_EVENT_F_RESULT_USED" = EventFlags::RESULT_USED.bits();
        "ZEND_ASYNC_EVENT_F_EXC_CAUGHT" = EventFlags::EXC_CAUGHT.bits();
        "ZEND_ASYNC_EVENT_F_ZVAL_RESULT" = EventFlags::ZVAL_RESULT.bits();
        "ZEND_ASYNC_EVENT_F_ZEND_OBJ" = EventFlags::ZEND_OBJ.bits();
        "ZEND_ASYNC_EVENT_F_NO_FREE_MEMORY" = EventFlags::NO_FREE_MEMORY.bits();
        "ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED" = EventFlags::EXCEPTION_HANDLED.bits();
        "ZEND_ASYNC_EVENT_F_REFERENCE" = EventFlags::REFERENCE.bits();
        "ZEND_ASYNC_EVENT_F_OBJ_REF" = EventFlags::OBJ_REF.bits();
        "ZEND_ASYNC_EVENT_F_CLOSE_FD" = EventFlags::CLOSE_FD.bits();
        "ZEND_ASYNC_EVENT_F_HIDDEN" = EventFlags::HIDDEN.bits();
        "ZEND_ASYNC_EVENT_F_BAILOUT" = EventFlags::BAILOUT.bits();
        "ZEND_ASYNC_EVENT_REFERENCE_PREFIX" = EVENT_REFERENCE_PREFIX;
        "ZEND_ASYNC_TIMER_F_MULTISHOT" = EventFlags::TIMER_MULTISHOT.bits();
        "ZEND_ASYNC_TIMER_F_REFRESH_CLOCK" = EventFlags::TIMER_REFRESH_CLOCK.bits();
        "ZEND_COROUTINE_F_STARTED" = EventFlags::COROUTINE_STARTED.bits();
        "ZEND_COROUTINE_F_CANCELLED" = EventFlags::COROUTINE_CANCELLED.bits();
        "ZEND_COROUTINE_F_ZOMBIE" = EventFlags::COROUTINE_ZOMBIE.bits();
        "ZEND_COROUTINE_F_PROTECTED" = EventFlags::COROUTINE_PROTECTED.bits();
        "ZEND_COROUTINE_F_MAIN" = EventFlags::COROUTINE_MAIN.bits();
        "ZEND_COROUTINE_F_FIBER" = EventFlags::COROUTINE_FIBER.bits();
        "ZEND_COROUTINE_F_YIELD" = EventFlags::COROUTINE_YIELD.bits();
        "ZEND_ASYNC_SCOPE_F_DISPOSE_SAFELY" = EventFlags::SCOPE_DISPOSE_SAFELY.bits();
        "ZEND_ASYNC_SCOPE_F_CANCELLED" = EventFlags::SCOPE_CANCELLED.bits();
        "ZEND_ASYNC_SCOPE_F_DISPOSING" = EventFlags::SCOPE_DISPOSING.bits();
        "ZEND_ASYNC_SCOPE_F_OWNER_PINNED" = EventFlags::SCOPE_OWNER_PINNED.bits();
        "ASYNC_READABLE" = PollEvents::READABLE.bits();
        "ASYNC_WRITABLE" = PollEvents::WRITABLE.bits();
        "ASYNC_DISCONNECT" = PollEvents::DISCONNECT.bits();
        "ASYNC_PRIORITIZED" = PollEvents::PRIORITIZED.bits();
        "ZEND_ASYNC_SIGHUP" = signals::HUP;
        "ZEND_ASYNC_SIGINT" = signals::INT;
        "ZEND_ASYNC_SIGQUIT" = signals::QUIT;
        "ZEND_ASYNC_SIGILL" = signals::ILL;
        "ZEND_ASYNC_SIGABRT_COMPAT" = signals::ABRT_COMPAT;
        "ZEND_ASYNC_SIGFPE" = signals::FPE;
        "ZEND_ASYNC_SIGKILL" = signals::KILL;
        "ZEND_ASYNC_SIGSEGV" = signals::SEGV;
        "ZEND_ASYNC_SIGTERM" = signals::TERM;
        "ZEND_ASYNC_SIGBREAK" = signals::BREAK;
        "ZEND_ASYNC_SIGABRT" = signals::ABRT;
        "ZEND_ASYNC_SIGWINCH" = signals::WINCH;
        "ZEND_ASYNC_FS_EVENT_RENAME" = FilesystemChanges::RENAME.bits();
        "ZEND_ASYNC_FS_EVENT_CHANGE" = FilesystemChanges::CHANGE.bits();
        "ZEND_ASYNC_FS_EVENT_RECURSIVE" = FilesystemFlags::RECURSIVE.bits();
        "ZEND_COROUTINE_NORMAL" = COROUTINE_PRIORITY_NORMAL;
        "ZEND_COROUTINE_HI_PRIORITY" = COROUTINE_PRIORITY_HIGH;
        "ZEND_ASYNC_OFF" = State::Off;
        "ZEND_ASYNC_READY" = State::Ready;
        "ZEND_ASYNC_ACTIVE" = State::Active;
        "ZEND_ASYNC_WAKER_NO_STATUS" = WakerStatus::NoStatus;
        "ZEND_ASYNC_WAKER_WAITING" = WakerStatus::Waiting;
        "ZEND_ASYNC_WAKER_QUEUED" = WakerStatus::Queued;
        "ZEND_ASYNC_WAKER_IGNORED" = WakerStatus::Ignored;
        "ZEND_ASYNC_WAKER_RESULT" = WakerStatus::Result;
        "ZEND_ASYNC_WAKER_INLINE_SLOTS" = WAKER_INLINE_SLOTS;
        "ZEND_ASYNC_CLASS_NO" = AsyncClass::NO.0;
        "ZEND_ASYNC_CLASS_AWAITABLE" = AsyncClass::AWAITABLE.0;
        "ZEND_ASYNC_CLASS_COROUTINE" = AsyncClass::COROUTINE.0;
        "ZEND_ASYNC_CLASS_SCOPE" = AsyncClass::SCOPE.0;
        "ZEND_ASYNC_CLASS_CONTEXT" = AsyncClass::CONTEXT.0;
        "ZEND_ASYNC_CLASS_SCOPE_PROVIDER" = AsyncClass::SCOPE_PROVIDER.0;
        "ZEND_ASYNC_CLASS_SPAWN_STRATEGY" = AsyncClass::SPAWN_STRATEGY.0;
        "ZEND_ASYNC_CLASS_TIMEOUT" = AsyncClass::TIMEOUT.0;
        "ZEND_ASYNC_CLASS_COMPLETABLE" = AsyncClass::COMPLETABLE.0;
        "ZEND_ASYNC_EXCEPTION_DEFAULT" = AsyncClass::EXCEPTION_DEFAULT.0;
        "ZEND_ASYNC_EXCEPTION_CANCELLATION" = AsyncClass::EXCEPTION_CANCELLATION.0;
        "ZEND_ASYNC_EXCEPTION_TIMEOUT" = AsyncClass::EXCEPTION_TIMEOUT.0;
        "ZEND_ASYNC_EXCEPTION_INPUT_OUTPUT" = AsyncClass::EXCEPTION_INPUT_OUTPUT.0;
        "ZEND_ASYNC_EXCEPTION_POLL" = AsyncClass::EXCEPTION_POLL.0;
        "ZEND_ASYNC_EXCEPTION_DNS" = AsyncClass::EXCEPTION_DNS.0;
        "ZEND_ASYNC_EXCEPTION_DEADLOCK" = AsyncClass::EXCEPTION_DEADLOCK.0;
        "ZEND_ASYNC_EXCEPTION_SERVICE_UNAVAILABLE" = AsyncClass::EXCEPTION_SERVICE_UNAVAILABLE.0;
        "ZEND_ASYNC_EXCEPTION_OPERATION_CANCELLED" = AsyncClass::EXCEPTION_OPERATION_CANCELLED.0;
        "ZEND_FUTURE_F_THREAD_SAFE" = EventFlags::FUTURE_THREAD_SAFE.bits();
        "ZEND_FUTURE_F_IGNORED" = EventFlags::FUTURE_IGNORED.bits();
        "ZEND_ASYNC_CHANNEL_F_THREAD_SAFE" = EventFlags::CHANNEL_THREAD_SAFE.bits();
        "ZEND_ASYNC_CIRCUIT_STATE_ACTIVE" = CircuitState::Active;
        "ZEND_ASYNC_CIRCUIT_STATE_INACTIVE" = CircuitState::Inactive;
        "ZEND_ASYNC_CIRCUIT_STATE_RECOVERING" = CircuitState::Recovering;
        "ZEND_ASYNC_CLASS_CHANNEL" = AsyncClass::CHANNEL.0;
        "ZEND_ASYNC_CLASS_FUTURE" = AsyncClass::FUTURE.0;
        "ZEND_ASYNC_CLASS_GROUP" = AsyncClass::GROUP.0;
        "ZEND_ASYNC_CLASS_POOL" = AsyncClass::POOL.0;
        "ZEND_ASYNC_POOL_F_FACTORY_INTERNAL" = PoolHandlers::FACTORY_INTERNAL.bits();
        "ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL" = PoolHandlers::DESTRUCTOR_INTERNAL.bits();
        "ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL" = PoolHandlers::HEALTHCHECK_INTERNAL.bits();
        "ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL" = PoolHandlers::BEFORE_ACQUIRE_INTERNAL.bits();
        "ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL" = PoolHandlers::BEFORE_RELEASE_INTERNAL.bits();
        "ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL" = PoolHandlers::STRATEGY_INTERNAL.bits();
        "ZEND_ASYNC_API_VERSION_NUMBER" = super::globals::API_VERSION_NUMBER;
    }
}

/// Ends with an entry whose name is null.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static zend_async_abi_layout: [Entry; ENTRIES.len()] = {
    let mut copy = [const { Entry { name: core::ptr::null(), value: 0 } }; ENTRIES.len()];
    let mut i = 0;
    while i < ENTRIES.len() {
        copy[i] = Entry { name: ENTRIES[i].name, value: ENTRIES[i].value };
        i += 1;
    }
    copy
};
