/* Datagrams, multishot and with full buffers (ABI-65, ABI-84, ABI-156..158). */
#include "io.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* {{{ Multishot receives */

typedef struct {
	zend_async_event_callback_t base;
	zend_async_io_t *io;
	zend_async_udp_req_t *request; /* NULL when it was disposed inside the notification */
	size_t size;
	zval datagrams; /* [text, port] each, in the order in which they were told */
	zend_long disposes_after;
	zend_long closes_after;
	zend_long stops_after;
	zend_long begins_anew_after;
	bool failed;
	bool told_closed;
} udp_reader_t;

static void udp_told(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	udp_reader_t *reader = (udp_reader_t *) base;
	zval entry;

	if (result == NULL) {
		reader->told_closed = exception != NULL;
		return;
	}
	if (reader->request == NULL || result != reader->request) {
		return;
	}
	if (exception != NULL || reader->request->completed) {
		reader->failed = true;
		return;
	}

	const struct sockaddr_in *from = (const struct sockaddr_in *) &reader->request->addr;
	array_init(&entry);
	add_next_index_stringl(&entry, reader->request->buf, (size_t) reader->request->transferred);
	add_next_index_long(&entry, reader->request->addr_len == 0 || from->sin_family != AF_INET ? 0 : ntohs(from->sin_port));
	add_next_index_zval(&reader->datagrams, &entry);

	zend_long told = zend_hash_num_elements(Z_ARRVAL(reader->datagrams));
	if (told == reader->stops_after) {
		reader->io->event.stop(&reader->io->event);
	}
	if (told == reader->disposes_after || told == reader->begins_anew_after) {
		zend_async_udp_req_t *request = reader->request;
		reader->request = NULL;
		request->dispose(request);
	}
	if (told == reader->begins_anew_after) {
		reader->request = ZEND_ASYNC_UDP_RECVFROM(reader->io, reader->size);
	}
	if (told == reader->closes_after) {
		ZEND_ASYNC_IO_CLOSE(reader->io);
	}
}

static zend_long number_of(HashTable *options, const char *name)
{
	zval *value = zend_hash_str_find(options, name, strlen(name));

	return value != NULL ? zval_get_long(value) : 0;
}

/* async_test_udp_reader(int $io, int $size, array $options = []): ?int - begins a multishot receive.
 * Options, each a number of datagrams after which, inside the notification: "dispose", "close", "stop", "anew". */
ZEND_FUNCTION(async_test_udp_reader)
{
	zend_long io, size;
	HashTable *options = (HashTable *) &zend_empty_array;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(size)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_t *handle = TEST_IO(io);
	udp_reader_t *reader = (udp_reader_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(udp_told, sizeof(udp_reader_t));
	reader->io = handle;
	reader->size = (size_t) size;
	array_init(&reader->datagrams);
	reader->disposes_after = number_of(options, "dispose");
	reader->closes_after = number_of(options, "close");
	reader->stops_after = number_of(options, "stop");
	reader->begins_anew_after = number_of(options, "anew");
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&reader->base);
	ZEND_ASYNC_EVENT_ADD_REF(&handle->event);
	handle->event.add_callback(&handle->event, &reader->base);
	ZEND_ASYNC_IO_SET_MULTISHOT(handle);
	reader->request = ZEND_ASYNC_UDP_RECVFROM(handle, (size_t) size);
	if (reader->request != NULL && reader->request->completed) {
		php_printf("completed before the caller knows it\n");
	}
	RETURN_POINTER(reader);
}

/* async_test_udp_reader_got(int $reader): array - the datagrams until now. */
ZEND_FUNCTION(async_test_udp_reader_got)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_ARR(zend_array_dup(Z_ARRVAL(((udp_reader_t *) (uintptr_t) number)->datagrams)));
}

/* async_test_udp_reader_state(int $reader): array - [failed, told that the handle is closed, io_closed of the request] */
ZEND_FUNCTION(async_test_udp_reader_state)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	udp_reader_t *reader = (udp_reader_t *) (uintptr_t) number;
	array_init(return_value);
	add_next_index_bool(return_value, reader->failed);
	add_next_index_bool(return_value, reader->told_closed);
	add_next_index_bool(return_value, reader->request != NULL && reader->request->io_closed);
}

