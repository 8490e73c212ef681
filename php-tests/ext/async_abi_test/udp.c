/* Datagrams (ABI-65, ABI-156, ABI-203). */
#include "io.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

static socklen_t address_of(const char *host, zend_long port, struct sockaddr_storage *storage)
{
	struct sockaddr_in *four = (struct sockaddr_in *) storage;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *) storage;

	memset(storage, 0, sizeof(*storage));
	if (inet_pton(AF_INET, host, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		four->sin_port = htons((uint16_t) port);
		return sizeof(*four);
	}
	inet_pton(AF_INET6, host, &six->sin6_addr);
	six->sin6_family = AF_INET6;
	six->sin6_port = htons((uint16_t) port);
	return sizeof(*six);
}

static void name(const struct sockaddr_storage *storage, zval *result)
{
	char text[INET6_ADDRSTRLEN];
	const struct sockaddr_in *four = (const struct sockaddr_in *) storage;
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *) storage;
	bool is_four = storage->ss_family == AF_INET;

	/* Local sockets have none of these. */
	text[0] = '\0';
	inet_ntop(storage->ss_family, is_four ? (const void *) &four->sin_addr : (const void *) &six->sin6_addr, text, sizeof(text));
	array_init(result);
	add_next_index_string(result, text);
	add_next_index_long(result, ntohs(is_four ? four->sin_port : six->sin6_port));
}

/* async_test_udp_bind(string $host, int $port = 0, int $flags = 0, int $extra = 0): ?int */
ZEND_FUNCTION(async_test_udp_bind)
{
	zend_string *host;
	zend_long port = 0, flags = 0, extra = 0;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_STR(host)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(port)
		Z_PARAM_LONG(flags)
		Z_PARAM_LONG(extra)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_io_t *io = ZEND_ASYNC_UDP_BIND_EX(ZSTR_VAL(host), (int) port, (uint32_t) flags, (size_t) extra);
	if (io != NULL && extra > 0) {
		char *memory = (char *) io + io->event.extra_offset;
		bool zeroed = io->event.extra_offset >= sizeof(*io);
		for (zend_long i = 0; zeroed && i < extra; i++) {
			zeroed = memory[i] == 0;
			memory[i] = 'x';
		}
		php_printf("extra memory zeroed: %s\n", TEST_BOOL(zeroed));
	}
	RETURN_POINTER(io);
}

/* async_test_udp_name(int $io): array - address and port that it is bound to. */
ZEND_FUNCTION(async_test_udp_name)
{
	zend_long io;
	struct sockaddr_storage storage;
	socklen_t length = sizeof(storage);

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	getsockname(TEST_IO(io)->descriptor.socket, (struct sockaddr *) &storage, &length);
	name(&storage, return_value);
}

/* async_test_udp_sendto(int $io, string $text, string $host, int $port): ?int - sends, waits, disposes. */
ZEND_FUNCTION(async_test_udp_sendto)
{
	zend_long io, port;
	zend_string *text, *host;
	struct sockaddr_storage storage;

	ZEND_PARSE_PARAMETERS_START(4, 4)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(text)
		Z_PARAM_STR(host)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	socklen_t length = address_of(ZSTR_VAL(host), port, &storage);
	zend_async_udp_req_t *request = ZEND_ASYNC_UDP_SENDTO(
			TEST_IO(io), ZSTR_VAL(text), ZSTR_LEN(text), (struct sockaddr *) &storage, length);
	if (request == NULL) {
		return;
	}
	/* The address was copied. */
	memset(&storage, 0xff, sizeof(storage));
	if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
		RETVAL_LONG(request->transferred);
	}
	request->dispose(request);
}

/* async_test_udp_try_send(int $io, string $text, string $host, int $port): int */
ZEND_FUNCTION(async_test_udp_try_send)
{
	zend_long io, port;
	zend_string *text, *host;
	struct sockaddr_storage storage;

	ZEND_PARSE_PARAMETERS_START(4, 4)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(text)
		Z_PARAM_STR(host)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	socklen_t length = address_of(ZSTR_VAL(host), port, &storage);
	RETURN_LONG(ZEND_ASYNC_UDP_TRY_SEND(TEST_IO(io), ZSTR_VAL(text), ZSTR_LEN(text), (struct sockaddr *) &storage, length));
}

