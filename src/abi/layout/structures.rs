//! Sizes and offsets of the structures of ABI chapter 5.

use super::table;
use crate::abi::structs::*;

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
        "zend_async_event_callback_t" = EventCallback {
            "ref_count" = ref_count, "callback" = callback, "dispose" = dispose,
        }
        "zend_coroutine_event_callback_t" = CoroutineCallback {
            "base" = base, "coroutine" = coroutine, "event" = event,
        }
        "zend_async_event_ref_t" = EventRef {
            "flags" = flags, "zend_object_offset" = zend_object_offset, "event" = event,
        }
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
            "event" = event, "result" = result, "exception" = exception, "lineno" = lineno,
            "completed_lineno" = completed_lineno, "filename" = filename, "completed_filename" = completed_filename,
            "resolve" = resolve, "resolve_callbacks" = resolve_callbacks,
        }
        "zend_async_channel_t" = Channel {
            "event" = event, "send" = send, "receive" = receive, "close" = close,
        }
        "zend_async_group_t" = Group {
            "event" = event,
        }
        "zend_async_pool_t" = Pool {
            "event" = event, "handler_flags" = handler_flags, "circuit_state" = circuit_state, "min_size" = min_size,
            "max_size" = max_size, "wrapper" = wrapper, "factory" = factory, "destructor" = destructor,
            "healthcheck" = healthcheck, "before_acquire" = before_acquire, "before_release" = before_release,
            "strategy" = strategy, "user_data" = user_data,
        }
        "zend_async_circuit_breaker_strategy_t" = CircuitBreakerStrategy {
            "report_success" = report_success, "report_failure" = report_failure, "should_recover" = should_recover,
            "ctx" = ctx,
        }
        "zend_async_signal_event_t" = SignalEvent {
            "base" = base, "signal" = signal,
        }
        "zend_async_filesystem_event_t" = FilesystemEvent {
            "base" = base, "path" = path, "flags" = flags, "triggered_events" = triggered_events,
            "triggered_filename" = triggered_filename,
        }
    }
    constants {}
}
