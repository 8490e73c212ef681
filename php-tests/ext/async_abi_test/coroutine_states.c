/*
 * Coroutines from outside, one step at a time: what reaches one that was never enqueued, has not begun, is protected by C code or has
 * finished (ABI-102, ABI-115..119, ABI-191), and what subscribing does where it cannot (ABI-104).
 */
#include "async_abi_test.h"

#define PARSE_COROUTINE(coroutine_) \
	zval *object_; \
	ZEND_PARSE_PARAMETERS_START(1, 1) \
		Z_PARAM_OBJECT_OF_CLASS(object_, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_COROUTINE)) \
	ZEND_PARSE_PARAMETERS_END(); \
	coroutine_ = (zend_coroutine_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object_))

/* {{{ Made, enqueued, resumed, cancelled */

static void state_entry(void)
{
	php_printf("body\n");
	ZVAL_STRING(&ZEND_ASYNC_CURRENT_COROUTINE->result, "result");
}

static void state_dispose(zend_coroutine_t *coroutine)
{
	php_printf("disposed\n");
}

/* async_test_co_new(?Scope $scope = null): Coroutine - never enqueued; the reference of its creation is the object's. */
ZEND_FUNCTION(async_test_co_new)
{
	zval *scope = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(scope, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE))
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine =
			ZEND_ASYNC_NEW_COROUTINE(scope != NULL ? (zend_async_scope_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(scope)) : NULL);

	if (coroutine == NULL) {
		return;
	}
	coroutine->internal_entry = state_entry;
	coroutine->extended_dispose = state_dispose;
	RETURN_OBJ(ZEND_ASYNC_EVENT_TO_OBJECT(&coroutine->event));
}

static void waiting_entry(void)
{
	test_sleep(100000);
}

static void waiting_dispose(zend_coroutine_t *coroutine)
{
	php_printf("disposed: %s\n", ZSTR_VAL((zend_string *) coroutine->extended_data));
	zend_string_release(coroutine->extended_data);
}

/* async_test_co_waiting(string $name): void - waits for 100 s; the name is its data, more than memory of the request. */
ZEND_FUNCTION(async_test_co_waiting)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	test_spawn(waiting_entry, zend_string_dup(name, true), waiting_dispose);
}

/* async_test_co_enqueue(Coroutine $coroutine): bool - the queue gets a reference, as that of a creation, if it takes it over. */
ZEND_FUNCTION(async_test_co_enqueue)
{
	zend_coroutine_t *coroutine;

	PARSE_COROUTINE(coroutine);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	if (ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine)) {
		RETURN_TRUE;
	}
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	RETURN_FALSE;
}

/* async_test_co_resume(Coroutine $coroutine, ?Throwable $error = null): bool */
ZEND_FUNCTION(async_test_co_resume)
{
	zval *object, *error = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_COROUTINE))
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(error, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = (zend_coroutine_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	RETURN_BOOL(ZEND_ASYNC_RESUME_WITH_ERROR(coroutine, error != NULL ? Z_OBJ_P(error) : NULL, false));
}

static void resuming_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_coroutine_event_callback_t *own = (zend_coroutine_event_callback_t *) callback;
	zend_coroutine_t *coroutine = *(zend_coroutine_t **) (own + 1);

	php_printf("resumed by the reactor: %s", TEST_BOOL(ZEND_ASYNC_RESUME(coroutine)));
	test_print_exception("");
	ZEND_ASYNC_RESUME(own->coroutine);
}

/* async_test_co_resume_in_reactor(Coroutine $coroutine): void - a timer resumes it, in scheduler context. */
ZEND_FUNCTION(async_test_co_resume_in_reactor)
{
	zend_coroutine_t *coroutine, *current = ZEND_ASYNC_CURRENT_COROUTINE;

	PARSE_COROUTINE(coroutine);
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(1, false);
	zend_coroutine_event_callback_t *callback =
			zend_async_coroutine_callback_new(current, resuming_callback, sizeof(*callback) + sizeof(coroutine));
	*(zend_coroutine_t **) (callback + 1) = coroutine;
	ZEND_ASYNC_WAKER_NEW(current);
	zend_async_resume_when(current, &timer->base, true, NULL, callback);
	ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(current);
}

/* async_test_co_cancel(Coroutine $coroutine): bool */
ZEND_FUNCTION(async_test_co_cancel)
{
	zend_coroutine_t *coroutine;

	PARSE_COROUTINE(coroutine);
	RETURN_BOOL(ZEND_ASYNC_CANCEL(coroutine, NULL, false));
}

