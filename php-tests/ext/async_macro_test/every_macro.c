/*
 * Every macro of spec/abi.md chapter 20 once, in the positions in which code written for other headers has them. build.sh
 * compiles this file as C and as C++ with all warnings as errors, one for an undeclared function above all: a macro that the
 * header lacks would otherwise be a call of a function that does not exist. Nothing here is ever called; loading the shared
 * object shows that every symbol behind the macros resolves (ABI-13, ABI-181..185).
 */
#include "php.h"
#include "zend_async_API.h"

BEGIN_EXTERN_C()
void every_macro_of_state(zend_coroutine_t *coroutine, zend_async_event_t *event);
void every_macro_of_events(zend_async_event_t *event, zend_object *object, zend_async_event_ref_t *ref, zval *value);
void every_macro_of_flags(zend_async_io_t *io, zend_async_timer_event_t *timer, zend_async_thread_event_t *thread);
void every_macro_of_coroutines(zend_coroutine_t *coroutine, zend_async_waker_t *waker, zend_object *error);
void every_macro_of_scopes(zend_async_scope_t *scope, zend_coroutine_t *coroutine, zend_object *error);
void every_macro_of_futures(zend_future_t *future, zval *value, zend_object *error, zend_async_microtask_t *microtask);
void every_macro_of_the_scheduler(zend_coroutine_t *coroutine, zend_async_scope_t *scope, zend_object *object, zval *value);
void every_macro_of_the_reactor(zend_string *path, struct sockaddr *address, struct addrinfo *hints, zval *value);
void every_macro_of_threads(zend_async_task_run_t run, zend_fcall_t *entry, zend_async_thread_context_t *context, zval *value);
void every_macro_of_io(zend_async_io_t *io, char *buffer, zend_string **strings, zend_async_buf_t *buffers, void *data);
void every_macro_of_primitives(zend_async_pool_t *pool, zend_async_channel_t *channel, zend_future_t *future, zval *value);
void every_atomic(zend_atomic_int *number, zend_atomic_int64 *large, zend_atomic_ptr *pointer);
END_EXTERN_C()

static void act(void *arg)
{
	(void) arg;
}

static bool on_switch(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	return coroutine != NULL && is_enter && !is_finishing;
}

static void on_event(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	(void) event;
	(void) callback;
	(void) result;
	(void) exception;
}

void every_macro_of_state(zend_coroutine_t *coroutine, zend_async_event_t *event)
{
	bool answers[] = { ZEND_ASYNC_ON, ZEND_ASYNC_IS_OFF, ZEND_ASYNC_IS_READY, ZEND_ASYNC_IS_ACTIVE,
			ZEND_ASYNC_IS_SCHEDULER_CONTEXT, ZEND_ASYNC_SCHEDULER_ALIVE, ZEND_ASYNC_IS_ENABLED(), ZEND_ASYNC_REACTOR_IS_ENABLED() };
	(void) answers;

	ZEND_ASYNC_INITIALIZE;
	ZEND_ASYNC_ACTIVATE;
	ZEND_ASYNC_DEACTIVATE;

	/* Lvalues (ABI-13), with their address, too. */
	ZEND_ASYNC_G(state) = ZEND_ASYNC_OFF;
	ZEND_ASYNC_CURRENT_COROUTINE = coroutine;
	ZEND_ASYNC_SCHEDULER = coroutine;
	ZEND_ASYNC_MAIN_COROUTINE = coroutine;
	ZEND_ASYNC_MAIN_SCOPE = coroutine->scope;
	ZEND_ASYNC_EXIT_EXCEPTION = NULL;
	ZEND_ASYNC_GRACEFUL_SHUTDOWN = false;
	ZEND_ASYNC_ACTIVE_COROUTINE_COUNT++;
	ZEND_ASYNC_ACTIVE_EVENT_COUNT--;
	ZEND_ASYNC_SCHEDULER_CONTEXT = true;
	ZEND_ASYNC_ACTING_COROUTINE = NULL;
	zend_coroutine_t **address = &ZEND_ASYNC_CURRENT_COROUTINE;
	(void) address;

	zend_async_scope_t *scopes[] = { ZEND_ASYNC_CURRENT_SCOPE, ZEND_ASYNC_REQUEST_SCOPE };
	(void) scopes;
	zend_async_context_t *context = ZEND_ASYNC_CURRENT_CONTEXT;
	(void) context;

	if (coroutine != NULL)
		ZEND_ASYNC_ACT_AS_START(coroutine);
	else
		ZEND_ASYNC_ACT_AS_END();

	ZEND_ASYNC_SCHEDULER_WAIT;
	ZEND_ASYNC_SCHEDULER_HEARTBEAT;

	/* With a semicolon and without. */
	ZEND_ASYNC_INCREASE_EVENT_COUNT(event);
	ZEND_ASYNC_DECREASE_EVENT_COUNT(event)
	ZEND_ASYNC_INCREASE_COROUTINE_COUNT
	ZEND_ASYNC_DECREASE_COROUTINE_COUNT
	ZEND_ASYNC_INCREASE_COROUTINE_COUNT;
	ZEND_ASYNC_DECREASE_COROUTINE_COUNT;
	if (answers[0]) ZEND_ASYNC_INCREASE_COROUTINE_COUNT
	if (answers[1]) ZEND_ASYNC_DECREASE_COROUTINE_COUNT else act(NULL);
}

