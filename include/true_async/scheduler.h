/* Part of zend_async_API.h: the scheduler group of slots, microtasks, heartbeat
 * [abi/ABI-110 to ABI-129, abi/ABI-133, abi/ABI-141, abi/ABI-168]. */
#ifndef TRUE_ASYNC_SCHEDULER_H
#define TRUE_ASYNC_SCHEDULER_H

BEGIN_EXTERN_C()

/* {{{ Slot types */

typedef bool (*zend_async_scheduler_launch_t)(void);
typedef zend_coroutine_t *(*zend_async_new_coroutine_t)(zend_async_scope_t *scope);
typedef zend_async_scope_t *(*zend_async_new_scope_t)(zend_async_scope_t *parent_scope, bool with_zend_object);
typedef zend_async_context_t *(*zend_async_new_context_t)(void);
typedef zend_coroutine_t *(*zend_async_spawn_t)(zend_async_scope_t *scope, zend_object *scope_provider, int32_t priority);
typedef bool (*zend_async_suspend_t)(bool from_main, bool is_bailout);
typedef bool (*zend_async_enqueue_coroutine_t)(zend_coroutine_t *coroutine);
typedef bool (*zend_async_resume_t)(zend_coroutine_t *coroutine, zend_object *error, bool transfer_error);
typedef bool (*zend_async_cancel_t)(zend_coroutine_t *coroutine, zend_object *error, bool transfer_error, bool is_safely);
typedef void (*zend_async_scope_await_after_cancellation_t)(zend_async_scope_t *scope, zend_coroutine_t *awaiter,
		zend_fcall_info *error_fci, zend_fcall_info_cache *error_fcc, zend_async_event_t *cancellation);
typedef bool (*zend_async_spawn_and_throw_t)(zend_object *exception, zend_async_scope_t *scope, int32_t priority);
typedef bool (*zend_async_shutdown_t)(void);
typedef bool (*zend_async_engine_shutdown_t)(void);
typedef zend_array *(*zend_async_get_coroutines_t)(void);
typedef bool (*zend_async_add_microtask_t)(zend_async_microtask_t *microtask);
typedef zend_array *(*zend_async_get_awaiting_info_t)(zend_coroutine_t *coroutine);
typedef zend_class_entry *(*zend_async_get_class_ce_t)(zend_async_class type);
typedef zend_async_iterator_t *(*zend_async_new_iterator_t)(zval *array, zend_object_iterator *iterator, zend_fcall_t *fcall,
		zend_async_iterator_handler_t handler, zend_async_scope_t *scope, unsigned int concurrency, int32_t priority, size_t iterator_size);
typedef zend_future_t *(*zend_async_new_future_t)(bool thread_safe, size_t extra_size);
typedef zend_object *(*zend_async_new_future_obj_t)(zend_future_t *future);
typedef zend_async_channel_t *(*zend_async_new_channel_t)(size_t buffer_size, bool resizable, bool thread_safe, size_t extra_size);
typedef zend_object *(*zend_async_new_channel_obj_t)(zend_async_channel_t *channel);
typedef zend_async_group_t *(*zend_async_new_group_t)(uint32_t concurrency, uint32_t queue_limit, zend_object *scope);
typedef void *(*zend_async_thread_snapshot_create_t)(const zend_fcall_t *entry, const zend_fcall_t *bootloader);
typedef void (*zend_async_thread_snapshot_destroy_t)(void *snapshot);
typedef void (*zend_async_thread_run_t)(void *context);
typedef void (*zend_async_thread_load_result_t)(zend_async_thread_event_t *event);
typedef void (*zend_async_call_on_main_stack_t)(void (*fn)(void *arg), void *arg);
typedef zend_execute_data *(*zend_async_coroutine_get_execute_data_t)(zend_coroutine_t *coroutine);

/* }}} */

/* {{{ Launch and shutdown */

/* Turns the running flow into the main coroutine and starts the scheduler and the reactor.
 * Inside a native Fiber it succeeds as well: what drives that Fiber is the main coroutine from then on, and suspending in the
 * Fiber suspends it. Errors: false with an exception when already launched, without a reactor, or in state OFF.
 * Never suspends [abi/ABI-111]. */
ZEND_API extern zend_async_scheduler_launch_t zend_async_scheduler_launch_fn;

/* Starts graceful shutdown: cancels all coroutines; idempotent. Returns true. No throw, never suspends
 * [abi/ABI-122]. */
