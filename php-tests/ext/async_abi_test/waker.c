/* Subscribing, waking and what the waker keeps (ABI-75..79, ABI-103..109, ABI-113, ABI-115). */
#include "async_abi_test.h"

/* {{{ Own event type and callback with data (recipes b, b2) */

typedef struct {
	zend_coroutine_event_callback_t base;
	const char *tag;
	unsigned int *disposed;
	zend_async_event_callback_dispose_fn saved_dispose;
} tagged_callback_t;

static void tagged_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	tagged_callback_t *tagged = (tagged_callback_t *) callback;

	php_printf("%s: value " ZEND_LONG_FMT ", closed %s\n", tagged->tag,
			Z_LVAL_P((zval *) result), TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(event)));
	ZEND_ASYNC_RESUME(tagged->base.coroutine);
}

static void tagged_dispose(zend_async_event_callback_t *callback, zend_async_event_t *event)
{
	tagged_callback_t *tagged = (tagged_callback_t *) callback;

	/* Only the last reference ends the extra data; the saved dispose does the counting. */
	if (callback->ref_count == 1) {
		(*tagged->disposed)++;
	}

	tagged->saved_dispose(callback, event);
}

static void completing_entry(void)
{
	test_event_t *event = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	/* The waiter must be suspended when the event fires. */
	TEST_YIELD_UNTIL(event->base.loop_ref_count > 0);
	test_event_complete(event, 42);
}

/* async_test_own_event(): void */
ZEND_FUNCTION(async_test_own_event)
{
	unsigned int event_disposed = 0, callback_disposed = 0, events_before;
	zval late;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;

	test_event_t *event = test_event_new("own", &event_disposed);
	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL || test_spawn(completing_entry, event, NULL) == NULL) {
		return;
	}

	tagged_callback_t *callback =
			(tagged_callback_t *) zend_async_coroutine_callback_new(coroutine, tagged_callback, sizeof(tagged_callback_t));
	callback->tag = "tagged";
	callback->disposed = &callback_disposed;

	if (!zend_async_resume_when(coroutine, &event->base, false, NULL, &callback->base)) {
		return;
	}

	callback->saved_dispose = callback->base.base.dispose;
	callback->base.base.dispose = tagged_dispose;

	php_printf("subscribed: exists %s, counter %u, started %u\n",
			TEST_BOOL(zend_async_waker_is_event_exists(coroutine, &event->base)), event->base.ref_count, event->armed);

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("resumed %s, armed %u, disarmed %u\n", TEST_BOOL(resumed), event->armed, event->disarmed);
	zend_async_waker_clean(coroutine);

	php_printf("cleaned: exists %s, counter %u, callback disposed %u\n",
			TEST_BOOL(zend_async_waker_is_event_exists(coroutine, &event->base)), event->base.ref_count, callback_disposed);

	bool replayed = ZEND_ASYNC_EVENT_EXTRACT_RESULT(&event->base, &late);
	php_printf("late subscriber: %s, value " ZEND_LONG_FMT "\n", TEST_BOOL(replayed), Z_LVAL(late));

	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("disposed %u, event count restored %s\n", event_disposed, TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));
}

/* }}} */

/* {{{ Two coroutines, one event */

typedef struct {
	test_event_t *event;
	zend_long value; /* what the wait delivered, -1 if nothing */
	bool resumed;
	bool done;
} shared_wait_t;

static void shared_wait_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	shared_wait_t *wait = coroutine->extended_data;

	wait->value = -1;

	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &wait->event->base, false, zend_async_waker_callback_resolve, NULL)) {
		wait->resumed = ZEND_ASYNC_SUSPEND();
		if (Z_TYPE(coroutine->waker->result) == IS_LONG) {
			wait->value = Z_LVAL(coroutine->waker->result);
		}
		zend_async_waker_clean(coroutine);
	}

	wait->done = true;
}