void every_macro_of_events(zend_async_event_t *event, zend_object *object, zend_async_event_ref_t *ref, zval *value)
{
	bool answers[] = { ZEND_ASYNC_EVENT_IS_CLOSED(event), ZEND_ASYNC_EVENT_WILL_RESULT_USED(event),
			ZEND_ASYNC_EVENT_WILL_EXC_CAUGHT(event), ZEND_ASYNC_EVENT_WILL_ZVAL_RESULT(event), ZEND_ASYNC_EVENT_IS_ZEND_OBJ(event),
			ZEND_ASYNC_EVENT_IS_NO_FREE_MEMORY(event), ZEND_ASYNC_EVENT_IS_EXCEPTION_HANDLED(event),
			ZEND_ASYNC_EVENT_SHOULD_CLOSE_FD(event), ZEND_ASYNC_EVENT_IS_HIDDEN(event), ZEND_ASYNC_EVENT_IS_BAILOUT(event),
			ZEND_ASYNC_EVENT_IS_REFERENCE(ref) };
	(void) answers;

	ZEND_ASYNC_EVENT_SET_CLOSED(event);
	ZEND_ASYNC_EVENT_CLR_CLOSED(event);
	ZEND_ASYNC_EVENT_SET_RESULT_USED(event);
	ZEND_ASYNC_EVENT_CLR_RESULT_USED(event);
	ZEND_ASYNC_EVENT_SET_EXC_CAUGHT(event);
	ZEND_ASYNC_EVENT_CLR_EXC_CAUGHT(event);
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(event);
	ZEND_ASYNC_EVENT_CLR_ZVAL_RESULT(event);
	ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	ZEND_ASYNC_EVENT_CLR_EXCEPTION_HANDLED(event);
	ZEND_ASYNC_EVENT_SET_CLOSE_FD(event);
	ZEND_ASYNC_EVENT_CLR_CLOSE_FD(event);
	ZEND_ASYNC_EVENT_SET_HIDDEN(event);
	ZEND_ASYNC_EVENT_CLR_HIDDEN(event);
	ZEND_ASYNC_EVENT_SET_ZEND_OBJ(event);
	ZEND_ASYNC_EVENT_SET_NO_FREE_MEMORY(event);
	ZEND_ASYNC_EVENT_SET_BAILOUT(event);
	ZEND_ASYNC_EVENT_WITH_OBJECT_REF(event);
	ZEND_ASYNC_EVENT_SET_ZEND_OBJ_OFFSET(event, sizeof(*event));

	uint32_t counts[] = { ZEND_ASYNC_EVENT_REFCOUNT(event), ZEND_ASYNC_EVENT_ADD_REF(event), ZEND_ASYNC_EVENT_DEL_REF(event),
			ZEND_ASYNC_EVENT_REF(event) };
	(void) counts;
	ZEND_ASYNC_EVENT_ADD_REF(event);
	ZEND_ASYNC_EVENT_DEL_REF(event);
	ZEND_ASYNC_EVENT_RELEASE(event);

	zend_async_event_callback_t *callback = ZEND_ASYNC_EVENT_CALLBACK(on_event);
	zend_async_event_callback_t *larger = ZEND_ASYNC_EVENT_CALLBACK_EX(on_event, sizeof(*callback) + 8);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(callback);
	ZEND_ASYNC_EVENT_CALLBACK_DEC_REF(callback);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(larger);

	zend_object *exception = NULL;
	if (!ZEND_ASYNC_EVENT_REPLAY(event, callback) || !ZEND_ASYNC_EVENT_EXTRACT_RESULT(event, value)
			|| !ZEND_ASYNC_EVENT_EXTRACT_RESULT_OR_ERROR(event, value, &exception)) {
		return;
	}

	ZEND_ASYNC_EVENT_REF_SET(ref, 16, event);
	event = ZEND_ASYNC_OBJECT_TO_EVENT(object);
	object = ZEND_ASYNC_EVENT_TO_OBJECT(event);

	ZEND_ASYNC_CALLBACKS_NOTIFY(event, value, exception);
	ZEND_ASYNC_CALLBACKS_NOTIFY_FROM_HANDLER(event, value, exception);
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(event, value, exception);
}

