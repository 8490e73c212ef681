/* Recipes c-e: microtasks, internal coroutines, per-coroutine data (ABI-192..194, ABI-126..129, ABI-117, ABI-140). */
#include "async_abi_test.h"

/* {{{ Microtasks */

typedef struct test_microtask_s {
	zend_async_microtask_t base;
	const char *name;
	unsigned int *freed;
	struct test_microtask_s *add_when_run; /* queued by the handler */
} test_microtask_t;

static void microtask_handler(zend_async_microtask_t *base)
{
	test_microtask_t *task = (test_microtask_t *) base;

	php_printf("%s runs, scheduler context %s\n", task->name, TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));

	if (task->add_when_run != NULL) {
		ZEND_ASYNC_ADD_MICROTASK(&task->add_when_run->base);
		task->add_when_run = NULL;
	}
}

static void microtask_dtor(zend_async_microtask_t *base)
{
	(*((test_microtask_t *) base)->freed)++;
	efree(base);
}

static test_microtask_t *microtask_new(const char *name, uint32_t ref_count, unsigned int *freed)
{
	test_microtask_t *task = ecalloc(1, sizeof(test_microtask_t));

	task->base.handler = microtask_handler;
	task->base.dtor = microtask_dtor;
	task->base.ref_count = ref_count;
	task->name = name;
	task->freed = freed;

	return task;
}

static void plain_microtask_handler(zend_async_microtask_t *base)
{
	php_printf("task without dtor runs\n");
}

/* async_test_microtasks(): void */
ZEND_FUNCTION(async_test_microtasks)
{
	unsigned int freed_once = 0, freed_kept = 0, freed_cancelled = 0, freed_added = 0, freed_ignored = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	test_microtask_t *once = microtask_new("once", 0, &freed_once);
	test_microtask_t *kept = microtask_new("kept", 1, &freed_kept);
	test_microtask_t *cancelled = microtask_new("cancelled", 0, &freed_cancelled);
	test_microtask_t *ignored = microtask_new("ignored", 0, &freed_ignored);
	zend_async_microtask_t *plain = ecalloc(1, sizeof(zend_async_microtask_t));

	once->add_when_run = microtask_new("added while draining", 0, &freed_added);
	plain->handler = plain_microtask_handler;
	ignored->base.is_cancelled = true;

	ZEND_ASYNC_ADD_MICROTASK(&once->base);
	ZEND_ASYNC_ADD_MICROTASK(&cancelled->base);
	ZEND_ASYNC_ADD_MICROTASK(&kept->base);
	ZEND_ASYNC_ADD_MICROTASK(plain);
	bool accepted = ZEND_ASYNC_ADD_MICROTASK(&ignored->base);
	php_printf("adding a cancelled task: %s, counter %u\n", TEST_BOOL(accepted), ignored->base.ref_count);
	ZEND_ASYNC_MICROTASK_RELEASE(&ignored->base);
	cancelled->base.is_cancelled = true;

	test_yield();
	php_printf("freed: once %u, added %u, cancelled %u, ignored %u, kept %u\n",
			freed_once, freed_added, freed_cancelled, freed_ignored, freed_kept);

	php_printf("kept counter %u\n", kept->base.ref_count);
	ZEND_ASYNC_ADD_MICROTASK(&kept->base);
	test_yield();
	ZEND_ASYNC_MICROTASK_RELEASE(&kept->base);
	php_printf("freed kept %u\n", freed_kept);
}

static void throwing_microtask_handler(zend_async_microtask_t *base)
{
	php_printf("handler throws\n");
	zend_throw_exception(NULL, "thrown by a microtask", 0);
}

static void late_microtask_handler(zend_async_microtask_t *base)
{
	test_late_runs++;
}