/* async_test_shared_event(bool $cancel_first): void */
ZEND_FUNCTION(async_test_shared_event)
{
	bool cancel_first = false;
	unsigned int events_before;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(cancel_first)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	test_event_t *event = test_event_new("shared", NULL);
	shared_wait_t waits[2] = { { .event = event }, { .event = event } };
	zend_coroutine_t *first = test_spawn(shared_wait_entry, &waits[0], NULL);

	if (first == NULL || test_spawn(shared_wait_entry, &waits[1], NULL) == NULL) {
		return;
	}

	TEST_YIELD_UNTIL(event->base.loop_ref_count == 2);
	php_printf("waiting: starts %u, armed %u, counted %u\n", event->base.loop_ref_count,
			event->armed, ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);

	if (cancel_first) {
		ZEND_ASYNC_CANCEL(first, NULL, false);
		TEST_YIELD_UNTIL(waits[0].done);
		php_printf("first cancelled: resumed %s, starts %u, disarmed %u, counted %u\n", TEST_BOOL(waits[0].resumed),
				event->base.loop_ref_count, event->disarmed, ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	}

	test_event_complete(event, 5);
	TEST_YIELD_UNTIL(waits[0].done && waits[1].done);
	php_printf("first: resumed %s, value " ZEND_LONG_FMT "\n", TEST_BOOL(waits[0].resumed), waits[0].value);
	php_printf("second: resumed %s, value " ZEND_LONG_FMT "\n", TEST_BOOL(waits[1].resumed), waits[1].value);
	php_printf("ended: starts %u, armed %u, disarmed %u, counted %u, subscribers %u, counter %u\n",
			event->base.loop_ref_count, event->armed,
			event->disarmed, ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before, event->base.callbacks.length, event->base.ref_count);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* }}} */

/* {{{ Timeout and event in the same turn */

static test_event_t *same_turn_events[2];

static void same_turn_handler(zend_async_microtask_t *microtask)
{
	test_event_complete(same_turn_events[0], 8);
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&same_turn_events[1]->base, NULL, NULL);
}

static void same_turn_entry(void)
{
	zend_async_microtask_t *task = ecalloc(1, sizeof(zend_async_microtask_t));

	/* Both events of the waiter fire before any coroutine can run. */
	TEST_YIELD_UNTIL(same_turn_events[0]->base.loop_ref_count > 0);
	task->handler = same_turn_handler;
	ZEND_ASYNC_ADD_MICROTASK(task);
}

/* async_test_same_turn(): void */
ZEND_FUNCTION(async_test_same_turn)
{
	unsigned int disposed = 0, events_before;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;

	/* Both references pass to the waker. */
	same_turn_events[0] = test_event_new("value", &disposed);
	same_turn_events[1] = test_event_new("timeout", &disposed);

	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL || test_spawn(same_turn_entry, NULL, NULL) == NULL
			|| !zend_async_resume_when(coroutine, &same_turn_events[0]->base, true, zend_async_waker_callback_resolve, NULL)
			|| !zend_async_resume_when(coroutine, &same_turn_events[1]->base, true, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("both fired: resumed %s, value " ZEND_LONG_FMT "\n", TEST_BOOL(resumed),
			Z_TYPE(coroutine->waker->result) == IS_LONG ? Z_LVAL(coroutine->waker->result) : -1);
	zend_async_waker_clean(coroutine);
	php_printf("disposed %u, event count restored %s\n", disposed, TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));

	/* Two timers that expire together, one of them the time limit. */
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(5, false);
	if (timer == NULL || zend_async_waker_new_with_timeout(coroutine, 5, NULL) == NULL
			|| !zend_async_resume_when(coroutine, &timer->base, true, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);
	php_printf("two timers: resumed %s, event count restored %s\n",
			TEST_BOOL(resumed), TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));

	/* A wake-up left over from above would end this wait without a value. */
	test_event_t *event = test_event_new("next", NULL);
	shared_wait_t wait = { .event = event };
	zend_coroutine_t *completer = test_spawn(completing_entry, event, NULL);
	if (completer == NULL || ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	wait.resumed = ZEND_ASYNC_SUSPEND();
	php_printf("next wait: resumed %s, value " ZEND_LONG_FMT "\n", TEST_BOOL(wait.resumed),
			Z_TYPE(coroutine->waker->result) == IS_LONG ? Z_LVAL(coroutine->waker->result) : -1);
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* }}} */