/* An object that begins as an event reference (ABI-38). */
typedef struct {
	ZEND_ASYNC_EVENT_REF_FIELDS
	zend_object std;
} referring_object_t;

typedef struct {
	ZEND_ASYNC_EVENT_REF_PROLOG
	zend_object *elsewhere;
} prolog_t;

typedef struct {
	ZEND_ASYNC_ITERATOR_FIELDS
	int own;
} own_iterator_t;

void every_macro_of_flags(zend_async_io_t *io, zend_async_timer_event_t *timer, zend_async_thread_event_t *thread)
{
	bool answers[] = { ZEND_ASYNC_IO_IS_MULTISHOT(io), ZEND_ASYNC_IO_IS_STREAM(io->type), ZEND_ASYNC_TIMER_IS_MULTISHOT(timer),
			ZEND_ASYNC_TIMER_IS_REFRESH_CLOCK(timer), ZEND_THREAD_IS_RESULT_LOADED(thread), ZEND_THREAD_IS_EXCEPTION_CONSUMED(thread),
			sizeof(referring_object_t) > sizeof(prolog_t), sizeof(own_iterator_t) > sizeof(zend_async_iterator_t) };
	(void) answers;

	ZEND_ASYNC_IO_SET_MULTISHOT(io);
	ZEND_ASYNC_IO_CLR_MULTISHOT(io);
	ZEND_ASYNC_TIMER_SET_MULTISHOT(timer);
	ZEND_ASYNC_TIMER_CLR_MULTISHOT(timer);
	ZEND_ASYNC_TIMER_SET_REFRESH_CLOCK(timer);
	ZEND_THREAD_SET_RESULT_LOADED(thread);
	ZEND_THREAD_SET_EXCEPTION_CONSUMED(thread);
}