/* async_test_microtask_throwing(): void - a second task is queued behind one that throws. */
ZEND_FUNCTION(async_test_microtask_throwing)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_microtask_t *thrower = ecalloc(1, sizeof(zend_async_microtask_t));
	zend_async_microtask_t *late = ecalloc(1, sizeof(zend_async_microtask_t));

	thrower->handler = throwing_microtask_handler;
	late->handler = late_microtask_handler;
	ZEND_ASYNC_ADD_MICROTASK(thrower);
	ZEND_ASYNC_ADD_MICROTASK(late);

	test_yield();
}

typedef struct {
	zend_async_microtask_t base;
	zval callable;
} calling_microtask_t;

static void calling_microtask_handler(zend_async_microtask_t *base)
{
	zval result;
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &((calling_microtask_t *) base)->callable, &result, 0, NULL);
	zval_ptr_dtor(&result);
}

static void calling_microtask_dtor(zend_async_microtask_t *base)
{
	zval_ptr_dtor(&((calling_microtask_t *) base)->callable);
	efree(base);
}

/* async_test_microtask_calls(callable): void - PHP code in scheduler context, where it should not normally be. */
ZEND_FUNCTION(async_test_microtask_calls)
{
	zval *callable;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "z", &callable) == FAILURE || !ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	calling_microtask_t *task = ecalloc(1, sizeof(calling_microtask_t));
	task->base.handler = calling_microtask_handler;
	task->base.dtor = calling_microtask_dtor;
	ZVAL_COPY(&task->callable, callable);
	ZEND_ASYNC_ADD_MICROTASK(&task->base);
}

/* }}} */

/* {{{ Internal coroutines */

typedef struct {
	unsigned int entered;
	unsigned int disposed;
	bool resumed;
} internal_state_t;

static void internal_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	internal_state_t *state = coroutine->extended_data;

	state->entered++;
	test_sleep(1);
	ZVAL_LONG(&coroutine->result, 7);
}

static void internal_throwing_entry(void)
{
	((internal_state_t *) ZEND_ASYNC_CURRENT_COROUTINE->extended_data)->entered++;
	zend_throw_exception(NULL, "left by the entry", 0);
}

/* Sleeps for longer than any test runs; a cancellation ends it. */
static void internal_waiting_entry(void)
{
	internal_state_t *state = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	state->entered++;
	state->resumed = test_sleep(600000);
}

/* In the queue whenever another coroutine runs; a cancellation ends it. */
static void internal_yielding_entry(void)
{
	internal_state_t *state = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	state->entered++;

	do {
		state->resumed = test_yield();
	} while (state->resumed);
}

static void internal_self_cancelling_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	internal_state_t *state = coroutine->extended_data;

	state->entered++;
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	php_printf("running: cancelled flag %s, exception pending %s, stored %s\n", TEST_BOOL(ZEND_COROUTINE_IS_CANCELLED(coroutine)),
			TEST_BOOL(EG(exception) != NULL), TEST_BOOL(coroutine->exception != NULL));
	state->resumed = test_yield();
}

static void internal_dispose(zend_coroutine_t *coroutine)
{
	((internal_state_t *) coroutine->extended_data)->disposed++;
}