/* {{{ Suspending without switching */

static bool other_ran;

static void other_entry(void)
{
	other_ran = true;
}

static void fast_return(const char *label, test_event_t *event, bool close_before_suspend)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	if (close_before_suspend) {
		/* Finished between subscribing and suspending, without a notification. */
		ZVAL_LONG(&event->value, 10);
		ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&event->base);
		ZEND_ASYNC_EVENT_SET_CLOSED(&event->base);
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("%s: resumed %s, value " ZEND_LONG_FMT ", others ran %s\n", label, TEST_BOOL(resumed),
			Z_TYPE(coroutine->waker->result) == IS_LONG ? Z_LVAL(coroutine->waker->result) : -1, TEST_BOOL(other_ran));
	zend_async_waker_clean(coroutine);
	php_printf("%s: counter %u, armed %u, disarmed %u\n", label, event->base.ref_count, event->armed, event->disarmed);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_fast_return(): void */
ZEND_FUNCTION(async_test_fast_return)
{
	ZEND_PARSE_PARAMETERS_NONE();

	other_ran = false;
	if (test_spawn(other_entry, NULL, NULL) == NULL) {
		return;
	}

	fast_return("replayed", test_event_new("replayed", NULL), true);

	test_event_t *completing = test_event_new("completed in start", NULL);
	completing->complete_in_start = true;
	fast_return("completed in start", completing, false);

	/* No event and not queued: nothing to wait for. */
	ZEND_ASYNC_WAKER_NEW(ZEND_ASYNC_CURRENT_COROUTINE);
	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("empty waker: resumed %s, others ran %s\n", TEST_BOOL(resumed), TEST_BOOL(other_ran));
}