void every_macro_of_coroutines(zend_coroutine_t *coroutine, zend_async_waker_t *waker, zend_object *error)
{
	bool answers[] = { ZEND_COROUTINE_IS_STARTED(coroutine), ZEND_COROUTINE_IS_CANCELLED(coroutine),
			ZEND_COROUTINE_IS_FINISHED(coroutine), ZEND_COROUTINE_IS_ZOMBIE(coroutine), ZEND_COROUTINE_IS_PROTECTED(coroutine),
			ZEND_COROUTINE_IS_MAIN(coroutine), ZEND_COROUTINE_IS_FIBER(coroutine), ZEND_COROUTINE_IS_YIELD(coroutine),
			ZEND_COROUTINE_IS_EXCEPTION_HANDLED(coroutine), ZEND_COROUTINE_IS_BAILOUT(coroutine), ZEND_COROUTINE_SUSPENDED(coroutine),
			ZEND_ASYNC_WAKER_IN_QUEUE(waker), ZEND_ASYNC_WAKER_NOT_IN_QUEUE(waker), ZEND_ASYNC_WAKER_WAITING(waker),
			waker->status == ZEND_ASYNC_WAKER_WAITING };
	(void) answers;

	ZEND_COROUTINE_SET_STARTED(coroutine);
	ZEND_COROUTINE_SET_CANCELLED(coroutine);
	ZEND_COROUTINE_SET_FINISHED(coroutine);
	ZEND_COROUTINE_SET_ZOMBIE(coroutine);
	ZEND_COROUTINE_SET_PROTECTED(coroutine);
	ZEND_COROUTINE_CLR_PROTECTED(coroutine);
	ZEND_COROUTINE_SET_MAIN(coroutine);
	ZEND_COROUTINE_SET_FIBER(coroutine);
	ZEND_COROUTINE_SET_YIELD(coroutine);
	ZEND_COROUTINE_CLR_YIELD(coroutine);
	ZEND_COROUTINE_SET_EXCEPTION_HANDLED(coroutine);
	ZEND_COROUTINE_CLR_EXCEPTION_HANDLED(coroutine);
	ZEND_COROUTINE_SET_BAILOUT(coroutine);

	uint32_t index = ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, on_switch);
	(void) index;
	ZEND_COROUTINE_ENTER(coroutine);
	ZEND_COROUTINE_LEAVE(coroutine);
	ZEND_COROUTINE_FINISH(coroutine);
	ZEND_ASYNC_ADD_SWITCH_HANDLER(on_switch);
	ZEND_ASYNC_ADD_MAIN_COROUTINE_START_HANDLER(on_switch);

	waker = ZEND_ASYNC_WAKER_NEW(coroutine);
	ZEND_ASYNC_WAKER_DESTROY(coroutine);
	ZEND_ASYNC_WAKER_CLEAN_EVENTS(waker);
	ZEND_ASYNC_WAKER_APPLY_ERROR(waker, error, false);
	ZEND_ASYNC_WAKER_APPEND_ERROR(waker, error, false);
	ZEND_ASYNC_WAKER_APPLY_CANCELLATION(waker, error, false);

	ZEND_ASYNC_FCALL_DEFINE(fcall, coroutine->fcall->fci, coroutine->fcall->fci_cache, NULL, 0, NULL);
	zend_fcall_release(fcall);

	zval *found = ZEND_ASYNC_INTERNAL_CONTEXT_FIND(coroutine, ZEND_ASYNC_INTERNAL_CONTEXT_KEY_ALLOC("every_macro"));
	(void) ZEND_ASYNC_INTERNAL_CONTEXT_KEY_NAME(1);
	ZEND_ASYNC_INTERNAL_CONTEXT_SET(coroutine, 1, found);
	ZEND_ASYNC_INTERNAL_CONTEXT_UNSET(coroutine, 1);
}

void every_macro_of_scopes(zend_async_scope_t *scope, zend_coroutine_t *coroutine, zend_object *error)
{
	bool answers[] = { ZEND_ASYNC_SCOPE_IS_CLOSED(scope), ZEND_ASYNC_SCOPE_IS_NO_FREE_MEMORY(scope),
			ZEND_ASYNC_SCOPE_IS_DISPOSE_SAFELY(scope), ZEND_ASYNC_SCOPE_IS_CANCELLED(scope), ZEND_ASYNC_SCOPE_IS_DISPOSING(scope),
			ZEND_ASYNC_SCOPE_IS_OWNER_PINNED(scope), ZEND_ASYNC_SCOPE_IS_BAILOUT(scope), ZEND_ASYNC_SCOPE_IS_COMPLETED(scope),
			ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope), ZEND_ASYNC_SCOPE_CAN_BE_DISPOSED(scope),
			ZEND_ASYNC_SCOPE_CATCH(scope, coroutine, NULL, error, false, false) };
	(void) answers;

	ZEND_ASYNC_SCOPE_SET_CLOSED(scope);
	ZEND_ASYNC_SCOPE_CLR_CLOSED(scope);
	ZEND_ASYNC_SCOPE_SET_NO_FREE_MEMORY(scope);
	ZEND_ASYNC_SCOPE_CLR_NO_FREE_MEMORY(scope);
	ZEND_ASYNC_SCOPE_SET_DISPOSE_SAFELY(scope);
	ZEND_ASYNC_SCOPE_CLR_DISPOSE_SAFELY(scope);
	ZEND_ASYNC_SCOPE_SET_CANCELLED(scope);
	ZEND_ASYNC_SCOPE_SET_DISPOSING(scope);
	ZEND_ASYNC_SCOPE_CLR_DISPOSING(scope);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_SET_BAILOUT(scope);

	ZEND_ASYNC_SCOPE_CLOSE(scope, true);
	ZEND_ASYNC_SCOPE_CANCEL(scope, error, false, true);
	ZEND_ASYNC_SCOPE_AWAIT_AFTER_CANCELLATION(scope, coroutine, NULL, NULL, NULL);
	ZEND_ASYNC_SCOPE_RELEASE(scope);
}

