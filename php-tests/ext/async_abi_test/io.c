/* The IO handle for streams (ABI-156..158, ABI-189): every function is one call of the ABI, or one recipe. */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/* {{{ Recipe a4 */

typedef struct {
	zend_async_event_callback_t base;
	const void *request;
	test_event_t *event;
	bool done;
} request_callback_t;

static void request_told(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	request_callback_t *callback = (request_callback_t *) base;

	if (callback->done || (result != callback->request && (result != NULL || exception == NULL))) {
		return;
	}

	/* A failure of the own request is in the request; one without a result concerns all waiters. */
	callback->done = true;
	ZVAL_TRUE(&callback->event->value);
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&callback->event->base);
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&callback->event->base, &callback->event->value, result == NULL ? exception : NULL);
}

bool test_io_await(zend_async_io_t *io, const void *request, const bool *completed)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (*completed) {
		return true;
	}
	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL) {
		return false;
	}

	test_event_t *event = test_event_new("request", NULL);
	request_callback_t *callback = (request_callback_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(request_told, sizeof(request_callback_t));
	callback->request = request;
	callback->event = event;
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&callback->base);
	io->event.add_callback(&io->event, &callback->base);
	ZEND_ASYNC_EVENT_ADD_REF(&io->event);
	ZEND_ASYNC_EVENT_ADD_REF(&event->base);

	bool resumed = zend_async_resume_when(coroutine, &event->base, true, zend_async_waker_callback_resolve, NULL)
		&& ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	callback->done = true;
	io->event.del_callback(&io->event, &callback->base);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&callback->base);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	ZEND_ASYNC_EVENT_RELEASE(&io->event);

	return resumed && EG(exception) == NULL;
}

bool test_io_succeeded(zend_object *exception)
{
	if (exception != NULL) {
		GC_ADDREF(exception);
		zend_throw_exception_internal(exception);
	}
	return exception == NULL;
}

/* }}} */

/* {{{ Descriptors */

static bool tcp_pair(int pair[2])
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	bool connected = listener >= 0 && bind(listener, (struct sockaddr *) &address, length) == 0 && listen(listener, 1) == 0
		&& getsockname(listener, (struct sockaddr *) &address, &length) == 0
		&& (pair[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) >= 0
		&& connect(pair[0], (struct sockaddr *) &address, length) == 0
		&& (pair[1] = accept(listener, NULL, NULL)) >= 0;
	close(listener);
	return connected;
}

/* async_test_io_pair(string $kind, int $buffer = 0): array - two descriptors: "tcp", "local", "pipe" (reads, writes).
 * buffer: size of the buffers of the sockets, 0 for the system's. Connections get more: segments of a loop-back are large, and
 * with less room than for some of them the kernel waits for timers. */
