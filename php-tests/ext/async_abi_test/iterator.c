/* The concurrent iterator of C code (ABI-50, ABI-143). */
#include "async_abi_test.h"
#include "zend_interfaces.h"

typedef struct {
	ZEND_ASYNC_ITERATOR_FIELDS
	unsigned int running;
	unsigned int most;
	unsigned int calls;
	unsigned int cancelled;
	zend_long fail_at; /* value at which the handler throws, 0 for none */
	zend_long stop_at; /* value at which it returns FAILURE */
	zend_ulong sleep_ms;
	zend_long sum;
} counting_iterator_t;

static unsigned int dtor_calls;

static void counting_dtor(zend_async_iterator_t *iterator)
{
	dtor_calls++;
	iterator->extended_data = NULL;
}

static zend_result counting_handler(zend_async_iterator_t *base, zval *current, zval *key)
{
	counting_iterator_t *iterator = (counting_iterator_t *) base;
	zend_long value = Z_LVAL_P(current);

	iterator->calls++;
	iterator->running++;
	iterator->most = MAX(iterator->most, iterator->running);
	if (iterator->sleep_ms > 0 && !test_sleep(iterator->sleep_ms)) {
		iterator->cancelled++;
		iterator->running--;
		return SUCCESS; /* what is pending ends the iteration */
	}
	iterator->running--;
	iterator->sum += value * (Z_TYPE_P(key) == IS_LONG ? 1 : 1000);
	if (value == iterator->fail_at) {
		zend_throw_error(NULL, "failed at " ZEND_LONG_FMT, value);
	}

	return value == iterator->stop_at ? FAILURE : SUCCESS;
}

static void print_counts(const char *label, counting_iterator_t *iterator)
{
	php_printf("%s: calls %u, most at once %u, sum " ZEND_LONG_FMT ", cancelled %u, stored %s, counter %u\n", label, iterator->calls,
			iterator->most, iterator->sum, iterator->cancelled,
			iterator->exception != NULL ? ZSTR_VAL(iterator->exception->ce->name) : "nothing", iterator->microtask.ref_count);
	test_print_exception(label);
}

static counting_iterator_t *counting_new(zval *source, unsigned int concurrency, zend_async_scope_t *scope)
{
	zend_object_iterator *of_object = NULL;

	if (Z_TYPE_P(source) == IS_OBJECT) {
		of_object = Z_OBJCE_P(source)->get_iterator(Z_OBJCE_P(source), source, 0);
	}
	counting_iterator_t *iterator = (counting_iterator_t *) zend_async_new_iterator_fn(of_object != NULL ? NULL : source, of_object, NULL,
			counting_handler, scope, concurrency, 0, sizeof(counting_iterator_t));
	if (iterator != NULL) {
		iterator->extended_data = iterator;
		iterator->extended_dtor = counting_dtor;
	}

	return iterator;
}

/* async_test_iterator(iterable $source, int $concurrency, int $sleep_ms = 0, int $fail_at = 0, int $stop_at = 0): void */
ZEND_FUNCTION(async_test_iterator)
{
	zval *source;
	zend_long concurrency, sleep_ms = 0, fail_at = 0, stop_at = 0;

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_ZVAL(source)
		Z_PARAM_LONG(concurrency)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(sleep_ms)
		Z_PARAM_LONG(fail_at)
		Z_PARAM_LONG(stop_at)
	ZEND_PARSE_PARAMETERS_END();

	dtor_calls = 0;
	counting_iterator_t *iterator = counting_new(source, (unsigned int) concurrency, NULL);
	if (iterator == NULL) {
		return;
	}
	iterator->sleep_ms = (zend_ulong) sleep_ms;
	iterator->fail_at = fail_at;
	iterator->stop_at = stop_at;
	iterator->run((zend_async_iterator_t *) iterator);
	print_counts("run", iterator);
	iterator->run((zend_async_iterator_t *) iterator);
	test_print_exception("run again");
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
	php_printf("extended_dtor calls %u\n", dtor_calls);
}

/* async_test_iterator_call(array $source, callable $call, int $concurrency): void */
ZEND_FUNCTION(async_test_iterator_call)
{
	zval *source;
	zend_long concurrency;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_ARRAY(source)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_LONG(concurrency)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_FCALL_DEFINE(fcall, fci, fcc, NULL, 0, NULL);
	zend_async_iterator_t *iterator = ZEND_ASYNC_NEW_ITERATOR(source, NULL, fcall, NULL, (unsigned int) concurrency, 0);
	iterator->run(iterator);
	if (iterator->exception != NULL) {
		php_printf("stored: %s\n", ZSTR_VAL(iterator->exception->ce->name));
	}
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
}