/* async_test_co_protect(bool $on, ?Coroutine $coroutine = null): void */
ZEND_FUNCTION(async_test_co_protect)
{
	bool on;
	zval *object = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_BOOL(on)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_COROUTINE))
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = object != NULL ? (zend_coroutine_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object))
												 : ZEND_ASYNC_CURRENT_COROUTINE;
	if (on) {
		ZEND_COROUTINE_SET_PROTECTED(coroutine);
	} else {
		ZEND_COROUTINE_CLR_PROTECTED(coroutine);
	}
}

/* async_test_co_flags(Coroutine $coroutine): string */
ZEND_FUNCTION(async_test_co_flags)
{
	zend_coroutine_t *coroutine;

	PARSE_COROUTINE(coroutine);
	RETURN_STR(zend_strpprintf(0, "started %s, cancelled %s, finished %s", TEST_BOOL(ZEND_COROUTINE_IS_STARTED(coroutine)),
			TEST_BOOL(ZEND_COROUTINE_IS_CANCELLED(coroutine)), TEST_BOOL(ZEND_COROUTINE_IS_FINISHED(coroutine))));
}

/* }}} */

/* {{{ Cancelled by the hook of its scope */

static zend_async_before_coroutine_enqueue_t original_before;
static int hook_order; /* 0: cancels before the original, 1: behind it, 2: behind it, and refuses */
static unsigned int hook_told;

static bool cancelling_before(zend_coroutine_t *coroutine, zend_async_scope_t *scope, zval *result)
{
	bool attached = true;

	if (hook_order == 0) {
		ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	}
	attached = original_before(coroutine, scope, result);
	if (hook_order > 0) {
		ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	}
	if (hook_order == 2) {
		zend_throw_error(NULL, "refused");
		return false;
	}

	return attached;
}

static void counting_after(zend_coroutine_t *coroutine, zend_async_scope_t *scope)
{
	hook_told++;
}

/* async_test_co_cancelled_by_hook(): void */
ZEND_FUNCTION(async_test_co_cancelled_by_hook)
{
	ZEND_PARSE_PARAMETERS_NONE();

	static const char *const orders[] = { "before it is attached", "when it is attached", "when it is attached, and refused" };

	ZEND_ASYNC_SCHEDULER_INIT();
	for (hook_order = 0; hook_order < 3; hook_order++) {
		for (int spawns = 0; spawns < 2; spawns++) {
			zend_async_scope_t *scope = ZEND_ASYNC_NEW_SCOPE(NULL);

			ZEND_ASYNC_EVENT_ADD_REF(&scope->event);
			ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
			original_before = scope->before_coroutine_enqueue;
			scope->before_coroutine_enqueue = cancelling_before;
			scope->after_coroutine_enqueue = counting_after;
			hook_told = 0;
			zend_coroutine_t *coroutine = spawns ? ZEND_ASYNC_SPAWN_WITH(scope) : ZEND_ASYNC_NEW_COROUTINE(scope);
			php_printf("%s, %s: %s\n", orders[hook_order], spawns ? "spawned" : "made", coroutine != NULL ? "coroutine" : "none");
			test_print_exception("exception");
			if (coroutine != NULL) {
				coroutine->internal_entry = state_entry;
				coroutine->extended_dispose = state_dispose;
				if (!spawns) {
					php_printf("enqueued %s\n", TEST_BOOL(ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine)));
				}
			}
			test_yield();
			test_yield();
			php_printf("told %u, scope done %s\n", hook_told, TEST_BOOL(ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope)));
			ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
			ZEND_ASYNC_SCOPE_RELEASE(scope);
		}
	}
}

/* }}} */

/* {{{ Refused by the hook of its scope */

static bool refusing_before(zend_coroutine_t *coroutine, zend_async_scope_t *scope, zval *result)
{
	if (hook_order == 1) {
		zend_throw_error(NULL, "the hook's own");
	}

	return false;
}