void every_macro_of_futures(zend_future_t *future, zval *value, zend_object *error, zend_async_microtask_t *microtask)
{
	bool answers[] = { ZEND_FUTURE_IS_COMPLETED(future), ZEND_FUTURE_IS_IGNORED(future), ZEND_FUTURE_IS_USED(future),
			ZEND_FUTURE_IS_EXCEPTION_CAUGHT(future) };
	(void) answers;

	ZEND_FUTURE_SET_THREAD_SAFE(future);
	ZEND_FUTURE_SET_IGNORED(future);
	ZEND_FUTURE_SET_USED(future);
	ZEND_FUTURE_SET_EXCEPTION_CAUGHT(future);

	ZEND_FUTURE_COMPLETE(future, value);
	ZEND_FUTURE_COMPLETE_WITH_ITERATOR(future, value, NULL);
	ZEND_FUTURE_REJECT(future, error);
	ZEND_FUTURE_REJECT_WITH_ITERATOR(future, error, NULL);

	ZEND_ASYNC_MICROTASK_ADD_REF(microtask);
	ZEND_ASYNC_MICROTASK_RELEASE(microtask);
}

void every_macro_of_the_scheduler(zend_coroutine_t *coroutine, zend_async_scope_t *scope, zend_object *object, zval *value)
{
	coroutine = ZEND_ASYNC_SPAWN();
	coroutine = ZEND_ASYNC_SPAWN_WITH(scope);
	coroutine = ZEND_ASYNC_SPAWN_WITH_PROVIDER(object);
	coroutine = ZEND_ASYNC_SPAWN_WITH_PRIORITY(ZEND_COROUTINE_HI_PRIORITY);
	coroutine = ZEND_ASYNC_SPAWN_WITH_SCOPE_EX(scope, ZEND_COROUTINE_NORMAL);
	coroutine = ZEND_ASYNC_NEW_COROUTINE(scope);
	scope = ZEND_ASYNC_NEW_SCOPE(scope);
	scope = ZEND_ASYNC_NEW_SCOPE_WITH_OBJECT(scope);

	bool answers[] = { ZEND_ASYNC_SUSPEND(), ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(), ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(false),
			ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(object != NULL), ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(scope == NULL || object == NULL),
			ZEND_ASYNC_RUN_SCHEDULER_AFTER_MAIN(object ? true : false),
			ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine), ZEND_ASYNC_RESUME(coroutine),
			ZEND_ASYNC_RESUME_WITH_ERROR(coroutine, object, true), ZEND_ASYNC_CANCEL(coroutine, object, true),
			ZEND_ASYNC_CANCEL_EX(coroutine, object, true, true), ZEND_ASYNC_SPAWN_AND_THROW(object, scope, 0), ZEND_ASYNC_SHUTDOWN(),
			ZEND_ASYNC_ENGINE_SHUTDOWN(), ZEND_ASYNC_ADD_MICROTASK(NULL), ZEND_ASYNC_SCHEDULER_LAUNCH(), ZEND_ASYNC_SCHEDULER_INIT() };
	(void) answers;

	zend_array *tables[] = { ZEND_ASYNC_GET_COROUTINES(), ZEND_ASYNC_GET_AWAITING_INFO(coroutine) };
	(void) tables;
	zend_class_entry *classes[] = { ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE), ZEND_ASYNC_GET_EXCEPTION_CE(ZEND_ASYNC_EXCEPTION_DNS) };
	(void) classes;
	ZEND_ASYNC_CALL_ON_MAIN_STACK(act, value);
	zend_execute_data *frame = ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(coroutine);
	(void) frame;

	zend_async_context_t *contexts[] = { ZEND_ASYNC_NEW_CONTEXT(NULL), ZEND_ASYNC_GET_COROUTINE_CONTEXT() };
	(void) contexts;

	zend_async_iterator_t *iterators[] = { ZEND_ASYNC_NEW_ITERATOR(value, NULL, NULL, NULL, 1, 0),
			ZEND_ASYNC_NEW_ITERATOR_EX(value, NULL, NULL, NULL, 1, 0, sizeof(own_iterator_t)),
			ZEND_ASYNC_NEW_ITERATOR_SCOPE(value, NULL, NULL, NULL, scope, 1, 0) };
	(void) iterators;
}

