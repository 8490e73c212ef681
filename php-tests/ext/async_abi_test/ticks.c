/* Heartbeat and turns of the reactor (ABI-114, ABI-133, ABI-142, ABI-146). */
#include "async_abi_test.h"

/* What happens, a letter each. */
static char record[256];
static bool all_in_scheduler_context;
static zend_async_heartbeat_handler_t earlier_handler;

static void note(char letter)
{
	size_t length = strlen(record);

	if (length + 1 < sizeof(record)) {
		record[length] = letter;
		record[length + 1] = '\0';
	}
	if (letter != 'C') {
		all_in_scheduler_context = all_in_scheduler_context && ZEND_ASYNC_IS_SCHEDULER_CONTEXT;
	}
}

static void clear(void)
{
	record[0] = '\0';
	all_in_scheduler_context = true;
}

static void beat(void) { note('H'); }

static void microtask(zend_async_microtask_t *task) { note('M'); }

static void add_microtask(zend_async_microtask_handler_t handler)
{
	zend_async_microtask_t *task = ecalloc(1, sizeof(zend_async_microtask_t));

	task->handler = handler;
	ZEND_ASYNC_ADD_MICROTASK(task);
}

static void timer_told(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	note('T');
}

static zend_async_timer_event_t *timer_with(zend_ulong ms, zend_async_event_callback_fn told)
{
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(ms, false);

	timer->base.add_callback(&timer->base, ZEND_ASYNC_EVENT_CALLBACK(told));
	timer->base.start(&timer->base);
	return timer;
}

static void noting_coroutine(void) { note('C'); }

/* async_test_tick_order(): void - one tick after the other, with something to do in each part of it. */
ZEND_FUNCTION(async_test_tick_order)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	clear();
	earlier_handler = zend_async_set_heartbeat_handler(beat);
	zend_async_timer_event_t *timer = timer_with(0, timer_told);
	zend_coroutine_t *coroutine = test_spawn(noting_coroutine, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	add_microtask(microtask);
	test_await_coroutine(coroutine);
	zend_async_set_heartbeat_handler(earlier_handler);

	/* The timer is told in whichever turn comes; the rest is fixed. */
	php_printf("first %.2s, a coroutine %s, the microtask once %s, in scheduler context %s\n", record,
			strchr(record, 'C') != NULL ? "afterwards" : "never", TEST_BOOL(strchr(record, 'M') == strrchr(record, 'M')),
			TEST_BOOL(all_in_scheduler_context));
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
}

/* {{{ Heartbeat */

static unsigned int beats[2];
static zend_async_heartbeat_handler_t inner_handler;

static void first_handler(void) { beats[0]++; }

static void chained_handler(void)
{
	beats[1]++;
	if (inner_handler != NULL) {
		inner_handler();
	}
}

static void handler_that_goes(void)
{
	note('H');
	zend_async_set_heartbeat_handler(NULL);
}

static void handler_that_works(void)
{
	zend_async_set_heartbeat_handler(NULL);
	note('H');
	add_microtask(microtask);
	test_spawn(noting_coroutine, NULL, NULL);
	php_printf("suspend: %s", TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	test_print_exception("");
	/* The flag is for code that wants to know whether the scheduler runs. */
	zend_atomic_bool_store_ex(&ZEND_ASYNC_G(heartbeat), true);
}

/* async_test_heartbeat_handlers(): void */
ZEND_FUNCTION(async_test_heartbeat_handlers)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	beats[0] = beats[1] = 0;
	zend_async_heartbeat_handler_t none = zend_async_set_heartbeat_handler(first_handler);
	inner_handler = zend_async_set_heartbeat_handler(chained_handler);
	test_yield();
	test_sleep(1);
	php_printf("chained: at first %s, both %s\n", none == NULL ? "NULL" : "a handler", TEST_BOOL(beats[0] >= 2 && beats[0] == beats[1]));

	clear();
	zend_async_set_heartbeat_handler(handler_that_goes);
	test_yield();
	test_sleep(1);
	php_printf("removes itself: %s, then %s\n", record, zend_async_get_heartbeat_handler() == NULL ? "NULL" : "a handler");

	clear();
	ZEND_ASYNC_SCHEDULER_WAIT;
	zend_async_set_heartbeat_handler(handler_that_works);
	TEST_YIELD_UNTIL(strchr(record, 'C') != NULL);
	php_printf("works: %s, alive %s\n", record, TEST_BOOL(ZEND_ASYNC_SCHEDULER_ALIVE));
	ZEND_ASYNC_SCHEDULER_WAIT;

	/* Calls it from elsewhere; without one nothing. */
	clear();
	ZEND_ASYNC_SCHEDULER_HEARTBEAT;
	zend_async_set_heartbeat_handler(beat);
	ZEND_ASYNC_SCHEDULER_HEARTBEAT;
	zend_async_set_heartbeat_handler(NULL);
	php_printf("called by a macro: %s\n", record);
}