/* async_test_start_failure(): void - the second of two events cannot be started. */
ZEND_FUNCTION(async_test_start_failure)
{
	unsigned int events_before;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	test_event_t *good = test_event_new("good", NULL);
	test_event_t *bad = test_event_new("bad", NULL);
	bad->fail_start = true;

	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &good->base, false, zend_async_waker_callback_resolve, NULL)
			|| !zend_async_resume_when(coroutine, &bad->base, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("resumed %s\n", TEST_BOOL(resumed));
	test_print_exception("suspend");
	php_printf("good: balanced %s, starts %u, counter %u\n",
			TEST_BOOL(good->armed == good->disarmed), good->base.loop_ref_count, good->base.ref_count);
	php_printf("bad: armed %u, disarmed %u, counter %u\n", bad->armed, bad->disarmed, bad->base.ref_count);
	php_printf("event count restored %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&good->base);
	ZEND_ASYNC_EVENT_RELEASE(&bad->base);
}

/* }}} */

/* {{{ Refusals, cancelling events, merging of errors */

/* async_test_cancellation_event(): void - a waker with a time limit and a cancelling event, which fires. */
ZEND_FUNCTION(async_test_cancellation_event)
{
	unsigned int events_before;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	test_event_t *event = test_event_new("cancellation", NULL);

	if (test_spawn(completing_entry, event, NULL) == NULL
			|| zend_async_waker_new_with_timeout(coroutine, 60000, &event->base) == NULL) {
		return;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);
	php_printf("resumed %s\n", TEST_BOOL(resumed));
	test_print_exception("suspend");
	php_printf("counter %u, event count restored %s\n", event->base.ref_count, TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_resume_when_refusals(): void */
ZEND_FUNCTION(async_test_resume_when_refusals)
{
	unsigned int disposed = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	ZEND_ASYNC_WAKER_NEW(coroutine);

	test_event_t *event = test_event_new("closed", &disposed);
	ZEND_ASYNC_EVENT_SET_CLOSED(&event->base);
	bool accepted = zend_async_resume_when(coroutine, &event->base, true, zend_async_waker_callback_resolve, NULL);
	php_printf("closed: %s, disposed %u\n", TEST_BOOL(accepted), disposed);
	test_print_exception("closed");
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("released: disposed %u\n", disposed);

	event = test_event_new("no callback", &disposed);
	accepted = zend_async_resume_when(coroutine, &event->base, true, NULL, NULL);
	php_printf("no callback: %s, disposed %u\n", TEST_BOOL(accepted), disposed);

	event = test_event_new("twice", &disposed);
	ZEND_ASYNC_EVENT_ADD_REF(&event->base);
	zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL);
	php_printf("first subscription: counter %u\n", event->base.ref_count);
	zend_async_resume_when(coroutine, &event->base, true, zend_async_waker_callback_resolve, NULL);
	php_printf("second, transferred: counter %u, subscribers %u\n", event->base.ref_count, event->base.callbacks.length);
	zend_async_waker_clean(coroutine);
	php_printf("cleaned: counter %u, subscribers %u, disarmed %u\n", event->base.ref_count, event->base.callbacks.length, event->disarmed);

	/* A wait that never started must not take a start from another waiter (ABI-203). */
	event->base.start(&event->base);
	zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL);
	zend_async_waker_clean(coroutine);
	php_printf("never suspended: starts %u\n", event->base.loop_ref_count);
	event->base.stop(&event->base);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("disposed %u\n", disposed);

	php_printf("resume of a running coroutine: %s\n", TEST_BOOL(ZEND_ASYNC_RESUME(coroutine)));
	test_print_exception("resume");
}

static void print_chain(const char *label, zend_object *exception)
{
	php_printf("%s:", label);

	while (exception != NULL) {
		zval message_buffer, previous_buffer;
		zval *message = zend_read_property_ex(exception->ce, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &message_buffer);
		/* "previous" is private to the base class; the helper of PHP finds that class. */
		zval *previous =
				zend_read_property_ex(zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &previous_buffer);

		php_printf(" [%s]", Z_STRVAL_P(message));
		exception = previous != NULL && Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
	}

	php_printf("\n");
}

/* async_test_apply_error(): void */
ZEND_FUNCTION(async_test_apply_error)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_waker_t *waker = ZEND_ASYNC_WAKER_NEW(coroutine);

	php_printf("NULL waker: %s\n",
			TEST_BOOL(ZEND_ASYNC_WAKER_APPLY_ERROR(NULL, zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "dropped"), true)));

	ZEND_ASYNC_WAKER_APPLY_ERROR(waker, zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "one"), true);
	print_chain("stored", waker->error);
	ZEND_ASYNC_WAKER_APPLY_ERROR(waker, zend_async_new_exception(ZEND_ASYNC_EXCEPTION_POLL, "two"), true);
	print_chain("override", waker->error);
	ZEND_ASYNC_WAKER_APPEND_ERROR(waker, zend_async_new_exception(ZEND_ASYNC_EXCEPTION_DNS, "three"), true);
	print_chain("append keeps the primary", waker->error);

	waker = ZEND_ASYNC_WAKER_NEW(coroutine);
	php_printf("new waker: error %s, status none %s\n",
			waker->error == NULL ? "none" : "kept", TEST_BOOL(waker->status == ZEND_ASYNC_WAKER_NO_STATUS));

	zend_object *kept = zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "kept by the caller");
	ZEND_ASYNC_WAKER_APPLY_ERROR(waker, kept, false);
	php_printf("not transferred: counter %u\n", GC_REFCOUNT(kept));
	zend_async_waker_clean(coroutine);
	php_printf("cleaned: counter %u\n", GC_REFCOUNT(kept));
	OBJ_RELEASE(kept);

	waker = ZEND_ASYNC_WAKER_NEW(coroutine);
	ZEND_ASYNC_WAKER_APPLY_CANCELLATION(waker, zend_async_new_exception(ZEND_ASYNC_EXCEPTION_CANCELLATION, "first cancellation"), true);
	php_printf("second cancellation: %s\n",
			TEST_BOOL(ZEND_ASYNC_WAKER_APPLY_CANCELLATION(waker,
					zend_async_new_exception(ZEND_ASYNC_EXCEPTION_CANCELLATION, "second cancellation"), true)));
	php_printf("kept %s\n", TEST_BOOL(instanceof_function(waker->error->ce, ZEND_ASYNC_GET_CE(ZEND_ASYNC_EXCEPTION_CANCELLATION))));
	zend_async_waker_clean(coroutine);
}

/* }}} */