ZEND_FUNCTION(async_test_io_pair)
{
	zend_string *kind;
	zend_long buffer = 0;
	int pair[2] = { -1, -1 };

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(kind)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(buffer)
	ZEND_PARSE_PARAMETERS_END();

	bool made = zend_string_equals_literal(kind, "tcp") ? tcp_pair(pair)
		: zend_string_equals_literal(kind, "pipe") ? pipe2(pair, O_CLOEXEC) == 0
		: socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
	if (!made) {
		zend_throw_error(NULL, "no pair: %s", strerror(errno));
		return;
	}

	for (int i = 0; buffer > 0 && i < 2; i++) {
		int size = (int) buffer * (zend_string_equals_literal(kind, "tcp") ? 64 : 1);
		setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
		setsockopt(pair[i], SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	}

	array_init(return_value);
	add_next_index_long(return_value, pair[0]);
	add_next_index_long(return_value, pair[1]);
}

/* async_test_io_descriptor(int $fd, string $what): int|bool - "open", "nonblocking", "set nonblocking", "reset", "close". */
ZEND_FUNCTION(async_test_io_descriptor)
{
	zend_long fd;
	zend_string *what;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(fd)
		Z_PARAM_STR(what)
	ZEND_PARSE_PARAMETERS_END();

	if (zend_string_equals_literal(what, "open")) {
		RETURN_BOOL(fcntl((int) fd, F_GETFD) >= 0);
	}
	if (zend_string_equals_literal(what, "nonblocking")) {
		RETURN_BOOL((fcntl((int) fd, F_GETFL) & O_NONBLOCK) != 0);
	}
	if (zend_string_equals_literal(what, "set nonblocking")) {
		RETURN_BOOL(fcntl((int) fd, F_SETFL, fcntl((int) fd, F_GETFL) | O_NONBLOCK) == 0);
	}
	if (zend_string_equals_literal(what, "reset")) {
		/* The peer sees a reset. */
		struct linger linger = { .l_onoff = 1, .l_linger = 0 };
		setsockopt((int) fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
	}
	RETURN_BOOL(close((int) fd) == 0);
}

/* }}} */

/* {{{ Life of a handle */

static unsigned int detached;

static void io_detached(zend_async_io_t *io, void *arg)
{
	detached++;
	*(unsigned int *) arg += 1;
}

/* async_test_io_create(int $fd, int $type, int $state = 0): ?int */
ZEND_FUNCTION(async_test_io_create)
{
	zend_long fd, type, state = 0;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(fd)
		Z_PARAM_LONG(type)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(state)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	RETURN_POINTER(ZEND_ASYNC_IO_CREATE((zend_file_descriptor_t) fd, (zend_async_io_type) type, (uint32_t) state));
}

/* async_test_io_close(int $io): bool */
ZEND_FUNCTION(async_test_io_close)
{
	zend_long io;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_BOOL(ZEND_ASYNC_IO_CLOSE(TEST_IO(io)));
}

/* async_test_io_release(int $io): int - gives the reference back; how often on_detach was called for it. */
ZEND_FUNCTION(async_test_io_release)
{
	zend_long io;
	unsigned int calls = 0;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	TEST_IO(io)->on_detach = io_detached;
	TEST_IO(io)->on_detach_arg = &calls;
	if (ZEND_ASYNC_EVENT_REFCOUNT(&TEST_IO(io)->event) > 1) {
		TEST_IO(io)->on_detach_arg = &detached;
	}
	ZEND_ASYNC_EVENT_RELEASE(&TEST_IO(io)->event);
	RETURN_LONG(calls);
}

/* async_test_io_about(int $io): array - info, state, descriptor, references, subscribers. */
ZEND_FUNCTION(async_test_io_about)
{
	zend_long io;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_t *handle = TEST_IO(io);
	array_init(return_value);
	add_assoc_str(return_value, "info", handle->event.info(&handle->event));
	add_assoc_long(return_value, "state", handle->state);
	add_assoc_long(return_value, "fd", handle->descriptor.fd);
	add_assoc_long(return_value, "references", ZEND_ASYNC_EVENT_REFCOUNT(&handle->event));
	add_assoc_long(return_value, "subscribers", handle->event.callbacks.length);
	add_assoc_bool(return_value, "closed", ZEND_ASYNC_EVENT_IS_CLOSED(&handle->event));
}

/* async_test_io_event(int $io, string $what): bool - "start", "stop", "multishot", "one shot", "hide". */
ZEND_FUNCTION(async_test_io_event)
{
	zend_long io;
	zend_string *what;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(what)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_t *handle = TEST_IO(io);
	if (zend_string_equals_literal(what, "start")) {
		RETURN_BOOL(handle->event.start(&handle->event));
	}
	if (zend_string_equals_literal(what, "stop")) {
		RETURN_BOOL(handle->event.stop(&handle->event));
	}
	if (zend_string_equals_literal(what, "multishot")) {
		ZEND_ASYNC_IO_SET_MULTISHOT(handle);
	} else if (zend_string_equals_literal(what, "hide")) {
		ZEND_ASYNC_EVENT_SET_HIDDEN(&handle->event);
	} else {
		ZEND_ASYNC_IO_CLR_MULTISHOT(handle);
	}
	RETURN_BOOL(ZEND_ASYNC_IO_IS_MULTISHOT(handle));
}

/* async_test_io_await_readiness(int $io): int - the slot io_await. */
ZEND_FUNCTION(async_test_io_await_readiness)
{
	zend_long io;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(io)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(ZEND_ASYNC_IO_AWAIT(TEST_IO(io), ASYNC_READABLE, NULL));
}

/* async_test_io_option(int $io, int $option, int $value): int */
ZEND_FUNCTION(async_test_io_option)
{
	zend_long io, option, value;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(option)
		Z_PARAM_LONG(value)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(ZEND_ASYNC_IO_SET_OPTION(TEST_IO(io), (zend_async_socket_option_t) option, (int) value));
}

/* }}} */

/* {{{ Requests */

/* A borrowed buffer of a request that PHP code holds: released when the request is. */
typedef struct borrowed {
	struct borrowed *next;
	const void *request;
	zend_string *text;
} borrowed_t;

static borrowed_t *borrowed;

static void lend(const void *request, zend_string *text)
{
	borrowed_t *entry = emalloc(sizeof(borrowed_t));
	*entry = (borrowed_t) { .next = borrowed, .request = request, .text = zend_string_copy(text) };
	borrowed = entry;
}

static void take_back(const void *request)
{
	for (borrowed_t **place = &borrowed; *place != NULL; place = &(*place)->next) {
		borrowed_t *entry = *place;
		if (entry->request == request) {
			*place = entry->next;
			/* A reactor that goes on reading it is found out. */
			if (GC_REFCOUNT(entry->text) == 1) {
				memset(ZSTR_VAL(entry->text), '?', ZSTR_LEN(entry->text));
			}
			zend_string_release(entry->text);
			efree(entry);
			return;
		}
	}
}

static void dispose(zend_async_io_req_t *request)
{
	request->dispose(request);
	take_back(request);
}

/* async_test_io_begin(int $io, string $what, ...$arguments): ?int - submits and returns the request:
 * "read" size, "read into" size, "write" text, "flush", "await" (of the handle, nothing). */
ZEND_FUNCTION(async_test_io_begin)
{
	zend_long io, size = 0;
	zend_string *what;
	zval *argument = NULL;
	zend_async_io_req_t *request = NULL;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(what)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(argument)
	ZEND_PARSE_PARAMETERS_END();

	if (argument != NULL && Z_TYPE_P(argument) == IS_LONG) {
		size = Z_LVAL_P(argument);
	}
	if (zend_string_equals_literal(what, "read")) {
		request = ZEND_ASYNC_IO_READ(TEST_IO(io), NULL, (size_t) size);
	} else if (zend_string_equals_literal(what, "read into")) {
		zend_string *room = zend_string_alloc((size_t) size, false);
		request = ZEND_ASYNC_IO_READ(TEST_IO(io), ZSTR_VAL(room), (size_t) size);
		if (request != NULL) {
			lend(request, room);
		}
		zend_string_release(room);
	} else if (zend_string_equals_literal(what, "write")) {
		zend_string *text = zend_string_init(Z_STRVAL_P(argument), Z_STRLEN_P(argument), false);
		request = ZEND_ASYNC_IO_WRITE(TEST_IO(io), ZSTR_VAL(text), ZSTR_LEN(text));
		if (request != NULL) {
			lend(request, text);
		}
		zend_string_release(text);
	} else if (zend_string_equals_literal(what, "flush")) {
		request = ZEND_ASYNC_IO_FLUSH(TEST_IO(io));
	}
	RETURN_POINTER(request);
}

/* async_test_io_wait(int $io, int $request): void - recipe a4; throws what all waiters are told, not what is in the request. */
ZEND_FUNCTION(async_test_io_wait)
{
	zend_long io, request;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(request)
	ZEND_PARSE_PARAMETERS_END();

	test_io_await(TEST_IO(io), TEST_REQUEST(request), &TEST_REQUEST(request)->completed);
}

/* async_test_io_outcome(int $request): array - of a request: completed, io_closed, transferred, message, bytes. */
ZEND_FUNCTION(async_test_io_outcome)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_req_t *request = TEST_REQUEST(number);
	array_init(return_value);
	add_assoc_bool(return_value, "completed", request->completed);
	add_assoc_bool(return_value, "io_closed", request->io_closed);
	add_assoc_long(return_value, "transferred", request->transferred);
	if (request->exception != NULL) {
		zval buffer;
		zval *message = zend_read_property_ex(request->exception->ce, request->exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &buffer);
		add_assoc_string(return_value, "message", Z_STRVAL_P(message));
	}
}

/* async_test_io_bytes(int $request): string - what a completed read has got. */
ZEND_FUNCTION(async_test_io_bytes)
{
	zend_long request;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(request)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_STRINGL(TEST_REQUEST(request)->buf, (size_t) MAX(TEST_REQUEST(request)->transferred, 0));
}

/* async_test_io_dispose(int $request): void */
ZEND_FUNCTION(async_test_io_dispose)
{
	zend_long request;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(request)
	ZEND_PARSE_PARAMETERS_END();

	dispose(TEST_REQUEST(request));
}

/* async_test_io_read(int $io, int $size): ?string - reads, waits, disposes; null: exception. */
ZEND_FUNCTION(async_test_io_read)
{
	zend_long io, size;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(size)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_req_t *request = ZEND_ASYNC_IO_READ(TEST_IO(io), NULL, (size_t) size);
	if (request == NULL) {
		return;
	}
	if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
		RETVAL_STRINGL(request->buf, (size_t) request->transferred);
	}
	request->dispose(request);
}