static void handler_that_throws(void)
{
	zend_async_set_heartbeat_handler(NULL);
	zend_throw_error(NULL, "thrown by the heartbeat");
}

/* async_test_heartbeat_throws(): void */
ZEND_FUNCTION(async_test_heartbeat_throws)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_set_heartbeat_handler(handler_that_throws);
}

/* }}} */

/* {{{ Turns that C code makes */

static void nested_told(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	note('N');
	/* Inside a turn there is no other. */
	php_printf("a turn inside a turn: %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_EXECUTE(true)));
	ZEND_ASYNC_REACTOR_TICK();
	php_printf("still scheduler context: %s\n", TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));
}

static void sleeping_coroutine(void)
{
	test_sleep(1);
	note('C');
}

static bool until_due(zend_async_timer_event_t *timer)
{
	/* A sleep would be a wait of this coroutine. */
	for (int i = 0; i < 10000000 && !ZEND_ASYNC_EVENT_IS_CLOSED(&timer->base); i++) {
		ZEND_ASYNC_REACTOR_TICK();
	}
	return ZEND_ASYNC_EVENT_IS_CLOSED(&timer->base);
}

/* async_test_reactor_tick(): void */
ZEND_FUNCTION(async_test_reactor_tick)
{
	ZEND_PARSE_PARAMETERS_NONE();

	/* Before anything runs there is nothing to turn. */
	ZEND_ASYNC_REACTOR_TICK();
	ZEND_ASYNC_SCHEDULER_INIT();

	clear();
	zend_async_set_heartbeat_handler(beat);
	zend_async_timer_event_t *far = timer_with(600000, timer_told);
	ZEND_ASYNC_REACTOR_TICK();
	php_printf("nothing due: '%s', did not wait\n", record);

	zend_async_timer_event_t *due = timer_with(1, timer_told);
	bool was_told = until_due(due);
	php_printf("due %s: '%s', in scheduler context %s, afterwards %s\n", TEST_BOOL(was_told), record, TEST_BOOL(all_in_scheduler_context),
			TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));
	ZEND_ASYNC_EVENT_RELEASE(&due->base);

	/* A coroutine that it makes ready runs when this one waits, and not before. */
	zend_async_set_heartbeat_handler(NULL);
	clear();
	zend_coroutine_t *coroutine = test_spawn(sleeping_coroutine, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	TEST_YIELD_UNTIL(coroutine->waker->status == ZEND_ASYNC_WAKER_WAITING || ZEND_COROUTINE_IS_FINISHED(coroutine));
	for (int i = 0; i < 10000000 && coroutine->waker->status == ZEND_ASYNC_WAKER_WAITING; i++) {
		ZEND_ASYNC_REACTOR_TICK();
	}
	php_printf("made ready %s, its events are let go of %s", TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(coroutine->waker)),
			TEST_BOOL(zend_hash_num_elements(&coroutine->waker->events) == 0));
	php_printf(", ran '%s'", record);
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(coroutine));
	php_printf(", then '%s'\n", record);
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);

	due = timer_with(0, nested_told);
	until_due(due);
	ZEND_ASYNC_EVENT_RELEASE(&due->base);

	/* What is pending is the caller's. */
	zend_throw_error(NULL, "pending");
	ZEND_ASYNC_REACTOR_TICK();
	test_print_exception("after a tick");
	ZEND_ASYNC_EVENT_RELEASE(&far->base);
	php_printf("shutting down %s, counted %u\n", TEST_BOOL(ZEND_ASYNC_G(graceful_shutdown)), ZEND_ASYNC_ACTIVE_EVENT_COUNT);
}

static void busy_coroutine(void)
{
	zend_async_timer_event_t *timer = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	while (!ZEND_ASYNC_EVENT_IS_CLOSED(&timer->base) && test_yield()) {
	}
}

/* async_test_busy_queue(): void - coroutines that are always ready do not keep the reactor from its turn. */
ZEND_FUNCTION(async_test_busy_queue)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	clear();
	zend_async_timer_event_t *timer = timer_with(5, timer_told);
	zend_coroutine_t *others[3];
	for (int i = 0; i < 3; i++) {
		others[i] = test_spawn(busy_coroutine, timer, NULL);
		ZEND_ASYNC_EVENT_ADD_REF(&others[i]->event);
	}
	for (int i = 0; i < 3; i++) {
		test_await_coroutine(others[i]);
		ZEND_ASYNC_EVENT_RELEASE(&others[i]->event);
	}
	php_printf("told '%s' beside coroutines that are always ready\n", record);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
}

/* }}} */