/* async_test_iterator_in_coroutine(array $source, int $fail_at, bool $throw): void. Waits for the completion event. */
ZEND_FUNCTION(async_test_iterator_in_coroutine)
{
	zval *source;
	zend_long fail_at;
	bool throw_exception;
	unsigned int disposed = 0;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_ARRAY(source)
		Z_PARAM_LONG(fail_at)
		Z_PARAM_BOOL(throw_exception)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	dtor_calls = 0;
	zend_async_scope_t *scope = ZEND_ASYNC_NEW_SCOPE(ZEND_ASYNC_CURRENT_SCOPE);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
	ZEND_ASYNC_EVENT_ADD_REF(&scope->event);
	counting_iterator_t *iterator = counting_new(source, 2, scope);
	php_printf("scope is the given one %s\n", TEST_BOOL(iterator->scope == scope));
	iterator->sleep_ms = 1;
	iterator->fail_at = fail_at;
	test_event_t *completion = test_event_new("iterator-completion", &disposed);
	ZVAL_NULL(&completion->value);
	completion->base.ref_count++;
	iterator->completion_event = &completion->base;
	iterator->run_in_coroutine((zend_async_iterator_t *) iterator, 1, throw_exception);

	ZEND_ASYNC_WAKER_NEW(ZEND_ASYNC_CURRENT_COROUTINE);
	zend_async_resume_when(ZEND_ASYNC_CURRENT_COROUTINE, &completion->base, false, zend_async_waker_callback_resolve, NULL);
	ZEND_ASYNC_SUSPEND();
	test_print_exception("completion");
	zend_async_waker_clean(ZEND_ASYNC_CURRENT_COROUTINE);
	php_printf("completion closed %s, references %u, taken out %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&completion->base)),
			completion->base.ref_count, TEST_BOOL(iterator->completion_event == NULL));
	ZEND_ASYNC_EVENT_RELEASE(&completion->base);
	/* Until its coroutine has gone. */
	TEST_YIELD_UNTIL(iterator->microtask.ref_count == 1);
	print_counts("in a coroutine", iterator);
	php_printf("scope cancelled %s\n", TEST_BOOL(ZEND_ASYNC_SCOPE_IS_CANCELLED(scope)));
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_RELEASE(scope);
	php_printf("extended_dtor calls %u, event disposed %u\n", dtor_calls, disposed);
}

static void refused_in_microtask(zend_async_microtask_t *task)
{
	zval source;

	array_init(&source);
	add_next_index_long(&source, 1);
	counting_iterator_t *iterator = counting_new(&source, 0, NULL);
	iterator->run((zend_async_iterator_t *) iterator);
	test_print_exception("in scheduler context");
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
	zval_ptr_dtor(&source);
}

/* async_test_iterator_refusals(array $source, callable $call): void */
ZEND_FUNCTION(async_test_iterator_refusals)
{
	zval *source;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	unsigned int disposed = 0;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY(source)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	ZEND_ASYNC_FCALL_DEFINE(fcall, fci, fcc, NULL, 0, NULL);
	php_printf("%s\n", ZEND_ASYNC_NEW_ITERATOR(source, NULL, fcall, counting_handler, 0, 0) == NULL ? "NULL" : "made");
	test_print_exception("callable and handler");
	php_printf("%s\n", ZEND_ASYNC_NEW_ITERATOR(source, NULL, NULL, NULL, 0, 0) == NULL ? "NULL" : "made");
	test_print_exception("nothing to call");
	php_printf("%s\n", ZEND_ASYNC_NEW_ITERATOR(NULL, NULL, NULL, counting_handler, 0, 0) == NULL ? "NULL" : "made");
	test_print_exception("nothing to walk");

	/* Never run: what waits for it is told all the same. */
	dtor_calls = 0;
	counting_iterator_t *iterator = counting_new(source, 0, NULL);
	test_event_t *completion = test_event_new("iterator-completion", &disposed);
	iterator->completion_event = &completion->base;
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
	php_printf("never run: extended_dtor calls %u, event disposed %u\n", dtor_calls, disposed);

	/* Cancelled before it begins. */
	iterator = counting_new(source, 0, NULL);
	iterator->microtask.is_cancelled = true;
	iterator->run((zend_async_iterator_t *) iterator);
	print_counts("cancelled", iterator);
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);

	/* As a microtask. */
	iterator = counting_new(source, 0, NULL);
	ZEND_ASYNC_ADD_MICROTASK(&iterator->microtask);
	TEST_YIELD_UNTIL(iterator->calls > 0 && iterator->microtask.ref_count == 1);
	print_counts("as a microtask", iterator);
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);

	zend_async_microtask_t *task = ecalloc(1, sizeof(zend_async_microtask_t));
	unsigned int dtors = dtor_calls;
	task->handler = refused_in_microtask;
	ZEND_ASYNC_ADD_MICROTASK(task);
	TEST_YIELD_UNTIL(dtor_calls > dtors);
}
