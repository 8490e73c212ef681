/* Listening sockets (ABI-61, ABI-155, ABI-171). */
#include "async_abi_test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/un.h>
#include <unistd.h>

#define MOST 256

typedef struct {
	zend_async_event_callback_t base;
	int accepted[MOST];
	unsigned int count, errors;
	zend_async_event_t *stops, *disposes;
} taker_t;

static void take(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	taker_t *taker = (taker_t *) base;

	if (exception != NULL) {
		if (taker->errors++ == 0) {
			zval buffer, *message = zend_read_property_ex(exception->ce, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &buffer);
			php_printf("  %s: %s\n", ZSTR_VAL(exception->ce->name), Z_STRVAL_P(message));
		}
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
		return;
	}
	taker->accepted[taker->count++] = *(zend_socket_t *) result;
	if (taker->stops != NULL) {
		taker->stops->stop(taker->stops);
	}
	if (taker->disposes != NULL) {
		zend_async_event_t *disposed = taker->disposes;
		taker->disposes = NULL;
		ZEND_ASYNC_EVENT_RELEASE(disposed);
	}
}

/* The callback outlives the event. */
static taker_t *take_from(zend_async_listen_event_t *event)
{
	taker_t *taker = (taker_t *) zend_async_event_callback_new(take, sizeof(taker_t));

	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&taker->base);
	event->base.add_callback(&event->base, &taker->base);

	return taker;
}

static void close_taken(taker_t *taker)
{
	while (taker->count > 0) {
		close(taker->accepted[--taker->count]);
	}
}

static void end_taker(taker_t *taker)
{
	close_taken(taker);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&taker->base);
}

static int local_port(zend_async_listen_event_t *event)
{
	int port = -1;

	event->get_local_address(event, NULL, 0, &port);

	return port;
}

/* A client, connected as far as the system is concerned; -1 with errno. */
static int connect_to(int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (connect(client, (struct sockaddr *) &address, sizeof(address)) != 0) {
		int error = errno;
		close(client);
		errno = error;
		return -1;
	}

	return client;
}

/* Turns of the loop until so many connections were taken; gives up after many. */
static void until(taker_t *taker, unsigned int count)
{
	for (int i = 0; i < 5000 && taker->count < count; i++) {
		test_sleep(1);
	}
}

static void turns(void)
{
	for (int i = 0; i < 20; i++) {
		test_sleep(1);
	}
}