void every_macro_of_the_reactor(zend_string *path, struct sockaddr *address, struct addrinfo *hints, zval *value)
{
	bool answers[] = { ZEND_ASYNC_REACTOR_STARTUP(), ZEND_ASYNC_REACTOR_SHUTDOWN(), ZEND_ASYNC_REACTOR_EXECUTE(true),
			ZEND_ASYNC_REACTOR_LOOP_ALIVE(), ZEND_ASYNC_SIGACTION(1), ZEND_ASYNC_FREEADDRINFO(hints), ZEND_ASYNC_BEFORE_FORK(),
			ZEND_ASYNC_NOW() > ZEND_ASYNC_AVAILABLE_PARALLELISM() };
	(void) answers;
	ZEND_ASYNC_REACTOR_TICK();
	ZEND_ASYNC_REACTOR_QUIESCE();
	ZEND_ASYNC_AFTER_FORK_CHILD();

	zend_async_poll_event_t *polls[] = { ZEND_ASYNC_NEW_SOCKET_EVENT(1, ASYNC_READABLE),
			ZEND_ASYNC_NEW_SOCKET_EVENT_EX(1, ASYNC_READABLE, 8), ZEND_ASYNC_NEW_POLL_EVENT(1, 0, ASYNC_WRITABLE),
			ZEND_ASYNC_NEW_POLL_EVENT_EX(1, 0, ASYNC_WRITABLE, 8) };
	zend_async_poll_proxy_t *proxies[] = { ZEND_ASYNC_NEW_POLL_PROXY_EVENT(polls[0], ASYNC_READABLE),
			ZEND_ASYNC_NEW_POLL_PROXY_EVENT_EX(polls[0], ASYNC_READABLE, 8) };
	(void) proxies;

	zend_async_timer_event_t *timers[] = { ZEND_ASYNC_NEW_TIMER_EVENT(1, false), ZEND_ASYNC_NEW_TIMER_EVENT_EX(1, false, 8),
			ZEND_ASYNC_NEW_TIMER_EVENT_NS(0, 1, false), ZEND_ASYNC_NEW_TIMER_EVENT_NS_EX(0, 1, false, 8) };
	ZEND_ASYNC_TIMER_REARM(timers[0], 1, 0);

	zend_async_signal_event_t *signals[] = { ZEND_ASYNC_NEW_SIGNAL_EVENT(ZEND_ASYNC_SIGTERM), ZEND_ASYNC_NEW_SIGNAL_EVENT_EX(1, 8) };
	(void) signals;
	zend_async_process_event_t *processes[] = { ZEND_ASYNC_NEW_PROCESS_EVENT(1), ZEND_ASYNC_NEW_PROCESS_EVENT_EX(1, 8) };
	(void) processes;
	zend_async_filesystem_event_t *files[] = { ZEND_ASYNC_NEW_FILESYSTEM_EVENT(path, 0), ZEND_ASYNC_NEW_FILESYSTEM_EVENT_EX(path, 0, 8) };
	(void) files;
	zend_async_dns_nameinfo_t *names[] = { ZEND_ASYNC_GETNAMEINFO(address, 0), ZEND_ASYNC_GETNAMEINFO_EX(address, 0, 8) };
	(void) names;
	zend_async_dns_addrinfo_t *addresses[] = { ZEND_ASYNC_GETADDRINFO("localhost", NULL, hints),
			ZEND_ASYNC_GETADDRINFO_EX("localhost", NULL, hints, 8) };
	(void) addresses;
	zend_async_trigger_event_t *triggers[] = { ZEND_ASYNC_NEW_TRIGGER_EVENT(), ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(8) };
	(void) triggers;
	zend_async_exec_event_t *commands[] = {
			ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_SYSTEM, "true", value, value, NULL, NULL, NULL),
			ZEND_ASYNC_NEW_EXEC_EVENT_EX(ZEND_ASYNC_EXEC_MODE_EXEC, "true", value, value, NULL, NULL, NULL, 8) };
	(void) commands;
	int code = ZEND_ASYNC_EXEC(ZEND_ASYNC_EXEC_MODE_SHELL_EXEC, "true", value, value, NULL, NULL, NULL, 0);
	(void) code;

	zend_async_listen_event_t *listening[] = { ZEND_ASYNC_SOCKET_LISTEN("::", 0, 16), ZEND_ASYNC_SOCKET_LISTEN_EX("::", 0, 16, 0, 8),
			ZEND_ASYNC_SOCKET_LISTEN_FD(1, 16, ZEND_ASYNC_LISTEN_F_UNIX, 8) };
	(void) listening;
}

