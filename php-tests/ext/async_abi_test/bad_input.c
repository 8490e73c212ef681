/* Calls that are wrong, or pass NULL where that is allowed: an error or nothing, never a crash (ABI-211). */
#include "async_abi_test.h"

#include <signal.h>
#include <unistd.h>

static void count_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	test_late_runs++;
}

/* Closed, started, stopped more often than started, subscribed and unsubscribed in vain. */
static void misuse_event(const char *name, zend_async_event_t *event)
{
	if (event == NULL) {
		test_print_exception(name);
		return;
	}
	unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	bool stopped = event->stop(event);
	unsigned int idle = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	bool started = event->start(event) && event->start(event);
	unsigned int active = ZEND_ASYNC_ACTIVE_EVENT_COUNT, loop = event->loop_ref_count;
	event->stop(event);
	event->stop(event);
	event->stop(event);
	php_printf("%s: stopped %s, started %s, counts %+d %+d %+d, loop count %u %u\n", name, TEST_BOOL(stopped), TEST_BOOL(started),
			(int) (idle - before), (int) (active - before), (int) (ZEND_ASYNC_ACTIVE_EVENT_COUNT - before), loop, event->loop_ref_count);

	zend_async_event_callback_t *callback = ZEND_ASYNC_EVENT_CALLBACK(count_callback);
	bool absent = event->del_callback(event, callback);
	event->add_callback(event, callback);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(callback);
	bool removed = event->del_callback(event, callback), again = event->del_callback(event, callback);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(callback);

	ZEND_ASYNC_EVENT_SET_CLOSED(event);
	bool closed_start = event->start(event);
	php_printf("%s: removed %s %s %s, closed: start %s, count %+d, loop count %u, stop %s", name, TEST_BOOL(absent), TEST_BOOL(removed),
			TEST_BOOL(again), TEST_BOOL(closed_start), (int) (ZEND_ASYNC_ACTIVE_EVENT_COUNT - before), event->loop_ref_count,
			TEST_BOOL(event->stop(event)));
	ZEND_ASYNC_WAKER_NEW(ZEND_ASYNC_CURRENT_COROUTINE);
	bool awaited = zend_async_resume_when(ZEND_ASYNC_CURRENT_COROUTINE, event, false, zend_async_waker_callback_resolve, NULL);
	php_printf(", awaited %s\n", TEST_BOOL(awaited));
	test_print_exception(name);

	/* Twice: the first only gives a reference back. */
	ZEND_ASYNC_EVENT_ADD_REF(event);
	bool first = event->dispose(event);
	php_printf("%s: disposed %s, references %u", name, TEST_BOOL(first), ZEND_ASYNC_EVENT_REFCOUNT(event));
	php_printf(", again %s\n", TEST_BOOL(event->dispose(event)));
}

/* async_test_misused_events(string $directory): void */
ZEND_FUNCTION(async_test_misused_events)
{
	zend_string *directory;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(directory)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(60000, false);
	misuse_event("timer", &timer->base);
	timer = ZEND_ASYNC_NEW_TIMER_EVENT(60000, true);
	misuse_event("periodic timer", &timer->base);
	int pair[2];
	if (pipe(pair) == 0) {
		zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_POLL_EVENT(pair[0], 0, ASYNC_READABLE);
		misuse_event("poll", &poll->base);
		close(pair[0]);
		close(pair[1]);
	}
	zend_async_signal_event_t *signal = ZEND_ASYNC_NEW_SIGNAL_EVENT(SIGUSR2);
	misuse_event("signal", &signal->base);
	zend_async_filesystem_event_t *filesystem = ZEND_ASYNC_NEW_FILESYSTEM_EVENT(directory, 0);
	misuse_event("filesystem", &filesystem->base);
}

static void suspending_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_coroutine_t *waiting = ((zend_coroutine_event_callback_t *) callback)->coroutine;

	php_printf("in a reactor callback: scheduler context %s, suspended %s\n", TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT),
			TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	test_print_exception("in a reactor callback");
	ZEND_ASYNC_RESUME(waiting);
	ZEND_ASYNC_RESUME(waiting);
}

static void ending_entry(void)
{
}

