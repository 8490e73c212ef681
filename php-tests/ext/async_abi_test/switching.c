/* Switch handlers, heartbeat, deadlock, bailout (ABI-130..133, ABI-120, ABI-211). */
#include "async_abi_test.h"

/* {{{ Switch handlers */

static bool printing_handler(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	php_printf("kept handler: enter %s, finishing %s\n", TEST_BOOL(is_enter), TEST_BOOL(is_finishing));

	return true;
}

static bool one_shot_handler(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	php_printf("one-shot handler: enter %s, finishing %s\n", TEST_BOOL(is_enter), TEST_BOOL(is_finishing));

	return false;
}

static void switching_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	php_printf("entry\n");
	php_printf("one-shot index %u\n", ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, one_shot_handler));
	php_printf("duplicate index %u\n", ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler));
	test_sleep(1);
	php_printf("between\n");
	test_sleep(1);
	php_printf("end of entry\n");
}

/* async_test_switch_handlers(): void */
ZEND_FUNCTION(async_test_switch_handlers)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_coroutine_t *coroutine = test_spawn(switching_entry, NULL, NULL);
	if (coroutine == NULL) {
		return;
	}

	php_printf("index %u\n", ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler));
	test_await_coroutine(coroutine);
}

static bool refusing_handler(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	php_printf("in execution: add %u\n", ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler));
	php_printf("in execution: remove %s\n", TEST_BOOL(zend_coroutine_remove_switch_handler(coroutine, 0)));
	zend_coroutine_switch_handlers_destroy(coroutine);
	php_printf("in execution: destroyed %s\n", TEST_BOOL(coroutine->switch_handlers == NULL));

	return true;
}

/* async_test_switch_handler_refusals(): void */
ZEND_FUNCTION(async_test_switch_handler_refusals)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	php_printf("NULL handler: %u\n", ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, NULL));

	uint32_t refusing = ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, refusing_handler);
	uint32_t kept = ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler);
	php_printf("next index %s\n", TEST_BOOL(kept == refusing + 1));

	ZEND_COROUTINE_ENTER(coroutine);
	zend_coroutine_switch_handlers_destroy(coroutine);
	php_printf("destroyed %s\n", TEST_BOOL(coroutine->switch_handlers == NULL));
	zend_coroutine_switch_handlers_init(coroutine);
	ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, refusing_handler);
	ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler);

	/* Later entries move down into the hole. */
	php_printf("remove %s\n", TEST_BOOL(zend_coroutine_remove_switch_handler(coroutine, refusing)));
	php_printf("moved down %s\n", TEST_BOOL(ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, printing_handler) == refusing));
	php_printf("remove %s\n", TEST_BOOL(zend_coroutine_remove_switch_handler(coroutine, refusing)));
}

static bool main_start_handler(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	php_printf("main handler: is main %s, enter %s, finishing %s\n",
			TEST_BOOL(ZEND_COROUTINE_IS_MAIN(coroutine)), TEST_BOOL(is_enter), TEST_BOOL(is_finishing));

	return true;
}

/* async_test_main_start_handler(): void - call it before the scheduler is launched. */
ZEND_FUNCTION(async_test_main_start_handler)
{
	ZEND_PARSE_PARAMETERS_NONE();

	php_printf("launched before: %s\n", TEST_BOOL(ZEND_ASYNC_CURRENT_COROUTINE != NULL));
	php_printf("added %s\n", TEST_BOOL(ZEND_ASYNC_ADD_MAIN_COROUTINE_START_HANDLER(main_start_handler)));
	php_printf("duplicate %s\n", TEST_BOOL(ZEND_ASYNC_ADD_MAIN_COROUTINE_START_HANDLER(main_start_handler)));

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	php_printf("launched\n");
	test_sleep(1);
	php_printf("slept\n");
}

/* }}} */

/* {{{ Heartbeat */

static unsigned int heartbeats;
static bool heartbeat_in_scheduler_context;
static zend_async_heartbeat_handler_t previous_heartbeat;

static void counting_heartbeat(void)
{
	heartbeats++;
	heartbeat_in_scheduler_context = ZEND_ASYNC_IS_SCHEDULER_CONTEXT;

	if (previous_heartbeat != NULL) {
		previous_heartbeat();
	}
}

/* async_test_heartbeat(): void */
ZEND_FUNCTION(async_test_heartbeat)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	heartbeats = 0;
	previous_heartbeat = zend_async_set_heartbeat_handler(counting_heartbeat);
	php_printf("installed %s\n", TEST_BOOL(zend_async_get_heartbeat_handler() == counting_heartbeat));
	test_yield();
	test_sleep(1);
	php_printf("called %s, scheduler context %s\n", TEST_BOOL(heartbeats >= 2), TEST_BOOL(heartbeat_in_scheduler_context));

	bool returned = zend_async_set_heartbeat_handler(previous_heartbeat) == counting_heartbeat;
	unsigned int before = heartbeats;
	test_yield();
	php_printf("previous returned %s, silent after removal %s\n", TEST_BOOL(returned), TEST_BOOL(heartbeats == before));

	ZEND_ASYNC_SCHEDULER_WAIT;
	test_yield();
	php_printf("liveness flag untouched %s\n", TEST_BOOL(!ZEND_ASYNC_SCHEDULER_ALIVE));
}

/* }}} */

/* {{{ Launch and classes */

