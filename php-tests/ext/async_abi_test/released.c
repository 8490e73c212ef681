/* Events that are released while they tell their subscribers (ABI-82), and what asks for little: masks of nothing, an eventfd. */
#include "io.h"

#include <arpa/inet.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
	zend_async_event_callback_t base;
	unsigned int told;
	unsigned int triggered;
	bool disposes, releases, takes;
} releaser_t;

static void told(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	releaser_t *releaser = (releaser_t *) base;

	if (exception != NULL) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
		return;
	}
	releaser->told++;
	if (releaser->takes) {
		close(*(zend_socket_t *) result);
	}
	if (releaser->told > 1) {
		return;
	}
	if (releaser->disposes) {
		event->dispose(event);
	} else if (releaser->releases) {
		ZEND_ASYNC_EVENT_RELEASE(event);
	}
}

static void told_of_poll(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	releaser_t *releaser = (releaser_t *) base;

	releaser->told++;
	releaser->triggered |= ((zend_async_poll_event_t *) event)->triggered_events;
}

/* The callback outlives the event. */
static releaser_t *subscribe(zend_async_event_t *event, zend_async_event_callback_fn function)
{
	releaser_t *releaser = (releaser_t *) zend_async_event_callback_new(function, sizeof(releaser_t));

	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&releaser->base);
	event->add_callback(event, &releaser->base);

	return releaser;
}

/* async_test_listen_released(bool $dispose): int - five connections wait, and the first notification gives the event back. */
ZEND_FUNCTION(async_test_listen_released)
{
	bool dispose;
	int port = 0, clients[5];
	char host[64];
	struct sockaddr_in address = {.sin_family = AF_INET};

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(dispose)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_listen_event_t *listen = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, 16);
	if (listen == NULL || listen->get_local_address(listen, host, sizeof(host), &port) != 0) {
		return;
	}
	releaser_t *releaser = subscribe(&listen->base, told);
	releaser->takes = true;
	releaser->disposes = dispose;
	releaser->releases = !dispose;
	address.sin_port = htons(port);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	for (int i = 0; i < 5; i++) {
		clients[i] = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(clients[i], (struct sockaddr *) &address, sizeof(address)) != 0) {
			zend_throw_error(NULL, "no connection");
		}
	}
	listen->base.start(&listen->base);
	TEST_YIELD_UNTIL(releaser->told > 0);
	test_sleep(2);
	RETVAL_LONG(releaser->told);
	for (int i = 0; i < 5; i++) {
		close(clients[i]);
	}
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&releaser->base);
}

/* async_test_io_released(int $io): array - of a multishot read whose handle is given back with the first chunk: chunks, and
 * whether the request has ended with the handle. */
ZEND_FUNCTION(async_test_io_released)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_t *io = TEST_IO(number);
	ZEND_ASYNC_IO_SET_MULTISHOT(io);
	releaser_t *releaser = subscribe(&io->event, told);
	releaser->releases = true;
	zend_async_io_req_t *request = ZEND_ASYNC_IO_READ(io, NULL, 10);
	if (request == NULL) {
		return;
	}
	TEST_YIELD_UNTIL(releaser->told > 0);
	test_sleep(2);
	array_init(return_value);
	add_next_index_long(return_value, releaser->told);
	add_next_index_bool(return_value, request->completed && request->io_closed);
	request->dispose(request);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&releaser->base);
}

/* async_test_poll_of_nothing(): string - a started poll event with an empty mask, whose peer goes away. */
ZEND_FUNCTION(async_test_poll_of_nothing)
{
	int pair[2];

	ZEND_PARSE_PARAMETERS_NONE();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], 0);
	releaser_t *releaser = subscribe(&poll->base, told_of_poll);
	poll->base.start(&poll->base);
	test_sleep(2);
	unsigned int before = releaser->told;
	close(pair[1]);
	test_sleep(20);
	RETVAL_STR(zend_strpprintf(0, "before: %u, told: %s, %s", before,
			releaser->told >= 1 && releaser->told < 50 ? "yes" : "no",
			releaser->triggered == ASYNC_DISCONNECT ? "disconnected" : "wrong"));
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	close(pair[0]);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&releaser->base);
}

/* async_test_proxies(int $count): float - seconds of processor time to start and give back so many proxies of one poll event. */
ZEND_FUNCTION(async_test_proxies)
{
	zend_long count;
	int pair[2];
	struct timespec begin, end;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);
	zend_async_poll_proxy_t **proxies = safe_emalloc(count, sizeof(void *), 0);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	for (zend_long i = 0; i < count; i++) {
		proxies[i] = ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, 1 + i % 3);
		proxies[i]->base.start(&proxies[i]->base);
	}
	for (zend_long i = 0; i < count; i++) {
		ZEND_ASYNC_EVENT_RELEASE(&proxies[i]->base);
	}
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
	efree(proxies);
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	close(pair[0]);
	close(pair[1]);
	RETVAL_DOUBLE((end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9);
}

/* async_test_eventfd(): int - a descriptor that blocks. */
ZEND_FUNCTION(async_test_eventfd)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_LONG(eventfd(0, EFD_CLOEXEC));
}