/* async_test_internal_coroutine(): void */
ZEND_FUNCTION(async_test_internal_coroutine)
{
	internal_state_t state = { 0 };

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_coroutine_t *coroutine = test_spawn(internal_entry, &state, internal_dispose);
	if (coroutine == NULL) {
		return;
	}

	php_printf("entered before suspend: %u\n", state.entered);

	if (ZEND_ASYNC_WAKER_NEW(current) == NULL
			|| !zend_async_resume_when(current, &coroutine->event, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("resumed %s, result " ZEND_LONG_FMT "\n", TEST_BOOL(resumed),
			Z_TYPE(current->waker->result) == IS_LONG ? Z_LVAL(current->waker->result) : -1);
	zend_async_waker_clean(current);
	php_printf("entered %u, disposed %u\n", state.entered, state.disposed);

	state.disposed = 0;
	coroutine = test_spawn(internal_throwing_entry, &state, internal_dispose);
	if (coroutine != NULL) {
		resumed = test_await_coroutine(coroutine);
		php_printf("failing: resumed %s, disposed %u\n", TEST_BOOL(resumed), state.disposed);
		test_print_exception("failing");
	}
}

/* async_test_internal_coroutine_cancelled(): void - cancelled while queued and never started. */
ZEND_FUNCTION(async_test_internal_coroutine_cancelled)
{
	internal_state_t state = { 0 };

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = test_spawn(internal_entry, &state, internal_dispose);
	if (coroutine == NULL) {
		return;
	}

	bool cancelled = ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	php_printf("cancel %s, status ignored %s\n", TEST_BOOL(cancelled), TEST_BOOL(coroutine->waker->status == ZEND_ASYNC_WAKER_IGNORED));

	bool resumed = test_await_coroutine(coroutine);
	php_printf("resumed %s, entered %u, disposed %u\n", TEST_BOOL(resumed), state.entered, state.disposed);
	test_print_exception("awaiter");
}

/* Awaits a coroutine that the caller holds a reference to, and reports. */
static void report_cancelled(const char *label, zend_coroutine_t *coroutine, internal_state_t *state)
{
	bool resumed = test_await_coroutine(coroutine);

	php_printf("%s: entered %u, its wait succeeded %s, awaiter resumed %s\n", label,
			state->entered, TEST_BOOL(state->resumed), TEST_BOOL(resumed));
	test_print_exception(label);
	php_printf("%s: cancel when finished %s\n", label, TEST_BOOL(ZEND_ASYNC_CANCEL(coroutine, NULL, false)));
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
}

static zend_coroutine_t *spawn_kept(zend_coroutine_entry_t entry, internal_state_t *state)
{
	memset(state, 0, sizeof(*state));
	zend_coroutine_t *coroutine = test_spawn(entry, state, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);

	return coroutine;
}

/* async_test_cancel_statuses(): void - cancellation in every waker status. */
ZEND_FUNCTION(async_test_cancel_statuses)
{
	internal_state_t state;
	zend_coroutine_t *coroutine;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	coroutine = spawn_kept(internal_waiting_entry, &state);
	TEST_YIELD_UNTIL(coroutine->waker->status == ZEND_ASYNC_WAKER_WAITING);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	php_printf("waiting: queued by cancel %s\n", TEST_BOOL(coroutine->waker->status == ZEND_ASYNC_WAKER_QUEUED));
	report_cancelled("waiting", coroutine, &state);

	coroutine = spawn_kept(internal_yielding_entry, &state);
	TEST_YIELD_UNTIL(state.entered == 1);
	php_printf("queued: in the queue %s\n", TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(coroutine->waker)));
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	report_cancelled("queued", coroutine, &state);

	coroutine = spawn_kept(internal_yielding_entry, &state);
	TEST_YIELD_UNTIL(state.entered == 1);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	report_cancelled("cleaned", coroutine, &state);

	coroutine = spawn_kept(internal_entry, &state);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	report_cancelled("ignored", coroutine, &state);

	coroutine = spawn_kept(internal_self_cancelling_entry, &state);
	report_cancelled("running", coroutine, &state);
}

/* }}} */

/* {{{ Internal context */

static const char context_name[] = "async_abi_test.data";
static const char context_same_text[] = "async_abi_test.data";
static uint32_t context_key;
#define MANY_KEYS 8u
#define KEY_DISTANCE 16u

static void context_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_coroutine_t *coroutine = (zend_coroutine_t *) event;
	zval *value = zend_async_internal_context_find(coroutine, context_key);

	php_printf("at completion: %s\n", value != NULL ? (const char *) Z_PTR_P(value) : "gone");

	if (value != NULL) {
		efree(Z_PTR_P(value));
		zend_async_internal_context_unset(coroutine, context_key);
	}
}