/* async_test_io_write(int $io, string $text): int - writes, waits, disposes. */
ZEND_FUNCTION(async_test_io_write)
{
	zend_long io;
	zend_string *text;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(text)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_req_t *request = ZEND_ASYNC_IO_WRITE(TEST_IO(io), ZSTR_VAL(text), ZSTR_LEN(text));
	if (request == NULL) {
		return;
	}
	if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
		RETVAL_LONG(request->transferred);
	}
	request->dispose(request);
}

/* }}} */

/* {{{ Fire and forget, vectored writes */

static unsigned int freed;

void test_io_free_text(void *data, zend_async_io_t *io)
{
	freed++;
	free(data);
}

static void free_nothing(void *data, zend_async_io_t *io)
{
	freed++;
}

/* async_test_io_freed(): int - calls of free_cb since the last time. */
ZEND_FUNCTION(async_test_io_freed)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETVAL_LONG(freed);
	freed = 0;
}

/* async_test_io_send(int $io, string $text): bool - a write that nothing waits for. */
ZEND_FUNCTION(async_test_io_send)
{
	zend_long io;
	zend_string *text;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_STR(text)
	ZEND_PARSE_PARAMETERS_END();

	char *copy = malloc(ZSTR_LEN(text) + 1);
	memcpy(copy, ZSTR_VAL(text), ZSTR_LEN(text));
	RETURN_BOOL(ZEND_ASYNC_IO_WRITE_EX(TEST_IO(io), copy, ZSTR_LEN(text), test_io_free_text) != NULL);
}

