/* Recipes a1-a3: sleeping, waiting for a descriptor, timers (ABI-186..188, ABI-148, ABI-149). */
#include "async_abi_test.h"

#include <unistd.h>

/* async_test_sleep(int $ms): bool */
ZEND_FUNCTION(async_test_sleep)
{
	zend_long timeout_ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	RETURN_BOOL(test_sleep((zend_ulong) timeout_ms));
}

static void sleeper_entry(void)
{
	zend_ulong timeout_ms = (zend_ulong) (uintptr_t) ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	test_sleep(timeout_ms);
	php_printf("slept " ZEND_ULONG_FMT "\n", timeout_ms);
}

/* async_test_sleep_order(int ...$ms): void - one coroutine per argument, returns when ten times the sum of them has passed. */
ZEND_FUNCTION(async_test_sleep_order)
{
	zval *timeouts;
	uint32_t count;
	zend_ulong total = 0;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', timeouts, count)
	ZEND_PARSE_PARAMETERS_END();

	for (uint32_t i = 0; i < count; i++) {
		total += (zend_ulong) Z_LVAL(timeouts[i]);
		if (test_spawn(sleeper_entry, (void *) (uintptr_t) Z_LVAL(timeouts[i]), NULL) == NULL) {
			return;
		}
	}

	/* A coroutine begins to sleep when it begins to run, which takes its time under valgrind. */
	test_sleep(10 * total);
	php_printf("all slept\n");
}

/* {{{ Descriptors */

typedef struct {
	int descriptor;
	zend_ulong delay_ms;
} writer_t;

static void writer_entry(void)
{
	writer_t *writer = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	test_sleep(writer->delay_ms);

	if (write(writer->descriptor, "x", 1) != 1) {
		php_printf("write failed\n");
	}
}

static void free_extended_data(zend_coroutine_t *coroutine)
{
	efree(coroutine->extended_data);
	coroutine->extended_data = NULL;
}

/* Makes the peer of a socket pair write after a delay; 0 writes at once, negative never. */
static bool write_later(int descriptor, zend_long delay_ms)
{
	if (delay_ms < 0) {
		return true;
	}

	if (delay_ms == 0) {
		return write(descriptor, "x", 1) == 1;
	}

	writer_t *writer = emalloc(sizeof(writer_t));
	writer->descriptor = descriptor;
	writer->delay_ms = (zend_ulong) delay_ms;

	return test_spawn(writer_entry, writer, free_extended_data) != NULL;
}

/* async_test_fd_wait(int $timeout_ms, int $write_after_ms, bool $as_descriptor): string */
ZEND_FUNCTION(async_test_fd_wait)
{
	zend_long timeout_ms, write_after_ms;
	bool as_descriptor = false;
	int pair[2];

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(timeout_ms)
		Z_PARAM_LONG(write_after_ms)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(as_descriptor)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL || ZEND_ASYNC_IS_SCHEDULER_CONTEXT) {
		return;
	}

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || !write_later(pair[1], write_after_ms)) {
		zend_throw_error(NULL, "no socket pair");
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_poll_event_t *poll = as_descriptor
			? ZEND_ASYNC_NEW_POLL_EVENT(pair[0], 0, ASYNC_READABLE)
			: ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);

	if (poll == NULL) {
		goto close;
	}

	if (zend_async_waker_new_with_timeout(coroutine, (zend_ulong) timeout_ms, NULL) == NULL) {
		goto release;
	}

	if (!zend_async_resume_when(coroutine, &poll->base, false, zend_async_waker_callback_resolve, NULL)) {
		zend_async_waker_clean(coroutine);
		goto release;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	async_poll_event triggered = poll->triggered_events;
	zend_async_waker_clean(coroutine);

	if (!resumed) {
		RETVAL_STRING("interrupted");
	} else if (triggered == 0) {
		RETVAL_STRING("timeout");
	} else {
		RETVAL_STR(zend_strpprintf(0, "events %d, socket %s", (int) triggered, TEST_BOOL(poll->is_socket)));
	}

release:
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
close:
	close(pair[0]);
	close(pair[1]);
}

/* async_test_fd_wait_throwing(int $timeout_ms, int $write_after_ms): string - throws on timeout. */
ZEND_FUNCTION(async_test_fd_wait_throwing)
{
	zend_long timeout_ms, write_after_ms;
	int pair[2];

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(timeout_ms)
		Z_PARAM_LONG(write_after_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || !write_later(pair[1], write_after_ms)) {
		zend_throw_error(NULL, "no socket pair");
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_timer_event_t *timer;
	zend_async_poll_event_t *poll;

	/* All references pass to the waker, which drops them in clean. */
	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& (timer = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) timeout_ms, false)) != NULL
			&& zend_async_resume_when(coroutine, &timer->base, true, zend_async_waker_callback_timeout, NULL)
			&& (poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE)) != NULL
			&& zend_async_resume_when(coroutine, &poll->base, true, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_SUSPEND()) {
		RETVAL_STRING("readable");
	}

	zend_async_waker_clean(coroutine);
	close(pair[0]);
	close(pair[1]);
}