ZEND_API extern zend_async_shutdown_t zend_async_shutdown_fn;

/* End of request: stops the reactor and frees the queues; only true_async itself calls it.
 * No throw, never suspends [abi/ABI-141]. */
ZEND_API extern zend_async_engine_shutdown_t zend_async_engine_shutdown_fn;

#define ZEND_ASYNC_SCHEDULER_LAUNCH() zend_async_scheduler_launch_fn()
#define ZEND_ASYNC_SHUTDOWN() zend_async_shutdown_fn()
#define ZEND_ASYNC_ENGINE_SHUTDOWN() zend_async_engine_shutdown_fn()

static zend_always_inline bool zend_async_scheduler_init(void)
{
	return ZEND_ASYNC_CURRENT_COROUTINE != NULL || zend_async_scheduler_launch_fn();
}

/* Launches only when there is no current coroutine; false with an exception on failure. */
#define ZEND_ASYNC_SCHEDULER_INIT() zend_async_scheduler_init()

/* }}} */

/* {{{ Creating coroutines */

/* Creates a coroutine without queueing it.
 * scope: where it belongs, NULL leaves it unattached. Returns it (owned; enqueuing hands that reference to the run queue). When it is
 * cancelled before it was enqueued, which its scope may do, it is finalised; the reference stays the caller's, to release or enqueue.
 * Errors: NULL with an exception, also when the scope refuses. Never suspends [abi/ABI-141]. */
ZEND_API extern zend_async_new_coroutine_t zend_async_new_coroutine_fn;

/* Creates and queues a coroutine; the caller sets fcall or internal_entry and the extended members at once.
 * scope, scope_provider: NULL for the current scope. scope_provider: an object that implements Async\ScopeProvider, else a TypeError.
 * priority: above 0 puts it to the front of the queue.
 * Returns it (borrowed). Errors: NULL with an exception in state OFF or when the scope refuses.
 * Never suspends, except in PHP strategy hooks [abi/ABI-118]. */
ZEND_API extern zend_async_spawn_t zend_async_spawn_fn;

/* Spawns a coroutine that throws an exception, to route an error from scheduler context.
 * exception: a reference is added. scope: NULL for the current one. priority: as for spawn.
 * Errors: false with an exception. Never suspends [abi/ABI-141]. */
ZEND_API extern zend_async_spawn_and_throw_t zend_async_spawn_and_throw_fn;

#define ZEND_ASYNC_NEW_COROUTINE(scope_) zend_async_new_coroutine_fn(scope_)
#define ZEND_ASYNC_SPAWN() zend_async_spawn_fn(NULL, NULL, 0)
#define ZEND_ASYNC_SPAWN_WITH(scope_) zend_async_spawn_fn((scope_), NULL, 0)
#define ZEND_ASYNC_SPAWN_WITH_PROVIDER(scope_provider_) zend_async_spawn_fn(NULL, (scope_provider_), 0)
#define ZEND_ASYNC_SPAWN_WITH_PRIORITY(priority_) zend_async_spawn_fn(NULL, NULL, (priority_))
#define ZEND_ASYNC_SPAWN_WITH_SCOPE_EX(scope_, priority_) zend_async_spawn_fn((scope_), NULL, (priority_))
#define ZEND_ASYNC_SPAWN_AND_THROW(exception_, scope_, priority_) zend_async_spawn_and_throw_fn((exception_), (scope_), (priority_))

/* }}} */

/* {{{ Switching */

/* Suspends the current coroutine until its waker is resumed; without awaited events and not queued it returns at once.
 * from_main: drain after the main script (true_async only). is_bailout: that drain follows a bailout.
 * Returns true exactly when no exception is pending. Errors: false with the waker's error or a refusal thrown.
 * May suspend [abi/ABI-113, abi/ABI-123]. */
ZEND_API extern zend_async_suspend_t zend_async_suspend_fn;

/* Appends a coroutine to the run queue; no-op when it is queued. coroutine: NULL before launch means "launch, use main".
 * One that is enqueued for the first time: its creation's reference passes to the queue, unless the result is false.
 * Errors: false with an exception, also when the coroutine has finished. Never suspends [abi/ABI-116]. */
ZEND_API extern zend_async_enqueue_coroutine_t zend_async_enqueue_coroutine_fn;

/* Makes a suspended coroutine ready.
 * error: thrown in it, or NULL; one that is queued and has not begun ends with it, without running. transfer_error: takes over the
 * reference on every path.
 * Errors: false with an exception when the coroutine was not suspended, or has finished. In scheduler context, where an exception would
 * end the request, a late wake-up of a finished one is false without an exception. Never suspends [abi/ABI-115]. */