void every_macro_of_threads(zend_async_task_run_t run, zend_fcall_t *entry, zend_async_thread_context_t *context, zval *value)
{
	zend_async_task_t *tasks[] = { ZEND_ASYNC_NEW_TASK(run, NULL), ZEND_ASYNC_NEW_TASK_EX(run, NULL, 8) };
	bool queued = ZEND_ASYNC_QUEUE_TASK(tasks[0]);
	(void) queued;

	zend_async_thread_pool_t *pools[] = { ZEND_ASYNC_NEW_THREAD_POOL(2, 16), ZEND_ASYNC_NEW_THREAD_POOL_EX(2, 16, entry, true, 4) };
	ZEND_THREAD_POOL_ADDREF(pools[0]);
	ZEND_THREAD_POOL_DELREF(pools[1]);

	zend_async_thread_event_t *threads[] = { ZEND_ASYNC_NEW_THREAD_EVENT(entry, NULL),
			ZEND_ASYNC_NEW_THREAD_EVENT_EX(entry, NULL, ZEND_THREAD_F_INHERIT, 8) };
	zend_async_thread_handle_t handle = ZEND_ASYNC_START_THREAD(context->internal_entry, context);
	(void) handle;

	ZEND_ASYNC_THREAD_CONTEXT_ADDREF(context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_ALLOC(context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_LOCK(context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_UNLOCK(context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_FREE(context);
	ZEND_ASYNC_THREAD_CONTEXT_RELEASE(context);

	void *snapshot = ZEND_ASYNC_THREAD_SNAPSHOT_CREATE(entry, NULL);
	ZEND_ASYNC_THREAD_SNAPSHOT_DESTROY(snapshot);
	ZEND_ASYNC_THREAD_RUN(context);
	ZEND_ASYNC_THREAD_LOAD_RESULT(threads[0]);

	zend_async_thread_transfer_ctx_t transfer;
	memset(&transfer, 0, sizeof(transfer));
	zval *roots[] = { value };
	ZEND_ASYNC_THREAD_TRANSFER_ZVAL(&transfer, value, value);
	ZEND_ASYNC_THREAD_LOAD_ZVAL(&transfer, value, value);
	ZEND_ASYNC_THREAD_TRANSFER_ZVAL_TOPLEVEL(value, value);
	ZEND_ASYNC_THREAD_LOAD_ZVAL_TOPLEVEL(value, value);
	ZEND_ASYNC_THREAD_RELEASE_TRANSFERRED_ZVAL(value);
	ZEND_ASYNC_THREAD_RELEASE_TRANSFERRED_ZVALS(roots, 1);
	ZEND_ASYNC_THREAD_XLAT_PUT(&transfer, value, value);
	ZEND_ASYNC_THREAD_DEFER_RELEASE(&transfer, value);
}

static void on_written(void *data, zend_async_io_t *io)
{
	(void) data;
	(void) io;
}

void every_macro_of_io(zend_async_io_t *io, char *buffer, zend_string **strings, zend_async_buf_t *buffers, void *data)
{
	zend_stat_t status;
	struct sockaddr *address = (struct sockaddr *) data;

	zend_async_io_t *handles[] = { ZEND_ASYNC_IO_CREATE(1, ZEND_ASYNC_IO_TYPE_TCP, ZEND_ASYNC_IO_READABLE),
			ZEND_ASYNC_FS_OPEN("/dev/null", 0, 0), ZEND_ASYNC_UDP_BIND("::", 0),
			ZEND_ASYNC_UDP_BIND_EX("::", 0, ZEND_ASYNC_UDP_F_REUSEPORT, 8) };
	(void) handles;
	zend_async_io_req_t *requests[] = { ZEND_ASYNC_IO_READ(io, buffer, 1), ZEND_ASYNC_IO_WRITE(io, buffer, 1),
			ZEND_ASYNC_IO_WRITE_EX(io, buffer, 1, on_written), ZEND_ASYNC_IO_WRITEV(io, strings, 1),
			ZEND_ASYNC_IO_WRITEV_EX(io, buffers, 1, on_written, data), ZEND_ASYNC_IO_WRITEV_AWAITED(io, strings, 1),
			ZEND_ASYNC_IO_FLUSH(io), ZEND_ASYNC_IO_STAT(io, &status), ZEND_ASYNC_IO_SENDFILE(io, io, -1, 1) };
	(void) requests;
	zend_off_t offset = ZEND_ASYNC_IO_SEEK(io, 0, SEEK_SET);
	(void) offset;
	int numbers[] = { ZEND_ASYNC_IO_AWAIT(io, ASYNC_READABLE, NULL),
			ZEND_ASYNC_IO_SET_OPTION(io, ZEND_ASYNC_SOCKET_OPT_NODELAY, 1), ZEND_ASYNC_UDP_SET_MEMBERSHIP(io, "224.0.0.1", NULL, true) };
	(void) numbers;

	zend_async_udp_req_t *datagrams[] = { ZEND_ASYNC_UDP_SENDTO(io, buffer, 1, address, sizeof(*address)), ZEND_ASYNC_UDP_RECVFROM(io, 1) };
	(void) datagrams;
	ssize_t sent = ZEND_ASYNC_UDP_TRY_SEND(io, buffer, 1, address, sizeof(*address));
	(void) sent;

	if (io->descriptor.fd == ZEND_FD_NULL || io->descriptor.socket == INVALID_IO_DESCRIPTOR) {
		php_printf("%s\n", ZEND_ASYNC_API);
	}

	bool closed = ZEND_ASYNC_IO_CLOSE(io);
	(void) closed;
}

void every_macro_of_primitives(zend_async_pool_t *pool, zend_async_channel_t *channel, zend_future_t *future, zval *value)
{
	future = ZEND_ASYNC_NEW_FUTURE(false);
	future = ZEND_ASYNC_NEW_FUTURE_EX(false, 8);
	channel = ZEND_ASYNC_NEW_CHANNEL(1, false, false);
	channel = ZEND_ASYNC_NEW_CHANNEL_EX(1, false, false, 8);
	zend_async_group_t *group = ZEND_ASYNC_NEW_GROUP(1, 0, NULL);
	(void) group;
	pool = ZEND_ASYNC_NEW_POOL(NULL, NULL, NULL, NULL, NULL, 0, 1, 0);
	pool = ZEND_ASYNC_NEW_POOL_EX(NULL, NULL, NULL, NULL, NULL, 0, 1, 0, 8);
	zend_object *objects[] = { ZEND_ASYNC_NEW_FUTURE_OBJ(future), ZEND_ASYNC_NEW_CHANNEL_OBJ(channel), ZEND_ASYNC_NEW_POOL_OBJ(pool) };
	(void) objects;

	if (ZEND_ASYNC_POOL_ACQUIRE(pool, value, 10) || ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, value)) {
		ZEND_ASYNC_POOL_RELEASE(pool, value);
	}
	ZEND_ASYNC_POOL_CLOSE(pool);
}

void every_atomic(zend_atomic_int *number, zend_atomic_int64 *large, zend_atomic_ptr *pointer)
{
	int expected = 1;
	void *target = NULL;

	ZEND_ATOMIC_INT_INIT(number, 1);
	ZEND_ATOMIC_INT64_INIT(large, 1);
	ZEND_ATOMIC_PTR_INIT(pointer, target);
	zend_atomic_int_init(number, zend_atomic_int_load(number));
	zend_atomic_int_init_ex(number, zend_atomic_int_load_ex(number));
	zend_atomic_int64_init(large, zend_atomic_int64_load(large));
	zend_atomic_int64_init_ex(large, zend_atomic_int64_load_ex(large));
	zend_atomic_ptr_init(pointer, zend_atomic_ptr_load(pointer));
	zend_atomic_ptr_init_ex(pointer, zend_atomic_ptr_load_ex(pointer));
	zend_atomic_int_store(number, zend_atomic_int_exchange(number, 2));
	zend_atomic_int_store_ex(number, zend_atomic_int_exchange_ex(number, 2));
	zend_atomic_int64_store(large, 2);
	zend_atomic_int64_store_ex(large, 2);
	zend_atomic_ptr_store(pointer, target);
	zend_atomic_ptr_store_ex(pointer, target);
	if (zend_atomic_int_compare_exchange(number, &expected, 3) || zend_atomic_int_compare_exchange_ex(number, &expected, 3)) {
		expected = zend_atomic_int_inc(number) + zend_atomic_int_dec(number);
		expected = zend_atomic_int_fetch_add(number, 2) + zend_atomic_int_fetch_sub(number, 2);
	}
	if (zend_atomic_int64_inc(large) > zend_atomic_int64_dec(large)) {
		zend_atomic_int64_store(large, zend_atomic_int64_fetch_add(large, 2) - zend_atomic_int64_fetch_sub(large, 2));
	}
}