/* async_test_co_refused(): void - by a hook that throws nothing, or something of its own. */
ZEND_FUNCTION(async_test_co_refused)
{
	ZEND_PARSE_PARAMETERS_NONE();

	static const char *const hooks[] = { "silent", "throwing" };

	ZEND_ASYNC_SCHEDULER_INIT();
	for (hook_order = 0; hook_order < 2; hook_order++) {
		zend_async_scope_t *scope = ZEND_ASYNC_NEW_SCOPE(NULL);

		scope->before_coroutine_enqueue = refusing_before;
		php_printf("%s, spawned: %s\n", hooks[hook_order], ZEND_ASYNC_SPAWN_WITH(scope) == NULL ? "none" : "coroutine");
		test_print_exception("exception");
		php_printf("%s, made: %s\n", hooks[hook_order], ZEND_ASYNC_NEW_COROUTINE(scope) == NULL ? "none" : "coroutine");
		test_print_exception("exception");
		zend_object *error = zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "to be routed");
		php_printf("%s, to throw: %s", hooks[hook_order], TEST_BOOL(ZEND_ASYNC_SPAWN_AND_THROW(error, scope, 0)));
		php_printf(", error kept %s\n", TEST_BOOL(GC_REFCOUNT(error) > 1));
		test_print_exception("exception");
		OBJ_RELEASE(error);
		ZEND_ASYNC_SCOPE_RELEASE(scope);

		/* One without a scope comes into the current one. */
		scope = ZEND_ASYNC_CURRENT_SCOPE;
		zend_coroutine_t *coroutine = ZEND_ASYNC_NEW_COROUTINE(NULL);
		coroutine->internal_entry = state_entry;
		original_before = scope->before_coroutine_enqueue;
		scope->before_coroutine_enqueue = refusing_before;
		php_printf("%s, enqueued: %s\n", hooks[hook_order], TEST_BOOL(ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine)));
		scope->before_coroutine_enqueue = original_before;
		test_print_exception("exception");
		ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	}
}

/* }}} */

/* {{{ Observed */

typedef struct {
	zend_async_event_callback_t base;
	bool handles; /* says so of an exception */
	bool again; /* subscribes another one */
} observer_t;

static observer_t *observer_new(bool handles, bool again);

static void observed(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	observer_t *observer = (observer_t *) callback;

	php_printf("observed %s, %s\n", result != NULL && Z_TYPE_P((zval *) result) == IS_STRING ? Z_STRVAL_P((zval *) result) : "nothing",
			exception != NULL ? ZSTR_VAL(exception->ce->name) : "no exception");
	if (observer->handles) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	}
	if (observer->again) {
		event->add_callback(event, &observer_new(observer->handles, false)->base);
	}
}

static void observer_dispose(zend_async_event_callback_t *callback, zend_async_event_t *event)
{
	if (callback->ref_count > 1) {
		callback->ref_count--;
		return;
	}
	php_printf("observer gone\n");
	efree(callback);
}

static observer_t *observer_new(bool handles, bool again)
{
	observer_t *observer = (observer_t *) zend_async_event_callback_new(observed, sizeof(observer_t));

	observer->base.dispose = observer_dispose;
	observer->handles = handles;
	observer->again = again;

	return observer;
}

/* async_test_co_observe(Awaitable $awaitable, bool $handles = false, bool $again = false): bool - a plain callback. */
ZEND_FUNCTION(async_test_co_observe)
{
	zval *object;
	bool handles = false, again = false;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_OBJECT(object)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(handles)
		Z_PARAM_BOOL(again)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_event_t *event = ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	RETURN_BOOL(event->add_callback(event, &observer_new(handles, again)->base));
}

/* }}} */

/* {{{ Refused */

/* async_test_co_spawn_by(object $provider): bool - any object as a provider. */
ZEND_FUNCTION(async_test_co_spawn_by)
{
	zval *provider;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT(provider)
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_WITH_PROVIDER(Z_OBJ_P(provider));

	if (coroutine != NULL) {
		coroutine->internal_entry = state_entry;
	}
	RETURN_BOOL(coroutine != NULL);
}

static bool refusing_add(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return false;
}

/* async_test_co_refused_wait(): void - the event accepts no callback, and says nothing; an exception is pending already. */
ZEND_FUNCTION(async_test_co_refused_wait)
{
	ZEND_PARSE_PARAMETERS_NONE();

	ZEND_ASYNC_SCHEDULER_INIT();
	unsigned int disposed = 0;
	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;
	test_event_t *event = test_event_new("refusing", &disposed);

	event->base.add_callback = refusing_add;
	ZEND_ASYNC_WAKER_NEW(current);
	php_printf("subscribed %s", TEST_BOOL(zend_async_resume_when(current, &event->base, true, zend_async_waker_callback_resolve, NULL)));
	php_printf(", disposed %u\n", disposed);
	test_print_exception("refused");

	event = test_event_new("accepting", &disposed);
	zend_throw_error(NULL, "before");
	php_printf("subscribed %s",
			TEST_BOOL(zend_async_resume_when(current, &event->base, false, zend_async_waker_callback_resolve, NULL)));
	php_printf(", subscribers %u, timeout %s, suspended %s\n", event->base.callbacks.length,
			TEST_BOOL(zend_async_waker_new_with_timeout(current, 60000, NULL) != NULL), TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	test_print_exception("pending");
	zend_async_waker_clean(current);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("disposed %u\n", disposed);
}

/* }}} */