/* async_test_io_writev(int $io, array $strings, int $flags): array - [references that are left, transferred or null].
 * With ZEND_ASYNC_IO_WRITEV_AWAIT it waits. The references are counted when it has returned. */
ZEND_FUNCTION(async_test_io_writev)
{
	zend_long io, flags;
	HashTable *strings;
	zval *value;
	unsigned count = 0;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_ARRAY_HT(strings)
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();

	unsigned length = zend_hash_num_elements(strings);
	zend_string **texts = safe_emalloc(length + 1, sizeof(zend_string *), 0);
	zend_async_buf_t *buffers = safe_emalloc(length + 1, sizeof(zend_async_buf_t), 0);
	ZEND_HASH_FOREACH_VAL(strings, value) {
		texts[count] = zend_string_init(Z_STRVAL_P(value), Z_STRLEN_P(value), false);
		buffers[count] = (zend_async_buf_t) { .base = ZSTR_VAL(texts[count]), .len = ZSTR_LEN(texts[count]) };
		count++;
	} ZEND_HASH_FOREACH_END();

	bool is_iov = (flags & ZEND_ASYNC_IO_WRITEV_MODE_MASK) == ZEND_ASYNC_IO_WRITEV_IOV;
	for (unsigned i = 0; !is_iov && i < count; i++) {
		GC_ADDREF(texts[i]);
	}
	zend_async_io_req_t *request = zend_async_io_writev_fn(TEST_IO(io), is_iov ? (void *) buffers : (void *) texts, count,
			(uint32_t) flags, is_iov ? free_nothing : NULL, NULL);
	/* The array of descriptors was copied. */
	memset(buffers, 0xff, (length + 1) * sizeof(zend_async_buf_t));

	zval transferred;
	ZVAL_NULL(&transferred);
	if (request != NULL && (flags & ZEND_ASYNC_IO_WRITEV_AWAIT)) {
		if (test_io_await(TEST_IO(io), request, &request->completed)) {
			ZVAL_LONG(&transferred, request->transferred);
		}
		request->dispose(request);
	}

	zend_long references = 0;
	for (unsigned i = 0; i < count; i++) {
		references += GC_REFCOUNT(texts[i]) - 1;
		/* With IOV the caller keeps the memory: until it is written, which a test waits for. */
		if (!is_iov) {
			zend_string_release(texts[i]);
		}
	}

	array_init(return_value);
	add_next_index_long(return_value, references);
	add_next_index_zval(return_value, &transferred);
	if (is_iov) {
		zval kept;
		array_init(&kept);
		for (unsigned i = 0; i < count; i++) {
			add_next_index_str(&kept, texts[i]);
		}
		add_next_index_zval(return_value, &kept);
	}
	efree(texts);
	efree(buffers);
}

/* }}} */