/* async_test_udp_recvfrom(int $io, int $size): ?array - [text, host, port] */
ZEND_FUNCTION(async_test_udp_recvfrom)
{
	zend_long io, size;
	zval from;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(size)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_udp_req_t *request = ZEND_ASYNC_UDP_RECVFROM(TEST_IO(io), (size_t) size);
	if (request == NULL) {
		return;
	}
	if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
		array_init(return_value);
		add_next_index_stringl(return_value, request->buf, (size_t) request->transferred);
		name(&request->addr, &from);
		add_next_index_zval(return_value, &from);
	}
	request->dispose(request);
}

/* async_test_udp_begin(int $io, int $size): ?int - receives; the request. */
ZEND_FUNCTION(async_test_udp_begin)
{
	zend_long io, size;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(size)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_POINTER(ZEND_ASYNC_UDP_RECVFROM(TEST_IO(io), (size_t) size));
}

/* async_test_udp_outcome(int $request): array - [completed, io_closed, transferred] */
ZEND_FUNCTION(async_test_udp_outcome)
{
	zend_long request;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(request)
	ZEND_PARSE_PARAMETERS_END();

	array_init(return_value);
	add_next_index_bool(return_value, TEST_DATAGRAM(request)->completed);
	add_next_index_bool(return_value, TEST_DATAGRAM(request)->io_closed);
	add_next_index_long(return_value, TEST_DATAGRAM(request)->transferred);
}

/* async_test_udp_dispose(int $request): void */
ZEND_FUNCTION(async_test_udp_dispose)
{
	zend_long request;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(request)
	ZEND_PARSE_PARAMETERS_END();

	TEST_DATAGRAM(request)->dispose(TEST_DATAGRAM(request));
}

/* async_test_udp_membership(int $io, string $group, ?string $interface, bool $join): int */
ZEND_FUNCTION(async_test_udp_membership)
{
	zend_long io;
	zend_string *group, *interface = NULL;
	bool join;

	ZEND_PARSE_PARAMETERS_START(4, 4)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(group)
		Z_PARAM_STR_OR_NULL(interface)
		Z_PARAM_BOOL(join)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(ZEND_ASYNC_UDP_SET_MEMBERSHIP(TEST_IO(io), ZSTR_VAL(group), interface != NULL ? ZSTR_VAL(interface) : NULL, join));
}

/* async_test_udp_errors(int $io): void - a datagram that is too large: the error is in the request and not thrown. */
ZEND_FUNCTION(async_test_udp_errors)
{
	zend_long io;
	struct sockaddr_storage storage;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	size_t size = 70000;
	char *text = ecalloc(1, size);
	socklen_t length = address_of("127.0.0.1", 9, &storage);
	zend_async_udp_req_t *request = ZEND_ASYNC_UDP_SENDTO(TEST_IO(io), text, size, (struct sockaddr *) &storage, length);
	php_printf("pending exception %s, completed %s, transferred %d, in the request %s\n", TEST_BOOL(EG(exception) != NULL),
			TEST_BOOL(request->completed), (int) request->transferred,
			request->exception != NULL ? ZSTR_VAL(request->exception->ce->name) : "none");
	request->dispose(request);
	php_printf("try_send says EMSGSIZE: %s\n", TEST_BOOL(
			ZEND_ASYNC_UDP_TRY_SEND(TEST_IO(io), text, size, (struct sockaddr *) &storage, length) == -EMSGSIZE));
	php_printf("an address of no length: %s",
			ZEND_ASYNC_UDP_SENDTO(TEST_IO(io), text, 1, (struct sockaddr *) &storage, 0) == NULL ? "NULL" : "sent");
	test_print_exception("");
	efree(text);
}