ZEND_API extern zend_async_resume_t zend_async_resume_fn;

/* Cancels a coroutine; one that never started is finalised without running. That queues it if it was never enqueued, and the reference
 * of its creation is still its creator's.
 * error: NULL for a new cancellation "Coroutine cancelled". transfer_error: takes over the reference on every path.
 * is_safely: a started coroutine becomes a zombie instead of being interrupted.
 * Errors: false when the exception could not be created. Never suspends [abi/ABI-117]. */
ZEND_API extern zend_async_cancel_t zend_async_cancel_fn;

#define ZEND_ASYNC_SUSPEND() zend_async_suspend_fn(false, false)
/* One optional argument, is_bailout; none means false. */
#define ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(...) zend_async_suspend_fn(true, ZEND_ASYNC_OPTIONAL_BOOL_(__VA_ARGS__))
#ifdef __cplusplus
static zend_always_inline bool zend_async_optional_bool(bool value = false) { return value; }
# define ZEND_ASYNC_OPTIONAL_BOOL_(...) zend_async_optional_bool(__VA_ARGS__)
#else
/* The list may end in a comma, so it is valid with one value and with two. */
# define ZEND_ASYNC_OPTIONAL_BOOL_(...) (((const bool[2]) { false, __VA_ARGS__ })[1])
#endif
#define ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine_) zend_async_enqueue_coroutine_fn(coroutine_)
#define ZEND_ASYNC_RESUME(coroutine_) zend_async_resume_fn((coroutine_), NULL, false)
#define ZEND_ASYNC_RESUME_WITH_ERROR(coroutine_, error_, transfer_error_) \
	zend_async_resume_fn((coroutine_), (error_), (transfer_error_))
#define ZEND_ASYNC_CANCEL(coroutine_, error_, transfer_error_) zend_async_cancel_fn((coroutine_), (error_), (transfer_error_), false)
#define ZEND_ASYNC_CANCEL_EX(coroutine_, error_, transfer_error_, is_safely_) \
	zend_async_cancel_fn((coroutine_), (error_), (transfer_error_), (is_safely_))

/* Runs a function on the stack that the OS thread began with; directly when already there, also within such a function. While main
 * waits inside a native Fiber that stack cannot be reached: then on a separate one of 8 MiB. For C code that needs more stack than a
 * coroutine has, or looks at the bounds of its thread's stack. fn, arg: function and its argument; NULL does nothing. It runs as part
 * of the coroutine that calls: the current coroutine and executing function are the same, what it throws is pending afterwards, and a
 * bailout goes on where this was called. It must return before anything else runs: suspending in it throws AsyncException, switching
 * Fibers FiberError, and blocking calls block the thread.
 * Errors: as left by fn. Never suspends [abi/ABI-142]. */
ZEND_API extern zend_async_call_on_main_stack_t zend_async_call_on_main_stack_fn;

#define ZEND_ASYNC_CALL_ON_MAIN_STACK(fn_, arg_) zend_async_call_on_main_stack_fn((fn_), (arg_))

/* }}} */

/* {{{ Questions */

/* Table of all coroutines: object handle => IS_PTR coroutine. Returns it (borrowed, read only) or NULL.
 * No throw, never suspends [abi/ABI-141]. */
ZEND_API extern zend_async_get_coroutines_t zend_async_get_coroutines_fn;

/* Descriptions of the events a coroutine waits for. Returns an array of strings (owned) or NULL.
 * No throw, never suspends [abi/ABI-141]. */
ZEND_API extern zend_async_get_awaiting_info_t zend_async_get_awaiting_info_fn;

/* Class entry for a selector, NULL for an unknown value. No throw, never suspends [abi/ABI-29]. */
ZEND_API extern zend_async_get_class_ce_t zend_async_get_class_ce_fn;

/* VM frame of a suspended coroutine, or NULL. The slot itself may be NULL. No throw, never suspends [abi/ABI-142]. */
ZEND_API extern zend_async_coroutine_get_execute_data_t zend_async_coroutine_get_execute_data_fn;