/* async_test_udp_reader_free(int $reader): void - the request is disposed, ended or not. */
ZEND_FUNCTION(async_test_udp_reader_free)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	udp_reader_t *reader = (udp_reader_t *) (uintptr_t) number;
	zend_async_io_t *io = reader->io;
	if (reader->request != NULL) {
		reader->request->dispose(reader->request);
	}
	zval_ptr_dtor(&reader->datagrams);
	io->event.del_callback(&io->event, &reader->base);
	ZEND_ASYNC_IO_CLR_MULTISHOT(io);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&reader->base);
	ZEND_ASYNC_EVENT_RELEASE(&io->event);
}

/* }}} */

/* {{{ Sends that wait. Datagrams of a loop-back are never too many for the sender; those of local sockets are. */

static struct sockaddr_un there;
static socklen_t there_length;

/* async_test_udp_local(string $how): array - two descriptors of local datagram sockets, of which the first one sends little at
 * once: "pair"; "connected", only from the first to the second; "apart", not at all. */
ZEND_FUNCTION(async_test_udp_local)
{
	zend_string *how;
	int pair[2] = { -1, -1 };
	int size = 4096;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(how)
	ZEND_PARSE_PARAMETERS_END();

	bool made;
	if (zend_string_equals_literal(how, "pair")) {
		made = socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) == 0;
		setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	} else {
		pair[0] = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		pair[1] = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		struct sockaddr_un any = { .sun_family = AF_UNIX };
		there_length = sizeof(there);
		made = bind(pair[1], (struct sockaddr *) &any, sizeof(sa_family_t)) == 0
			&& getsockname(pair[1], (struct sockaddr *) &there, &there_length) == 0
			&& (zend_string_equals_literal(how, "apart") || connect(pair[0], (struct sockaddr *) &there, there_length) == 0);
	}
	if (!made) {
		zend_throw_error(NULL, "no sockets: %s", strerror(errno));
		return;
	}
	array_init(return_value);
	add_next_index_long(return_value, pair[0]);
	add_next_index_long(return_value, pair[1]);
}

typedef struct {
	zend_async_udp_req_t *request;
	zend_string *text;
} sending_t;

/* async_test_udp_send(int $io, string $text, bool $to = false): ?int - submits; `to`: with the address of the second socket. */
ZEND_FUNCTION(async_test_udp_send)
{
	zend_long io;
	zend_string *text;
	bool to = false;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(text)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(to)
	ZEND_PARSE_PARAMETERS_END();

	sending_t *sending = emalloc(sizeof(sending_t));
	sending->text = zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);
	sending->request = ZEND_ASYNC_UDP_SENDTO(TEST_IO(io), ZSTR_VAL(sending->text), ZSTR_LEN(text),
			to ? (struct sockaddr *) &there : NULL, to ? there_length : 0);
	if (sending->request == NULL) {
		zend_string_release(sending->text);
		efree(sending);
		return;
	}
	RETURN_POINTER(sending);
}

/* async_test_udp_sent(int $sending): array - [completed, io_closed, transferred] */
ZEND_FUNCTION(async_test_udp_sent)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_udp_req_t *request = ((sending_t *) (uintptr_t) number)->request;
	array_init(return_value);
	add_next_index_bool(return_value, request->completed);
	add_next_index_bool(return_value, request->io_closed);
	add_next_index_long(return_value, request->transferred);
}

/* async_test_udp_await_sent(int $io, int $sending): int - recipe a4. */
ZEND_FUNCTION(async_test_udp_await_sent)
{
	zend_long io, number;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_udp_req_t *request = ((sending_t *) (uintptr_t) number)->request;
	if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
		RETURN_LONG(request->transferred);
	}
}

/* async_test_udp_forget_send(int $sending): void - disposes it; its text is gone afterwards. */
ZEND_FUNCTION(async_test_udp_forget_send)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	sending_t *sending = (sending_t *) (uintptr_t) number;
	sending->request->dispose(sending->request);
	memset(ZSTR_VAL(sending->text), '?', ZSTR_LEN(sending->text));
	zend_string_release(sending->text);
	efree(sending);
}

/* }}} */
