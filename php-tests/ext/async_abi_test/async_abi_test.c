/* Module entry, helpers shared by the tests, and the report at the end of the request. */
#include "async_abi_test.h"

#include <stdio.h>

unsigned int test_late_runs;
static bool report_at_end;
void (*test_at_end)(void);

/* {{{ Own event type */

static bool test_event_add_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_push(event, callback);
}

static bool test_event_del_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_remove(event, callback);
}

static bool test_event_start(zend_async_event_t *base)
{
	test_event_t *event = (test_event_t *) base;

	if (ZEND_ASYNC_EVENT_IS_CLOSED(base)) {
		return true;
	}

	if (event->fail_start) {
		zend_throw_error(NULL, "%s cannot be started", event->name);
		return false;
	}

	if (base->loop_ref_count > 0) {
		base->loop_ref_count++;
		return true;
	}

	base->loop_ref_count = 1;
	event->armed++;
	ZEND_ASYNC_INCREASE_EVENT_COUNT(base);

	if (event->complete_in_start) {
		test_event_complete(event, 11);
	}

	return true;
}

static bool test_event_stop(zend_async_event_t *base)
{
	test_event_t *event = (test_event_t *) base;

	if (base->loop_ref_count > 1) {
		base->loop_ref_count--;
	} else if (base->loop_ref_count == 1) {
		base->loop_ref_count = 0;
		event->disarmed++;
		ZEND_ASYNC_DECREASE_EVENT_COUNT(base);
	}

	return true;
}

static bool test_event_replay(zend_async_event_t *base, zend_async_event_callback_t *callback, zval *result, zend_object **exception)
{
	test_event_t *event = (test_event_t *) base;

	if (!ZEND_ASYNC_EVENT_IS_CLOSED(base)) {
		return false;
	}

	if (callback != NULL) {
		callback->callback(base, callback, &event->value, NULL);
	} else if (result != NULL) {
		ZVAL_COPY(result, &event->value);
	}

	return true;
}

static bool test_event_dispose(zend_async_event_t *base)
{
	test_event_t *event = (test_event_t *) base;

	if (base->ref_count > 1) {
		base->ref_count--;
		return true;
	}

	if (base->loop_ref_count > 0) {
		base->loop_ref_count = 1;
		base->stop(base);
	}

	zend_async_callbacks_free(base);
	zval_ptr_dtor(&event->value);

	if (event->disposed != NULL) {
		(*event->disposed)++;
	}

	efree(event);

	return true;
}

static zend_string *test_event_info(zend_async_event_t *base)
{
	return zend_strpprintf(0, "TestEvent(%s)", ((test_event_t *) base)->name);
}

test_event_t *test_event_new(const char *name, unsigned int *disposed)
{
	test_event_t *event = ecalloc(1, sizeof(test_event_t));

	event->base.ref_count = 1;
	event->base.add_callback = test_event_add_callback;
	event->base.del_callback = test_event_del_callback;
	event->base.start = test_event_start;
	event->base.stop = test_event_stop;
	event->base.replay = test_event_replay;
	event->base.dispose = test_event_dispose;
	event->base.info = test_event_info;
	event->name = name;
	event->disposed = disposed;
	ZVAL_UNDEF(&event->value);

	return event;
}

void test_event_complete(test_event_t *event, zend_long value)
{
	ZVAL_LONG(&event->value, value);
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&event->base);
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&event->base, &event->value, NULL);
}

/* }}} */

/* {{{ Waiting */

bool test_yield(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (!ZEND_ASYNC_ENQUEUE_COROUTINE(coroutine)) {
		return false;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	return resumed;
}

bool test_sleep(zend_ulong timeout_ms)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (timeout_ms == 0) {
		return test_yield();
	}

	if (zend_async_waker_new_with_timeout(coroutine, timeout_ms, NULL) == NULL) {
		return false;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	return resumed;
}

bool test_await_coroutine(zend_coroutine_t *coroutine)
{
	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;

	if (ZEND_COROUTINE_IS_FINISHED(coroutine)) {
		return coroutine->exception == NULL;
	}

	if (ZEND_ASYNC_WAKER_NEW(current) == NULL) {
		return false;
	}

	if (!zend_async_resume_when(current, &coroutine->event, false, zend_async_waker_callback_resolve, NULL)) {
		zend_async_waker_clean(current);
		return false;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(current);

	return resumed;
}

zend_coroutine_t *test_spawn(zend_coroutine_entry_t entry, void *data, zend_async_coroutine_dispose dispose)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN();

	if (coroutine != NULL) {
		coroutine->internal_entry = entry;
		coroutine->extended_data = data;
		coroutine->extended_dispose = dispose;
	}

	return coroutine;
}

void test_print_exception(const char *label)
{
	if (EG(exception) == NULL) {
		php_printf("%s: no exception\n", label);
		return;
	}

	zend_object *exception = EG(exception);
	zval buffer;
	zval *message = zend_read_property_ex(exception->ce, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &buffer);

	php_printf("%s: %s: %s\n", label, ZSTR_VAL(exception->ce->name), Z_TYPE_P(message) == IS_STRING ? Z_STRVAL_P(message) : "?");
	zend_clear_exception();
}

/* }}} */

/* {{{ Counters */

/* Returns [active events, active coroutines]. */
ZEND_FUNCTION(async_test_counts)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	add_next_index_long(return_value, ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	add_next_index_long(return_value, ZEND_ASYNC_ACTIVE_COROUTINE_COUNT);
}

/* Reports the counters after all modules ended the request, when nothing may be active (ABI-212). */
ZEND_FUNCTION(async_test_report_at_end)
{
	ZEND_PARSE_PARAMETERS_NONE();
	report_at_end = true;
}

static PHP_MINIT_FUNCTION(async_abi_test)
{
	test_register_awaitable();

	return SUCCESS;
}

static PHP_RINIT_FUNCTION(async_abi_test)
{
	report_at_end = false;
	test_late_runs = 0;

	return SUCCESS;
}

static int async_abi_test_post_deactivate(void)
{
	if (test_at_end != NULL) {
		test_at_end();
		test_at_end = NULL;
	}

	if (report_at_end) {
		/* PHP's own output is closed by now. */
		printf("at end: events %u, coroutines %u, late runs %u\n",
				ZEND_ASYNC_ACTIVE_EVENT_COUNT, ZEND_ASYNC_ACTIVE_COROUTINE_COUNT, test_late_runs);
		fflush(stdout);
	}

	return SUCCESS;
}

/* }}} */

/* {{{ Module */

ZEND_BEGIN_ARG_INFO_EX(arginfo_async_test, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

static const zend_function_entry async_abi_test_functions[] = {
#define ASYNC_TEST_ENTRY(name) ZEND_FE(async_test_##name, arginfo_async_test)
	ASYNC_TEST_FUNCTIONS(ASYNC_TEST_ENTRY)
#undef ASYNC_TEST_ENTRY
	ZEND_FE_END
};

static const zend_module_dep async_abi_test_deps[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry async_abi_test_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	async_abi_test_deps,
	"async_abi_test",
	async_abi_test_functions,
	PHP_MINIT(async_abi_test),
	NULL,
	PHP_RINIT(async_abi_test),
	NULL,
	NULL,
	"1",
	NO_MODULE_GLOBALS,
	async_abi_test_post_deactivate,
	STANDARD_MODULE_PROPERTIES_EX
};

ZEND_GET_MODULE(async_abi_test)

/* }}} */