/* Nothing in the place of what the call is about. */
static void call_with_nothing(void)
{
	zend_object *error = zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "nowhere to go");

	GC_ADDREF(error);
	php_printf("nothing resumed: %s\n", TEST_BOOL(ZEND_ASYNC_RESUME(NULL)));
	test_print_exception("nothing resumed");
	php_printf("nothing resumed with an error: %s\n", TEST_BOOL(ZEND_ASYNC_RESUME_WITH_ERROR(NULL, error, true)));
	test_print_exception("nothing resumed with an error");
	GC_ADDREF(error);
	php_printf("nothing cancelled: %s\n", TEST_BOOL(ZEND_ASYNC_CANCEL_EX(NULL, error, true, false)));
	test_print_exception("nothing cancelled");
	php_printf("nothing cancelled safely: %s\n", TEST_BOOL(ZEND_ASYNC_CANCEL(NULL, NULL, true)));
	test_print_exception("nothing cancelled safely");
	php_printf("references of the error: %u\n", GC_REFCOUNT(error));
	OBJ_RELEASE(error);
	php_printf("nothing thrown: %s\n", TEST_BOOL(ZEND_ASYNC_SPAWN_AND_THROW(NULL, NULL, 0)));
	test_print_exception("nothing thrown");
	php_printf("no path: %s\n", ZEND_ASYNC_NEW_FILESYSTEM_EVENT(NULL, 0) == NULL ? "NULL" : "event");
	test_print_exception("no path");
	ZEND_ASYNC_SCOPE_AWAIT_AFTER_CANCELLATION(NULL, ZEND_ASYNC_CURRENT_COROUTINE, NULL, NULL, NULL);
	test_print_exception("no scope");
	php_printf("nothing known of nothing: %s\n",
			TEST_BOOL(ZEND_ASYNC_GET_AWAITING_INFO(NULL) == NULL && ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(NULL) == NULL));
	zend_async_waker_add_triggered_event(ZEND_ASYNC_CURRENT_COROUTINE, NULL);
	php_printf("nothing has fired: %s\n", TEST_BOOL(ZEND_ASYNC_CURRENT_COROUTINE->waker->triggered_events == NULL));
	test_print_exception("nothing has fired");
}

/* async_test_misused_calls(): void */
ZEND_FUNCTION(async_test_misused_calls)
{
	ZEND_PARSE_PARAMETERS_NONE();

	/* Before the launch there is no coroutine to mean. */
	zend_async_waker_clean(NULL);
	zend_async_waker_destroy(NULL);
	zend_async_waker_stop_events(NULL);
	ZEND_ASYNC_WAKER_CLEAN_EVENTS((zend_async_waker_t *) NULL);
	ZEND_ASYNC_CALL_ON_MAIN_STACK(NULL, NULL);
	php_printf("predicates: %s %s\n", TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE((zend_async_waker_t *) NULL)),
			TEST_BOOL(ZEND_ASYNC_WAKER_NOT_IN_QUEUE((zend_async_waker_t *) NULL)));
	zend_object *error = zend_async_new_exception(ZEND_ASYNC_EXCEPTION_DEFAULT, "dropped");
	php_printf("error without a waker: %s\n", TEST_BOOL(zend_async_waker_apply_error(NULL, error, true, true, false)));
	php_printf("object of no future: %s\n", ZEND_ASYNC_NEW_FUTURE_OBJ(NULL) == NULL ? "NULL" : "made");
	php_printf("coroutines before the launch: %s\n", ZEND_ASYNC_GET_COROUTINES() == NULL ? "NULL" : "table");

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_waker_clean(NULL);
	php_printf("waker of the current one: %s\n", TEST_BOOL(ZEND_ASYNC_WAKER_NEW(NULL) == current->waker));
	php_printf("nothing to wait for: %s\n", TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	bool once = ZEND_ASYNC_ENQUEUE_COROUTINE(current), twice = ZEND_ASYNC_ENQUEUE_COROUTINE(current);
	php_printf("enqueued twice: %s %s\n", TEST_BOOL(once), TEST_BOOL(twice));
	ZEND_ASYNC_SUSPEND();

	call_with_nothing();

	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(1, false);
	ZEND_ASYNC_WAKER_NEW(NULL);
	zend_async_resume_when(NULL, &timer->base, true, suspending_callback, NULL);
	php_printf("woken: %s\n", TEST_BOOL(ZEND_ASYNC_SUSPEND()));
	zend_async_waker_clean(NULL);

	zend_coroutine_t *ended = test_spawn(ending_entry, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&ended->event);
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(ended));
	php_printf("resumed after its end: %s\n", TEST_BOOL(ZEND_ASYNC_RESUME(ended)));
	test_print_exception("resumed");
	php_printf("cancelled: %s\n", TEST_BOOL(ZEND_ASYNC_CANCEL(ended, NULL, false)));
	test_print_exception("cancelled");
	php_printf("enqueued: %s\n", TEST_BOOL(ZEND_ASYNC_ENQUEUE_COROUTINE(ended)));
	test_print_exception("enqueued");
	ZEND_ASYNC_EVENT_RELEASE(&ended->event);

	ZEND_ASYNC_ENQUEUE_COROUTINE(current);
	/* Returns to PHP while it is queued. */
}