/* async_test_listen(): void */
ZEND_FUNCTION(async_test_listen)
{
	int clients[8];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN_EX("127.0.0.1", 0, 16, 0, 24);
	char host[64], *extra = (char *) event + event->base.extra_offset;
	int port = -1;
	zend_string *info = event->base.info(&event->base);

	php_printf("%s, extra %s, backlog %d, host %s\n", ZSTR_VAL(info), extra[0] == 0 && extra[23] == 0 ? "zeroed" : "not zeroed",
			event->backlog, event->host);
	zend_string_release(info);
	php_printf("address %d: ", event->get_local_address(event, host, sizeof(host), &port));
	php_printf("%s, port %s\n", host, port > 0 ? "given" : "none");
	php_printf("too little room: %s\n", event->get_local_address(event, host, 9, &port) == -ENOSPC ? "ENOSPC" : "?");

	taker_t *taker = take_from(event);
	event->base.start(&event->base);
	php_printf("started: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	for (int i = 0; i < 4; i++) {
		clients[i] = connect_to(port);
	}
	until(taker, 4);
	turns();
	int status = fcntl(taker->accepted[0], F_GETFL), flags = fcntl(taker->accepted[0], F_GETFD);
	php_printf("taken %u, blocking %s, for exec %s\n", taker->count, TEST_BOOL(!(status & O_NONBLOCK)), TEST_BOOL(!(flags & FD_CLOEXEC)));
	for (unsigned int i = 0; i < taker->count; i++) {
		char text = 'a' + i, got = 0;
		/* Each descriptor is the peer of one client. */
		if (write(taker->accepted[i], &text, 1) != 1) {
			php_printf("not written\n");
		}
		for (int j = 0; j < 4; j++) {
			if (recv(clients[j], &got, 1, MSG_DONTWAIT) == 1) {
				php_printf("%c", got);
			}
		}
	}
	php_printf("\n");
	close_taken(taker);

	event->base.stop(&event->base);
	clients[4] = connect_to(port);
	clients[5] = connect_to(port);
	turns();
	php_printf("stopped: taken %u, counted %u\n", taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	taker->stops = &event->base;
	event->base.start(&event->base);
	until(taker, 1);
	turns();
	php_printf("started again, and stopped by the first: taken %u\n", taker->count);
	event->base.start(&event->base);
	until(taker, 2);
	php_printf("and again: taken %u\n", taker->count);
	taker->stops = NULL;

	event->base.del_callback(&event->base, &taker->base);
	event->base.start(&event->base);
	clients[6] = connect_to(port);
	turns();
	php_printf("nobody is there: taken %u, counted %u\n", taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	event->base.add_callback(&event->base, &taker->base);
	until(taker, 3);
	php_printf("now: taken %u, counted %u\n", taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);

	taker->disposes = &event->base;
	clients[7] = connect_to(port);
	until(taker, 4);
	php_printf("disposed while it is told: taken %u, counted %u\n", taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	php_printf("then: %s\n", connect_to(port) < 0 && errno == ECONNREFUSED ? "refused" : "connected");
	for (int i = 0; i < 8; i++) {
		close(clients[i]);
	}
	end_taker(taker);
}

static int bound_socket(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int server = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(server, (struct sockaddr *) &address, sizeof(address)) != 0) {
		php_printf("not bound\n");
	}

	return server;
}

/* async_test_listen_fd(): void - a descriptor that was bound by others. */
ZEND_FUNCTION(async_test_listen_fd)
{
	int pair[2];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	int server = bound_socket();
	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN_FD(server, 4, 0, 0);
	taker_t *taker = take_from(event);
	zend_string *info = event->base.info(&event->base);
	bool as_bound = strncmp(ZSTR_VAL(info), "Listen(host=127.0.0.1, port=", 28) == 0;
	php_printf("%s, the same descriptor %s, the port %s\n", as_bound ? "as bound" : ZSTR_VAL(info),
			TEST_BOOL(event->socket_fd == server), TEST_BOOL(event->port == local_port(event)));
	zend_string_release(info);
	event->base.start(&event->base);
	int client = connect_to(event->port);
	until(taker, 1);
	php_printf("taken %u\n", taker->count);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("closed %s\n", TEST_BOOL(fcntl(server, F_GETFD) < 0));
	close(client);
	end_taker(taker);

	if (pipe(pair) != 0) {
		return;
	}
	php_printf("a pipe: %s\n", ZEND_ASYNC_SOCKET_LISTEN_FD(pair[0], 4, 0, 0) == NULL ? "NULL" : "an event");
	php_printf("closed %s\n", TEST_BOOL(fcntl(pair[0], F_GETFD) < 0));
	zend_clear_exception();
	close(pair[1]);
	php_printf("no descriptor: %s\n", ZEND_ASYNC_SOCKET_LISTEN_FD(-1, 4, 0, 0) == NULL ? "NULL" : "an event");
	test_print_exception("no descriptor");
}

/* async_test_listen_kinds(string $path): void - paths, IPv6, and two sockets with one port. */
ZEND_FUNCTION(async_test_listen_kinds)
{
	char *path, host[200];
	size_t length;
	int port = -1;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(path, length)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN_EX(path, 4711, 16, ZEND_ASYNC_LISTEN_F_UNIX, 0);
	taker_t *taker = take_from(event);
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int client = socket(AF_UNIX, SOCK_STREAM, 0);
	memcpy(address.sun_path, path, length);
	event->base.start(&event->base);
	if (connect(client, (struct sockaddr *) &address, sizeof(address)) != 0) {
		php_printf("not connected\n");
	}
	until(taker, 1);
	event->get_local_address(event, host, sizeof(host), &port);
	php_printf("path: taken %u, %s, port %d\n", taker->count, strcmp(host, path) == 0 ? "the path" : host, port);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("the path stays %s\n", TEST_BOOL(access(path, F_OK) == 0));
	php_printf("again: %s\n", ZEND_ASYNC_SOCKET_LISTEN_EX(path, 0, 16, ZEND_ASYNC_LISTEN_F_UNIX, 0) == NULL ? "NULL" : "an event");
	zend_clear_exception();
	close(client);
	end_taker(taker);

	event = ZEND_ASYNC_SOCKET_LISTEN_EX("::1", 0, 16, ZEND_ASYNC_LISTEN_F_IPV6ONLY, 0);
	if (event == NULL) {
		zend_clear_exception();
		php_printf("no IPv6\n");
	} else {
		int only = 0;
		socklen_t size = sizeof(only);
		event->get_local_address(event, host, sizeof(host), &port);
		getsockopt(event->socket_fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, &size);
		php_printf("IPv6: %s, port %s, only %d\n", host, port > 0 ? "given" : "none", only);
		ZEND_ASYNC_EVENT_RELEASE(&event->base);
	}

	event = ZEND_ASYNC_SOCKET_LISTEN_EX("127.0.0.1", 0, 16, ZEND_ASYNC_LISTEN_F_REUSEPORT | (1u << 31), 0);
	zend_async_listen_event_t *second = ZEND_ASYNC_SOCKET_LISTEN_EX("127.0.0.1", local_port(event), 16, ZEND_ASYNC_LISTEN_F_REUSEPORT, 0);
	php_printf("one port twice: %s\n", second != NULL ? "both" : "one");
	zend_async_listen_event_t *third = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", local_port(event), 16);
	php_printf("without the flag: %s\n", third != NULL ? "too" : "refused");
	zend_clear_exception();
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	ZEND_ASYNC_EVENT_RELEASE(&second->base);
	event = ZEND_ASYNC_SOCKET_LISTEN("localhost", 0, 0);
	php_printf("a name: %s\n", event != NULL ? "resolved" : "not resolved");
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

static void refused(const char *what, zend_async_listen_event_t *event)
{
	if (event != NULL) {
		php_printf("%s: an event\n", what);
		ZEND_ASYNC_EVENT_RELEASE(&event->base);
		return;
	}
	test_print_exception(what);
}

/* async_test_listen_refusals(): void */
ZEND_FUNCTION(async_test_listen_refusals)
{
	char path[300];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = 0;
	refused("port -1", ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", -1, 16));
	refused("port 70000", ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 70000, 16));
	refused("no path", ZEND_ASYNC_SOCKET_LISTEN_EX(NULL, 0, 16, ZEND_ASYNC_LISTEN_F_UNIX, 0));
	refused("empty path", ZEND_ASYNC_SOCKET_LISTEN_EX("", 0, 16, ZEND_ASYNC_LISTEN_F_UNIX, 0));
	zend_async_listen_event_t *long_path = ZEND_ASYNC_SOCKET_LISTEN_EX(path, 0, 16, ZEND_ASYNC_LISTEN_F_UNIX, 0);
	php_printf("long path: %s, %s\n", long_path == NULL ? "NULL" : "an event",
			EG(exception) != NULL ? ZSTR_VAL(EG(exception)->ce->name) : "none");
	zend_clear_exception();
	refused("an address of others", ZEND_ASYNC_SOCKET_LISTEN("192.0.2.1", 0, 16));
	refused("no address", ZEND_ASYNC_SOCKET_LISTEN("300.300.300.300", 0, 16));
	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN(NULL, 0, 16);
	zend_async_listen_event_t *second = ZEND_ASYNC_SOCKET_LISTEN(NULL, local_port(event), 16);
	php_printf("a port in use: %s\n", second == NULL ? "NULL" : "an event");
	zend_clear_exception();
	ZEND_ASYNC_EVENT_SET_CLOSED(&event->base);
	bool started = event->base.start(&event->base);
	php_printf("a closed one is started: %s, starts %u\n", TEST_BOOL(started), event->base.loop_ref_count);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_listen_no_descriptors(): void - the process has no descriptor left for a connection. */
ZEND_FUNCTION(async_test_listen_no_descriptors)
{
	struct rlimit before, lower;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int counted = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, 16);
	taker_t *taker = take_from(event);
	event->base.start(&event->base);
	/* What is opened once, when it is needed first, is there. */
	int port = local_port(event), client = connect_to(port);
	until(taker, 1);
	close(client);
	client = connect_to(port);
	getrlimit(RLIMIT_NOFILE, &before);
	lower = before;
	lower.rlim_cur = 3;
	setrlimit(RLIMIT_NOFILE, &lower);
	unsigned int waits = 0;
	for (; waits < 5000 && taker->errors == 0; waits++) {
		test_sleep(1);
	}
	unsigned int turns_made = 0;
	for (; turns_made < 200; turns_made++) {
		test_yield();
		test_sleep(1);
	}
	php_printf("told of it %s, in every turn %s, taken %u, counted %u\n", TEST_BOOL(taker->errors > 0),
			TEST_BOOL(taker->errors > turns_made / 4), taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - counted);
	if (setrlimit(RLIMIT_NOFILE, &before) != 0) {
		php_printf("the limit stays: %d\n", errno);
	}
	until(taker, 2);
	php_printf("later: taken %u, counted %u\n", taker->count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - counted);
	close(client);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("disposed: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - counted);

	/* Disposed while it rests. */
	event = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, 16);
	event->base.start(&event->base);
	client = connect_to(local_port(event));
	turns();
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("disposed while it rests: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - counted);
	close(client);
	end_taker(taker);
}

/* async_test_listen_batch(): void - many connections do not keep a turn from its end. */
ZEND_FUNCTION(async_test_listen_batch)
{
	enum { CLIENTS = 200 };
	int clients[CLIENTS];
	unsigned int most = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_listen_event_t *event = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, CLIENTS);
	taker_t *taker = take_from(event);
	for (int i = 0; i < CLIENTS; i++) {
		clients[i] = connect_to(local_port(event));
	}
	event->base.start(&event->base);
	for (int i = 0; i < 5000 && taker->count < CLIENTS; i++) {
		unsigned int before = taker->count;
		ZEND_ASYNC_REACTOR_TICK();
		most = MAX(most, taker->count - before);
	}
	php_printf("taken %u, all in one turn %s\n", taker->count, TEST_BOOL(most == CLIENTS));
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	for (int i = 0; i < CLIENTS; i++) {
		close(clients[i]);
	}
	end_taker(taker);
}

static char other_module[] = "async_abi_test_listening";

static zend_async_listen_event_t *other_listen(const char *host, int port, int backlog, uint32_t flags, size_t extra_size)
{
	php_printf("another one listens on %s\n", host);

	return NULL;
}

/* async_test_listen_override(): void - the group of slots, without an implementation at last. */
ZEND_FUNCTION(async_test_listen_override)
{
	ZEND_PARSE_PARAMETERS_NONE();

	bool registered = zend_async_socket_listening_register(other_module, true, other_listen, zend_async_socket_listen_fd_fn);
	php_printf("registered %s\n", TEST_BOOL(registered));
	ZEND_ASYNC_SOCKET_LISTEN("somewhere", 80, 16);
	php_printf("the same module again %s\n", TEST_BOOL(zend_async_socket_listening_register(other_module, false, NULL, NULL)));
	ZEND_ASYNC_SOCKET_LISTEN("somewhere", 80, 16);
	php_printf("registered %s\n", TEST_BOOL(zend_async_socket_listening_register("another one", true, NULL, NULL)));
	refused("listen", ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, 16));
	int server = bound_socket();
	refused("descriptor", ZEND_ASYNC_SOCKET_LISTEN_FD(server, 16, 0, 0));
	php_printf("closed %s\n", TEST_BOOL(fcntl(server, F_GETFD) < 0));
}