static void context_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zval value;

	php_printf("other coroutine: %s\n", zend_async_internal_context_find(coroutine, context_key) == NULL ? "empty" : "shared");

	ZVAL_PTR(&value, estrdup("own data"));
	zend_async_internal_context_set(coroutine, context_key, &value);
	coroutine->event.add_callback(&coroutine->event, ZEND_ASYNC_EVENT_CALLBACK(context_callback));
	test_sleep(1);
}

/* async_test_internal_context(): void */
ZEND_FUNCTION(async_test_internal_context)
{
	zval value;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	context_key = zend_async_internal_context_key_alloc(context_name);
	uint32_t other_key = zend_async_internal_context_key_alloc(context_same_text);
	php_printf("key positive %s, stable %s, by address %s\n", TEST_BOOL(context_key > 0),
			TEST_BOOL(zend_async_internal_context_key_alloc(context_name) == context_key), TEST_BOOL(other_key != context_key));
	php_printf("name kept %s, unknown key %s\n", TEST_BOOL(zend_async_internal_context_key_name(context_key) == context_name),
			zend_async_internal_context_key_name(UINT32_MAX) == NULL ? "NULL" : "named");

	php_printf("before set %s\n", zend_async_internal_context_find(coroutine, context_key) == NULL ? "NULL" : "value");
	zend_string *first = zend_string_init("first", 5, 0);
	ZVAL_STR(&value, first);
	zend_async_internal_context_set(coroutine, context_key, &value);
	php_printf("copied, counter %u\n", GC_REFCOUNT(first));

	zval second;
	ZVAL_LONG(&second, 2);
	zend_async_internal_context_set(coroutine, context_key, &second);
	php_printf("replaced, counter %u, value " ZEND_LONG_FMT "\n", GC_REFCOUNT(first),
			Z_LVAL_P(zend_async_internal_context_find(coroutine, context_key)));
	zend_string_release(first);

	/* Keys that share a slot of a small hash table, the highest first, each set twice: the others can still be found. */
	static const char many_names[MANY_KEYS * KEY_DISTANCE];
	uint32_t many_keys[MANY_KEYS], found = 0;
	for (uint32_t i = 0; i < MANY_KEYS * KEY_DISTANCE; i++) {
		uint32_t key = zend_async_internal_context_key_alloc(&many_names[i]);
		if (i % KEY_DISTANCE == 0) {
			many_keys[i / KEY_DISTANCE] = key;
		}
	}
	for (uint32_t i = 2 * MANY_KEYS; i-- > 0;) {
		ZVAL_LONG(&value, i);
		zend_async_internal_context_set(coroutine, many_keys[i % MANY_KEYS], &value);
	}
	for (uint32_t i = 0; i < MANY_KEYS; i++) {
		zval *one = zend_async_internal_context_find(coroutine, many_keys[i]);
		found += one != NULL && Z_TYPE_P(one) == IS_LONG && Z_LVAL_P(one) == i;
		found += zend_async_internal_context_unset(coroutine, many_keys[i]);
	}
	php_printf("many keys replaced: found and removed %u of %u\n", found, 2 * MANY_KEYS);

	php_printf("other key %s\n", zend_async_internal_context_find(coroutine, other_key) == NULL ? "empty" : "shared");
	php_printf("NULL coroutine: find %s, set %s, unset %s\n",
			zend_async_internal_context_find(NULL, context_key) == NULL ? "NULL" : "value",
			TEST_BOOL(zend_async_internal_context_set(NULL, context_key, &second)),
			TEST_BOOL(zend_async_internal_context_unset(NULL, context_key)));

	zend_coroutine_t *other = test_spawn(context_entry, NULL, NULL);
	if (other != NULL) {
		test_await_coroutine(other);
	}

	bool unset = zend_async_internal_context_unset(coroutine, context_key);
	bool again = zend_async_internal_context_unset(coroutine, context_key);
	php_printf("unset %s, again %s\n", TEST_BOOL(unset), TEST_BOOL(again));
}

/* }}} */