typedef struct {
	zend_async_poll_proxy_t *proxy;
	const char *name;
	int write_to; /* descriptor to write one byte to after waking, or -1 */
} proxy_wait_t;

static void proxy_wait_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	proxy_wait_t *wait = coroutine->extended_data;

	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &wait->proxy->base, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("%s: %s, events %d\n", wait->name, TEST_BOOL(resumed), (int) wait->proxy->triggered_events);
	zend_async_waker_clean(coroutine);

	if (wait->write_to >= 0 && write(wait->write_to, "x", 1) != 1) {
		php_printf("write failed\n");
	}
}

/* async_test_fd_proxies(): void - two coroutines, two directions, one descriptor. */
ZEND_FUNCTION(async_test_fd_proxies)
{
	int pair[2];
	unsigned int events_before;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) != NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}

	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);

	if (poll == NULL) {
		return;
	}

	proxy_wait_t reader = { ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE), "reader", -1 };
	proxy_wait_t writer = { ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_WRITABLE), "writer", pair[1] };

	/* The proxies hold their own references. */
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);

	if (reader.proxy == NULL || writer.proxy == NULL) {
		return;
	}

	zend_coroutine_t *reader_coroutine = test_spawn(proxy_wait_entry, &reader, NULL);
	if (reader_coroutine == NULL || test_spawn(proxy_wait_entry, &writer, NULL) == NULL) {
		return;
	}

	/* The reader can only wake after the writer did. */
	test_await_coroutine(reader_coroutine);

	ZEND_ASYNC_EVENT_RELEASE(&reader.proxy->base);
	ZEND_ASYNC_EVENT_RELEASE(&writer.proxy->base);
	close(pair[0]);
	close(pair[1]);
	php_printf("event count restored: %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));
}

/* }}} */

/* {{{ Timers */

typedef struct {
	zend_async_event_callback_t base;
	unsigned int *calls;
	bool *seen_closed;
} counting_callback_t;

static void counting_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	counting_callback_t *counting = (counting_callback_t *) callback;

	(*counting->calls)++;
	*counting->seen_closed = ZEND_ASYNC_EVENT_IS_CLOSED(event);
}

static void count_calls(zend_async_event_t *event, unsigned int *calls, bool *seen_closed)
{
	counting_callback_t *callback =
			(counting_callback_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(counting_callback, sizeof(counting_callback_t));

	callback->calls = calls;
	callback->seen_closed = seen_closed;
	event->add_callback(event, &callback->base);
}

/* async_test_timer_multishot(): void */
ZEND_FUNCTION(async_test_timer_multishot)
{
	unsigned int calls = 0, events_before;
	bool seen_closed = false;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;

	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT_NS(0, 1, false);
	php_printf("1 ns is rounded up to %u ms\n", timer->timeout);
	count_calls(&timer->base, &calls, &seen_closed);
	timer->base.start(&timer->base);
	php_printf("counted while started: %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before + 1));
	for (int i = 0; i < 1000 && calls < 1 && test_sleep(1); i++) {
	}
	php_printf("one-shot: calls %u, closed when notified %s, rearm %s\n",
			calls, TEST_BOOL(seen_closed), TEST_BOOL(ZEND_ASYNC_TIMER_REARM(timer, 1, 0)));
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);

	calls = 0;
	timer = ZEND_ASYNC_NEW_TIMER_EVENT(1, false);
	ZEND_ASYNC_TIMER_SET_MULTISHOT(timer);
	count_calls(&timer->base, &calls, &seen_closed);
	timer->base.start(&timer->base);
	for (int i = 0; i < 1000 && calls < 1 && test_sleep(1); i++) {
	}
	php_printf("multishot: calls %u, closed when notified %s, ", calls, TEST_BOOL(seen_closed));
	php_printf("rearm %s\n", TEST_BOOL(ZEND_ASYNC_TIMER_REARM(timer, 1, 0)));
	for (int i = 0; i < 1000 && calls < 2 && test_sleep(1); i++) {
	}
	php_printf("after rearm: calls %u\n", calls);
	timer->base.stop(&timer->base);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);

	calls = 0;
	timer = ZEND_ASYNC_NEW_TIMER_EVENT(1, true);
	count_calls(&timer->base, &calls, &seen_closed);
	timer->base.start(&timer->base);
	for (int i = 0; i < 1000 && calls < 3 && test_sleep(1); i++) {
	}
	php_printf("periodic: repeats %s\n", TEST_BOOL(calls >= 3));
	timer->base.stop(&timer->base);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);

	php_printf("event count restored: %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));
}

/* }}} */
