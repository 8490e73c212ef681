/* Operations of handles that are left behind when a script ends (ABI-146, ABI-158, ABI-212). */
#include "io.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What was left, in memory of its own: it is looked at when the request is over. */
static struct {
	zend_async_io_t *io[16];
	/* Of a sendfile. Whether it is closed as well depends on whether a worker has it. */
	zend_async_io_t *source[16];
	zend_async_io_req_t *request[16];
	zend_async_udp_req_t *datagram[16];
	int fd[16];
	unsigned int count;
	unsigned int freed;
	unsigned int told;
	zend_stat_t stat;
} left;

/* What is left behind is not told, neither to its own handle nor to that of the file that it sends. */
static void on_told(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	left.told++;
}

static void report(void)
{
	unsigned int completed = 0, closed_under_it = 0, moved = 0, handles_closed = 0, descriptors_open = 0;

	for (unsigned int i = 0; i < left.count; i++) {
		zend_async_io_req_t *request = left.request[i];
		zend_async_udp_req_t *datagram = left.datagram[i];
		if (request != NULL) {
			completed += request->completed;
			closed_under_it += request->io_closed;
			moved += request->transferred >= 0;
			request->dispose(request);
		}
		if (datagram != NULL) {
			completed += datagram->completed;
			closed_under_it += datagram->io_closed;
			moved += datagram->transferred >= 0;
			datagram->dispose(datagram);
		}
		handles_closed += ZEND_ASYNC_EVENT_IS_CLOSED(&left.io[i]->event);
		descriptors_open += fcntl(left.fd[i], F_GETFD) >= 0;
		ZEND_ASYNC_EVENT_RELEASE(&left.io[i]->event);
		if (left.source[i] != NULL) {
			ZEND_ASYNC_EVENT_RELEASE(&left.source[i]->event);
		}
	}
	printf("left %u: completed %u, closed under it %u, answered %u, handles closed %u, descriptors open %u, freed %u, "
		   "told %u\n",
			left.count, completed, closed_under_it, moved, handles_closed, descriptors_open, left.freed, left.told);
	fflush(stdout);
	left.count = 0;
	left.freed = 0;
	left.told = 0;
}

static void free_text(void *data, zend_async_io_t *io)
{
	left.freed++;
	free(data);
}

/* async_test_io_leave(int $io, string $what, ?int $source = null): void - leaves the handle with an operation: "read", "receive",
 * "write" (fire and forget, more than fits), "send" (more than fits), "flush", "stat", "sendfile" (of the source), "nothing".
 * Reports when the request is over. */
ZEND_FUNCTION(async_test_io_leave)
{
	static const char text[4000000];
	zend_long io, source = 0;
	zend_string *what;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(what)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(source)
	ZEND_PARSE_PARAMETERS_END();

	bool is_known = false;
	for (unsigned int i = 0; i < left.count; i++) {
		is_known |= left.io[i] == TEST_IO(io);
	}
	if (is_known) {
		ZEND_ASYNC_EVENT_ADD_REF(&TEST_IO(io)->event);
	} else {
		TEST_IO(io)->event.add_callback(&TEST_IO(io)->event, ZEND_ASYNC_EVENT_CALLBACK(on_told));
	}
	unsigned int number = left.count++;
	left.io[number] = TEST_IO(io);
	left.fd[number] = TEST_IO(io)->descriptor.fd;
	left.source[number] = NULL;
	left.request[number] = NULL;
	left.datagram[number] = NULL;
	if (zend_string_equals_literal(what, "read")) {
		left.request[number] = ZEND_ASYNC_IO_READ(TEST_IO(io), NULL, 100);
	} else if (zend_string_equals_literal(what, "receive")) {
		left.datagram[number] = ZEND_ASYNC_UDP_RECVFROM(TEST_IO(io), 100);
	} else if (zend_string_equals_literal(what, "write")) {
		size_t size = 4000000;
		ZEND_ASYNC_IO_WRITE_EX(TEST_IO(io), calloc(1, size), size, free_text);
	} else if (zend_string_equals_literal(what, "send")) {
		left.request[number] = ZEND_ASYNC_IO_WRITE(TEST_IO(io), text, sizeof(text));
	} else if (zend_string_equals_literal(what, "flush")) {
		left.request[number] = ZEND_ASYNC_IO_FLUSH(TEST_IO(io));
	} else if (zend_string_equals_literal(what, "stat")) {
		left.request[number] = ZEND_ASYNC_IO_STAT(TEST_IO(io), &left.stat);
	} else if (zend_string_equals_literal(what, "sendfile")) {
		left.source[number] = TEST_IO(source);
		TEST_IO(source)->event.add_callback(&TEST_IO(source)->event, ZEND_ASYNC_EVENT_CALLBACK(on_told));
		left.request[number] = ZEND_ASYNC_IO_SENDFILE(TEST_IO(io), TEST_IO(source), 0, sizeof(text));
	}
	test_at_end = report;
}

/* async_test_fork_writer(int $fd, string $text, int $ms): void - another process writes after so many milliseconds, and ends. */
ZEND_FUNCTION(async_test_fork_writer)
{
	zend_long fd, ms;
	zend_string *text;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(fd)
		Z_PARAM_STR(text)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	if (fork() == 0) {
		usleep((useconds_t) ms * 1000);
		ssize_t written = write((int) fd, ZSTR_VAL(text), ZSTR_LEN(text));
		_exit(written < 0);
	}
}

/* async_test_reactor_stop(): void, async_test_reactor_start(): bool - the slots, in the middle of a script. */
ZEND_FUNCTION(async_test_reactor_stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_REACTOR_SHUTDOWN();
}

ZEND_FUNCTION(async_test_reactor_start)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(ZEND_ASYNC_REACTOR_STARTUP());
}
