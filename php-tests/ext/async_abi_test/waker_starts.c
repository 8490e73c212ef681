/* Which events a waker starts and stops, and what it leaves alone (ABI-78, ABI-104, ABI-113, ABI-119, ABI-203). */
#include "async_abi_test.h"

static test_event_t *shared_event;

static void wait_for_shared(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	ZEND_ASYNC_WAKER_NEW(coroutine);
	if (zend_async_resume_when(coroutine, &shared_event->base, false, zend_async_waker_callback_resolve, NULL)) {
		bool resumed = ZEND_ASYNC_SUSPEND();
		php_printf("the other waiter: resumed %s\n", TEST_BOOL(resumed));
		zend_async_waker_clean(coroutine);
	}
}

static void complete_shared(void)
{
	test_event_complete(shared_event, 1);
}

static bool subscribe(zend_coroutine_t *coroutine, test_event_t *event)
{
	return zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL);
}

/*
 * async_test_starts_of_others(int $before): void - the event that another coroutine waits for stands behind $before events and one that
 * cannot be started.
 */
ZEND_FUNCTION(async_test_starts_of_others)
{
	zend_long before;
	test_event_t *first[4];

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(before)
	ZEND_PARSE_PARAMETERS_END();

	if (before < 0 || before > 4) {
		zend_argument_value_error(1, "must be 0 to 4");
		return;
	}

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	shared_event = test_event_new("shared", NULL);
	test_event_t *bad = test_event_new("bad", NULL);
	bad->fail_start = true;

	zend_coroutine_t *waiter = test_spawn(wait_for_shared, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&waiter->event);
	TEST_YIELD_UNTIL(shared_event->base.loop_ref_count > 0);
	unsigned int events = ZEND_ASYNC_ACTIVE_EVENT_COUNT;

	ZEND_ASYNC_WAKER_NEW(coroutine);
	for (zend_long i = 0; i < before; i++) {
		first[i] = test_event_new("first", NULL);
		subscribe(coroutine, first[i]);
	}
	/* Twice: the trigger of an event with several callbacks grows. */
	if (!subscribe(coroutine, bad) || !subscribe(coroutine, shared_event) || !subscribe(coroutine, shared_event)) {
		return;
	}
	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("resumed %s", TEST_BOOL(resumed));
	test_print_exception(", suspend");
	php_printf("shared: starts %u, events as before %s\n", shared_event->base.loop_ref_count,
			TEST_BOOL(events == ZEND_ASYNC_ACTIVE_EVENT_COUNT));
	for (zend_long i = 0; i < before; i++) {
		php_printf("first: starts %u, armed %u, disarmed %u\n", first[i]->base.loop_ref_count, first[i]->armed, first[i]->disarmed);
		ZEND_ASYNC_EVENT_RELEASE(&first[i]->base);
	}

	test_spawn(complete_shared, NULL, NULL);
	test_await_coroutine(waiter);
	php_printf("shared at the end: starts %u\n", shared_event->base.loop_ref_count);
	ZEND_ASYNC_EVENT_RELEASE(&waiter->event);
	ZEND_ASYNC_EVENT_RELEASE(&shared_event->base);
	ZEND_ASYNC_EVENT_RELEASE(&bad->base);
}

static void cancel_waiter(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("cancelled %s\n", TEST_BOOL(ZEND_ASYNC_CANCEL(ZEND_ASYNC_MAIN_COROUTINE, NULL, false)));
}

/* async_test_cancelled_in_start(int $behind): void - the first of several events cancels main while it is being started. */
ZEND_FUNCTION(async_test_cancelled_in_start)
{
	zend_long behind;
	test_event_t *others[4];

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(behind)
	ZEND_PARSE_PARAMETERS_END();

	if (behind < 0 || behind > 4) {
		zend_argument_value_error(1, "must be 0 to 4");
		return;
	}

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	unsigned int events = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	test_event_t *first = test_event_new("first", NULL);
	first->complete_in_start = true;
	first->base.add_callback(&first->base, ZEND_ASYNC_EVENT_CALLBACK(cancel_waiter));

	ZEND_ASYNC_WAKER_NEW(coroutine);
	subscribe(coroutine, first);
	for (zend_long i = 0; i < behind; i++) {
		others[i] = test_event_new("behind", NULL);
		subscribe(coroutine, others[i]);
	}
	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("resumed %s", TEST_BOOL(resumed));
	test_print_exception(", suspend");
	zend_async_waker_clean(coroutine);
	php_printf("events as before %s\n", TEST_BOOL(events == ZEND_ASYNC_ACTIVE_EVENT_COUNT));
	for (zend_long i = 0; i < behind; i++) {
		php_printf("behind: starts %u, balanced %s\n", others[i]->base.loop_ref_count,
				TEST_BOOL(others[i]->armed == others[i]->disarmed));
		ZEND_ASYNC_EVENT_RELEASE(&others[i]->base);
	}
	ZEND_ASYNC_EVENT_RELEASE(&first->base);
}

static unsigned int disposals;

static void count_dispose(zend_async_event_callback_t *callback, zend_async_event_t *event)
{
	if (callback->ref_count == 1) {
		disposals++;
	}
	coroutine_event_callback_dispose(callback, event);
}

static void never_called(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("called\n");
}

/* async_test_handed_over_to_closed(): void - a callback object that is handed over to the subscription of a closed event is disposed. */
ZEND_FUNCTION(async_test_handed_over_to_closed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	test_event_t *event = test_event_new("closed", NULL);
	ZEND_ASYNC_EVENT_SET_CLOSED(&event->base);
	ZEND_ASYNC_WAKER_NEW(coroutine);

	disposals = 0;
	zend_coroutine_event_callback_t *callback = zend_async_coroutine_callback_new(coroutine, never_called, 0);
	callback->base.dispose = count_dispose;
	bool subscribed = zend_async_resume_when(coroutine, &event->base, false, NULL, callback);
	php_printf("subscribed %s", TEST_BOOL(subscribed));
	test_print_exception(", handed over");
	php_printf("disposed %u\n", disposals);

	/* One that its creator holds stays the creator's. */
	callback = zend_async_coroutine_callback_new(coroutine, never_called, 0);
	callback->base.dispose = count_dispose;
	callback->base.ref_count = 1;
	subscribed = zend_async_resume_when(coroutine, &event->base, false, NULL, callback);
	php_printf("subscribed %s", TEST_BOOL(subscribed));
	test_print_exception(", kept");
	php_printf("disposed %u\n", disposals);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&callback->base);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

static void ignored_entry(void)
{
	php_printf("the body runs\n");
}

/* async_test_ignored_waker(): void - the waker of a coroutine that was cancelled before its start, when that is over. */
ZEND_FUNCTION(async_test_ignored_waker)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_coroutine_t *coroutine = test_spawn(ignored_entry, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	ZEND_ASYNC_CANCEL(coroutine, NULL, false);
	php_printf("before: in the queue %s\n", TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(coroutine->waker)));
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(coroutine));
	php_printf("finished: status %d, in the queue %s\n", (int) coroutine->waker->status,
			TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(coroutine->waker)));
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
}