static void suspending_microtask_handler(zend_async_microtask_t *microtask)
{
	php_printf("suspend in scheduler context: %s\n", TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	test_print_exception("suspend in scheduler context");
}

/* async_test_launch_refusals(): void */
ZEND_FUNCTION(async_test_launch_refusals)
{
	ZEND_PARSE_PARAMETERS_NONE();

	php_printf("ready %s, coroutine %s, scheduler %s\n", TEST_BOOL(ZEND_ASYNC_IS_READY),
			ZEND_ASYNC_CURRENT_COROUTINE == NULL ? "NULL" : "set", ZEND_ASYNC_SCHEDULER == NULL ? "NULL" : "set");
	php_printf("launched %s\n", TEST_BOOL(ZEND_ASYNC_SCHEDULER_LAUNCH()));

	zend_coroutine_t *main_coroutine = ZEND_ASYNC_MAIN_COROUTINE;
	php_printf("active %s, main runs %s, main flags %s, scope is main scope %s, scheduler %s\n", TEST_BOOL(ZEND_ASYNC_IS_ACTIVE),
			TEST_BOOL(main_coroutine != NULL && ZEND_ASYNC_CURRENT_COROUTINE == main_coroutine),
			TEST_BOOL(ZEND_COROUTINE_IS_MAIN(main_coroutine) && ZEND_COROUTINE_IS_STARTED(main_coroutine)),
			TEST_BOOL(ZEND_ASYNC_CURRENT_SCOPE == ZEND_ASYNC_MAIN_SCOPE), ZEND_ASYNC_SCHEDULER == NULL ? "NULL" : "set");

	php_printf("init again %s\n", TEST_BOOL(ZEND_ASYNC_SCHEDULER_INIT()));
	php_printf("launch again %s\n", TEST_BOOL(ZEND_ASYNC_SCHEDULER_LAUNCH()));
	test_print_exception("launch again");

	zend_async_microtask_t *task = ecalloc(1, sizeof(zend_async_microtask_t));
	task->handler = suspending_microtask_handler;
	ZEND_ASYNC_ADD_MICROTASK(task);
	test_yield();
}

/* async_test_class_entries(int ...$selectors): array - class name per selector, null for an unknown one. */
ZEND_FUNCTION(async_test_class_entries)
{
	zval *selectors;
	uint32_t count;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', selectors, count)
	ZEND_PARSE_PARAMETERS_END();

	array_init(return_value);
	for (uint32_t i = 0; i < count; i++) {
		zend_class_entry *ce = ZEND_ASYNC_GET_CE((zend_async_class) Z_LVAL(selectors[i]));

		if (ce != NULL) {
			add_index_str(return_value, (zend_ulong) Z_LVAL(selectors[i]), zend_string_copy(ce->name));
		} else {
			add_index_null(return_value, (zend_ulong) Z_LVAL(selectors[i]));
		}
	}
}

/* async_test_throw(int ...$selectors): void - throws for each selector and prints what came. */
ZEND_FUNCTION(async_test_throw)
{
	zval *selectors;
	uint32_t count;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', selectors, count)
	ZEND_PARSE_PARAMETERS_END();

	for (uint32_t i = 0; i < count; i++) {
		char label[32];

		snprintf(label, sizeof label, "%d", (int) Z_LVAL(selectors[i]));
		zend_async_throw((zend_async_class) Z_LVAL(selectors[i]), "text");
		test_print_exception(label);
	}
}

/* }}} */

/* {{{ Deadlock and bailout */

/* async_test_hidden_timer_deadlock(int $timer_ms): void - waits for an event that is never completed. */
ZEND_FUNCTION(async_test_hidden_timer_deadlock)
{
	zend_long timer_ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(timer_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) timer_ms, false);
	test_event_t *never = test_event_new("never", NULL);

	ZEND_ASYNC_EVENT_SET_HIDDEN(&timer->base);
	ZEND_ASYNC_EVENT_SET_HIDDEN(&never->base);
	timer->base.start(&timer->base);
	php_printf("not counted %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));

	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &never->base, false, zend_async_waker_callback_resolve, NULL)) {
		ZEND_ASYNC_SUSPEND();
		zend_async_waker_clean(coroutine);
	}

	php_printf("timer fired %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&timer->base)));
	timer->base.stop(&timer->base);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	ZEND_ASYNC_EVENT_RELEASE(&never->base);
}

static zend_fcall_info bailout_fci;
static zend_fcall_info_cache bailout_fcc;

/* Recursion, so that the bailout jumps over several C frames with live stack memory. */
static ZEND_COLD int call_below_frames(int depth)
{
	volatile char frame[256];
	memset((void *) frame, depth, sizeof(frame));

	if (depth == 0) {
		zval result;
		ZVAL_UNDEF(&result);
		bailout_fci.retval = &result;
		zend_call_function(&bailout_fci, &bailout_fcc);
		php_printf("the call returned\n");
	} else {
		call_below_frames(depth - 1);
	}

	return frame[depth];
}

static void bailout_entry(void)
{
	php_printf("before the bailout\n");
	call_below_frames(16);
	php_printf("after the bailout\n");
}

/* Suspended when the bailout happens. */
static void suspended_entry(void)
{
	test_sleep(100);
	php_printf("another coroutine runs\n");
}

/* async_test_bailout(callable $fatal): void - $fatal ends the request below C frames of an internal coroutine. */
ZEND_FUNCTION(async_test_bailout)
{
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(bailout_fci, bailout_fcc)
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = test_spawn(bailout_entry, NULL, NULL);
	if (coroutine == NULL || test_spawn(suspended_entry, NULL, NULL) == NULL) {
		return;
	}

	test_await_coroutine(coroutine);
	php_printf("main goes on\n");
}

/* }}} */