#define ZEND_ASYNC_GET_COROUTINES() zend_async_get_coroutines_fn()
#define ZEND_ASYNC_GET_AWAITING_INFO(coroutine_) zend_async_get_awaiting_info_fn(coroutine_)
#define ZEND_ASYNC_GET_CE(type_) zend_async_get_class_ce_fn(type_)
#define ZEND_ASYNC_GET_EXCEPTION_CE(type_) zend_async_get_class_ce_fn(type_)
#define ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(coroutine_) \
	(zend_async_coroutine_get_execute_data_fn != NULL ? zend_async_coroutine_get_execute_data_fn(coroutine_) : NULL)

/* }}} */

/* {{{ Microtasks [abi/ABI-126 to ABI-129] */

/* Queues a C callback that runs in scheduler context before the next switch. A counter of 0 makes the queue the only
 * owner; 1 lets the creator keep the task. A cancelled task is ignored. Returns true.
 * Errors: false with an exception. Never suspends [abi/ABI-126]. */
ZEND_API extern zend_async_add_microtask_t zend_async_add_microtask_fn;

#define ZEND_ASYNC_ADD_MICROTASK(microtask_) zend_async_add_microtask_fn(microtask_)
#define ZEND_ASYNC_MICROTASK_ADD_REF(microtask_) ((microtask_)->ref_count++)

/* Drops one reference; with the last one dtor frees the block, or efree without dtor [abi/ABI-129]. */
static zend_always_inline void zend_async_microtask_release(zend_async_microtask_t *microtask)
{
	if (microtask->ref_count > 1) {
		microtask->ref_count--;
		return;
	}

	microtask->ref_count = 0;

	if (microtask->dtor != NULL) {
		microtask->dtor(microtask);
	} else {
		efree(microtask);
	}
}

#define ZEND_ASYNC_MICROTASK_RELEASE(microtask_) zend_async_microtask_release(microtask_)

/* }}} */

/* {{{ Heartbeat [abi/ABI-133] */

/* Installs the function that every scheduler tick calls first; NULL removes it.
 * Returns the previous one, which a polite handler calls. No errors, never suspends. */
ZEND_API zend_async_heartbeat_handler_t zend_async_set_heartbeat_handler(zend_async_heartbeat_handler_t handler);

/* Returns the installed heartbeat handler or NULL. No errors, never suspends. */
ZEND_API zend_async_heartbeat_handler_t zend_async_get_heartbeat_handler(void);

/* }}} */

/* {{{ Registration [abi/ABI-167, abi/ABI-168]
 *
 * Replaces all slots of the group at once.
 * module: static string, compared by address. allow_override: may replace another module's registration.
 * NULL waker_new and waker_destroy select the built-in versions.
 * Returns false with E_CORE_ERROR, nothing changed, when another module is registered and allow_override is false;
 * true, nothing changed, for the same module. Never suspends.
 */
ZEND_API bool zend_async_scheduler_register(char *module, bool allow_override,
		zend_async_scheduler_launch_t scheduler_launch_fn,
		zend_async_new_coroutine_t new_coroutine_fn,
		zend_async_new_scope_t new_scope_fn,
		zend_async_new_context_t new_context_fn,
		zend_async_spawn_t spawn_fn,
		zend_async_suspend_t suspend_fn,
		zend_async_enqueue_coroutine_t enqueue_coroutine_fn,
		zend_async_resume_t resume_fn,
		zend_async_cancel_t cancel_fn,
		zend_async_scope_await_after_cancellation_t scope_await_after_cancellation_fn,
		zend_async_spawn_and_throw_t spawn_and_throw_fn,
		zend_async_shutdown_t shutdown_fn,
		zend_async_waker_new_t waker_new_fn,
		zend_async_waker_destroy_t waker_destroy_fn,
		zend_async_get_coroutines_t get_coroutines_fn,
		zend_async_add_microtask_t add_microtask_fn,
		zend_async_get_awaiting_info_t get_awaiting_info_fn,
		zend_async_get_class_ce_t get_class_ce_fn,
		zend_async_new_iterator_t new_iterator_fn,
		zend_async_new_future_t new_future_fn,
		zend_async_new_channel_t new_channel_fn,
		zend_async_new_future_obj_t new_future_obj_fn,
		zend_async_new_channel_obj_t new_channel_obj_fn,
		zend_async_new_group_t new_group_fn,
		zend_async_engine_shutdown_t engine_shutdown_fn,
		zend_async_thread_snapshot_create_t thread_snapshot_create_fn,
		zend_async_thread_snapshot_destroy_t thread_snapshot_destroy_fn,
		zend_async_thread_run_t thread_run_fn,
		zend_async_thread_load_result_t thread_load_result_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_SCHEDULER_H */
