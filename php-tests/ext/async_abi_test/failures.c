/* What goes wrong around the event loop: descriptors that go while they are waited for, a fatal error inside a turn. */
#include "async_abi_test.h"

#include <errno.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

/* {{{ A poll event that closes its descriptor while a coroutine waits in recv() */

static void reader_entry(void)
{
	int descriptor = (int) (intptr_t) ZEND_ASYNC_CURRENT_COROUTINE->extended_data;
	char byte;
	ssize_t count = recv(descriptor, &byte, 1, 0);

	php_printf("reader: %d%s\n", (int) count, count < 0 && errno == EBADF ? ", bad descriptor" : "");
}

static zend_coroutine_t *read_from(int descriptor)
{
	return test_spawn(reader_entry, (void *) (intptr_t) descriptor, NULL);
}

/* async_test_close_fd(): void */
ZEND_FUNCTION(async_test_close_fd)
{
	int pair[2], next[2];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) != NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}

	zend_coroutine_t *reader = read_from(pair[0]);
	test_sleep(10);

	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);
	if (poll == NULL) {
		return;
	}
	ZEND_ASYNC_EVENT_SET_CLOSE_FD(&poll->base);
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	test_await_coroutine(reader);
	close(pair[1]);

	/* The lowest free numbers again. */
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, next) != 0) {
		return;
	}
	php_printf("the number is used again: %s\n", TEST_BOOL(next[0] == pair[0]));
	reader = read_from(next[0]);
	test_sleep(10);
	php_printf("written: %d\n", (int) write(next[1], "x", 1));
	test_await_coroutine(reader);
	close(next[0]);
	close(next[1]);
}

/* }}} */

/* {{{ A poll proxy that cannot be started */

/* async_test_proxy_of_closed_fd(): void */
ZEND_FUNCTION(async_test_proxy_of_closed_fd)
{
	int pair[2];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) != NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}

	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);
	zend_async_poll_proxy_t *first = ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE);
	zend_async_poll_proxy_t *second = ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_WRITABLE);

	php_printf("first: %s\n", TEST_BOOL(first->base.start(&first->base)));
	close(pair[0]);
	php_printf("second: %s\n", TEST_BOOL(second->base.start(&second->base)));
	test_print_exception("thrown");
	php_printf("starts of the event: %u, of the proxy: %u\n", poll->base.loop_ref_count, second->base.loop_ref_count);
	first->base.stop(&first->base);
	php_printf("event count restored: %s\n", TEST_BOOL(ZEND_ASYNC_ACTIVE_EVENT_COUNT == events_before));

	ZEND_ASYNC_EVENT_RELEASE(&first->base);
	ZEND_ASYNC_EVENT_RELEASE(&second->base);
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	close(pair[1]);
}

/* }}} */

/* {{{ Descriptors far above all open ones */

static unsigned long mapped_pages(void)
{
	unsigned long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	if (file == NULL || fscanf(file, "%lu", &pages) != 1) {
		pages = 0;
	}
	if (file != NULL) {
		fclose(file);
	}

	return pages;
}

/* async_test_fd_out_of_range(): void */
ZEND_FUNCTION(async_test_fd_out_of_range)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) != NULL) {
		return;
	}

	unsigned long before = mapped_pages();
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(INT_MAX, ASYNC_READABLE);

	php_printf("an event: %s\n", TEST_BOOL(poll != NULL));
	test_print_exception("thrown");
	php_printf("no room was made for it: %s\n", TEST_BOOL(mapped_pages() - before < 1000));
}

/* }}} */

/* {{{ select() with a count far above all open descriptors, as programs ask that take the limit for it */

static void select_entry(void)
{
	struct {
		fd_set set;
		unsigned char behind[1 << 17];
	} *memory = emalloc(sizeof *memory);
	struct timeval timeout = { 0, 5000 };
	size_t changed = 0;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}
	memset(memory->behind, 0xa5, sizeof memory->behind);
	FD_ZERO(&memory->set);
	FD_SET(pair[0], &memory->set);
	int count = select((int) sizeof *memory * 8, &memory->set, NULL, NULL, &timeout);
	for (size_t i = 0; i < sizeof memory->behind; i++) {
		changed += memory->behind[i] != 0xa5;
	}
	php_printf("select: %d, changed behind the set: %zu\n", count, changed);
	close(pair[0]);
	close(pair[1]);
	efree(memory);
}

/* async_test_select_beyond_the_set(): void */
ZEND_FUNCTION(async_test_select_beyond_the_set)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) == NULL) {
		test_await_coroutine(test_spawn(select_entry, NULL, NULL));
	}
}

/* }}} */

/* {{{ A fatal error inside a turn of the event loop */

static void fatal_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_error(E_ERROR, "an event's subscriber fails");
}

/* async_test_fatal_event(int $ms): void - a timer whose subscriber ends the request. */
ZEND_FUNCTION(async_test_fatal_event)
{
	zend_long timeout_ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) timeout_ms, false);

	timer->base.add_callback(&timer->base, ZEND_ASYNC_EVENT_CALLBACK(fatal_callback));
	timer->base.start(&timer->base);
}

/* }}} */
