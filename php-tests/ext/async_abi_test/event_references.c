/* Events that are being disposed, and callbacks that their creator keeps (ABI-82, ABI-90, ABI-93, ABI-99). */
#include "async_abi_test.h"

#define CURRENT ZEND_ASYNC_CURRENT_COROUTINE

/* {{{ Events that are disposed, and callbacks that are kept */

static unsigned int disposals;
static bool notify_in_dispose;
static bool refuse;

static bool add(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	if (refuse) {
		zend_throw_error(NULL, "refused");
		return false;
	}
	return zend_async_callbacks_push(event, callback);
}

static bool nothing(zend_async_event_t *event)
{
	return true;
}

static bool dispose(zend_async_event_t *event)
{
	if (event->ref_count > 1) {
		event->ref_count--;
		return true;
	}
	/* More often only if something is wrong: the end of the test, not of the stack. */
	if (++disposals > 3) {
		abort();
	}
	if (notify_in_dispose) {
		ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(event, NULL, NULL);
	}
	zend_async_callbacks_free(event);
	efree(event);
	return true;
}

static zend_async_event_t *make_event(void)
{
	zend_async_event_t *event = ecalloc(1, sizeof(*event));

	event->ref_count = 1;
	event->add_callback = add;
	event->del_callback = zend_async_callbacks_remove;
	event->start = event->stop = nothing;
	event->dispose = dispose;
	return event;
}

static void tell(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("told\n");
}

/* async_test_disposed_once(): void */
ZEND_FUNCTION(async_test_disposed_once)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_event_t *event = make_event();
	disposals = 0;
	event->add_callback(event, &zend_async_coroutine_callback_new(CURRENT, zend_async_waker_callback_resolve, 0)->base);
	ZEND_ASYNC_EVENT_RELEASE(event);
	php_printf("with a callback of a coroutine: disposed %u times\n", disposals);

	event = &ZEND_ASYNC_NEW_TIMER_EVENT(1000, false)->base;
	zend_coroutine_event_callback_t *callback = zend_async_coroutine_callback_new(CURRENT, zend_async_waker_callback_resolve, 0);
	callback->event = event;
	event->add_callback(event, &callback->base);
	ZEND_ASYNC_EVENT_RELEASE(event);
	php_printf("a timer is gone\n");

	for (int direct = 0; direct < 2; direct++) {
		event = make_event();
		disposals = 0;
		notify_in_dispose = true;
		event->add_callback(event, ZEND_ASYNC_EVENT_CALLBACK(tell));
		if (direct) {
			event->dispose(event);
		} else {
			ZEND_ASYNC_EVENT_RELEASE(event);
		}
		php_printf("with a dispose that notifies: disposed %u times\n", disposals);
		notify_in_dispose = false;
	}
}

static zend_coroutine_event_callback_t *kept;
static zend_async_event_t *awaited;

static void wait_with_kept(void)
{
	kept->coroutine = CURRENT;
	ZEND_ASYNC_WAKER_NEW(CURRENT);
	if (zend_async_resume_when(CURRENT, awaited, false, NULL, kept)) {
		ZEND_ASYNC_SUSPEND();
	}
	zend_async_waker_clean(CURRENT);
}

static zend_coroutine_t *start_waiting(void)
{
	awaited = make_event();
	kept = zend_async_coroutine_callback_new(CURRENT, zend_async_waker_callback_resolve, 0);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&kept->base);
	zend_coroutine_t *coroutine = test_spawn(wait_with_kept, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	test_yield();
	return coroutine;
}

/* async_test_kept_callback(string $how): void. Its creator has a reference, which is the last one in the end. */
ZEND_FUNCTION(async_test_kept_callback)
{
	char *how;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(how, length)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	disposals = 0;

	zend_coroutine_t *coroutine = start_waiting();
	bool removed = strncmp(how, "removed", 7) == 0;
	php_printf("counter while it is subscribed %u, subscribers %u\n", kept->base.ref_count, awaited->callbacks.length);
	if (removed) {
		php_printf("removed %s\n", TEST_BOOL(awaited->del_callback(awaited, &kept->base)));
		php_printf("counter %u, event forgotten %s\n", kept->base.ref_count, TEST_BOOL(kept->event == NULL));
		if (strcmp(how, "removed and released") == 0) {
			ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&kept->base);
			kept = NULL;
		}
		ZEND_ASYNC_RESUME(coroutine);
	} else {
		ZEND_ASYNC_CALLBACKS_NOTIFY(awaited, NULL, NULL);
	}
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(coroutine));
	php_printf("counter after the wait %u, subscribers %u, references of the event %u\n", kept != NULL ? kept->base.ref_count : 0,
			awaited->callbacks.length, awaited->ref_count);
	if (strcmp(how, "event first") == 0) {
		ZEND_ASYNC_EVENT_RELEASE(awaited);
	}
	if (strcmp(how, "again") == 0) {
		/* Another wait, for another event. */
		ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
		ZEND_ASYNC_EVENT_RELEASE(awaited);
		awaited = make_event();
		coroutine = test_spawn(wait_with_kept, NULL, NULL);
		ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
		test_yield();
		php_printf("subscribed again, to the other event %s\n", TEST_BOOL(kept->event == awaited));
		ZEND_ASYNC_CALLBACKS_NOTIFY(awaited, NULL, NULL);
		TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(coroutine));
	}
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	if (kept != NULL) {
		ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&kept->base);
	}
	if (strcmp(how, "event first") != 0) {
		ZEND_ASYNC_EVENT_RELEASE(awaited);
	}
	php_printf("events disposed %u\n", disposals);
}

/* async_test_kept_callback_refused(): void */
ZEND_FUNCTION(async_test_kept_callback_refused)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	disposals = 0;

	kept = zend_async_coroutine_callback_new(CURRENT, zend_async_waker_callback_resolve, 0);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&kept->base);
	refuse = true;
	ZEND_ASYNC_WAKER_NEW(CURRENT);
	bool subscribed = zend_async_resume_when(CURRENT, make_event(), true, NULL, kept);
	refuse = false;
	test_print_exception("resume_when");
	php_printf("subscribed %s, counter %u, event %s, disposed %u\n", TEST_BOOL(subscribed), kept->base.ref_count,
			kept->event == NULL ? "NULL" : "set", disposals);
	zend_async_waker_clean(CURRENT);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&kept->base);
}

/* }}} */
