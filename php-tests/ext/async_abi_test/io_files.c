/* The IO handle for files (ABI-156, ABI-157). */
#include "io.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct {
	zend_async_event_callback_t base;
	test_event_t *opened;
	bool told;
} open_callback_t;

static void file_opened(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	open_callback_t *callback = (open_callback_t *) base;

	if (callback->told || result != NULL) {
		return;
	}
	callback->told = true;
	ZVAL_TRUE(&callback->opened->value);
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&callback->opened->base);
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&callback->opened->base, &callback->opened->value, exception);
}

/* async_test_io_open(string $path, int $flags, int $mode = 0, bool $wait = true): ?int - fs_open; waits until it is open. */
ZEND_FUNCTION(async_test_io_open)
{
	zend_string *path;
	zend_long flags, mode = 0;
	bool wait = true;

	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_STR(path)
		Z_PARAM_LONG(flags)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(mode)
		Z_PARAM_BOOL(wait)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_io_t *io = ZEND_ASYNC_FS_OPEN(ZSTR_VAL(path), (int) flags, (int) mode);
	if (io == NULL || !wait) {
		RETURN_POINTER(io);
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	open_callback_t *callback = (open_callback_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(file_opened, sizeof(open_callback_t));
	callback->opened = test_event_new("open", NULL);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&callback->base);
	io->event.add_callback(&io->event, &callback->base);

	bool opened = ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
		&& zend_async_resume_when(coroutine, &callback->opened->base, false, zend_async_waker_callback_resolve, NULL)
		&& ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	callback->told = true;
	io->event.del_callback(&io->event, &callback->base);
	ZEND_ASYNC_EVENT_RELEASE(&callback->opened->base);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&callback->base);
	if (!opened || EG(exception) != NULL) {
		php_printf("state closed: %s\n", TEST_BOOL(io->state & ZEND_ASYNC_IO_CLOSED));
		ZEND_ASYNC_EVENT_RELEASE(&io->event);
		RETURN_NULL();
	}
	RETURN_POINTER(io);
}

/* async_test_io_stat(int $io, bool $give_up = false): ?int - the size; giving up disposes the request at once, and tells
 * whether the memory stayed as it was. */
ZEND_FUNCTION(async_test_io_stat)
{
	zend_long io;
	bool give_up = false;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(io)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(give_up)
	ZEND_PARSE_PARAMETERS_END();

	zend_stat_t *stat = ecalloc(1, sizeof(zend_stat_t));
	zend_async_io_req_t *request = ZEND_ASYNC_IO_STAT(TEST_IO(io), stat);
	if (request == NULL) {
		efree(stat);
		return;
	}
	if (give_up) {
		request->dispose(request);
		test_sleep(5);
		RETVAL_LONG(stat->st_mode);
	} else {
		if (test_io_await(TEST_IO(io), request, &request->completed) && test_io_succeeded(request->exception)) {
			RETVAL_LONG(stat->st_size);
		}
		request->dispose(request);
	}
	efree(stat);
}

/* async_test_io_seek(int $io, int $offset, int $whence): int */
ZEND_FUNCTION(async_test_io_seek)
{
	zend_long io, offset, whence;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(offset)
		Z_PARAM_LONG(whence)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(ZEND_ASYNC_IO_SEEK(TEST_IO(io), offset, (int) whence));
}

/* async_test_io_sendfile(int $out, int $in, int $offset, int $length, bool $wait = true): ?int - bytes, or the request. */
ZEND_FUNCTION(async_test_io_sendfile)
{
	zend_long out, in, offset, length;
	bool wait = true;

	ZEND_PARSE_PARAMETERS_START(4, 5)
		Z_PARAM_LONG(out)
		Z_PARAM_LONG(in)
		Z_PARAM_LONG(offset)
		Z_PARAM_LONG(length)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(wait)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_req_t *request = ZEND_ASYNC_IO_SENDFILE(TEST_IO(out), TEST_IO(in), offset, (size_t) length);
	if (request == NULL || !wait) {
		RETURN_POINTER(request);
	}
	/* Told on the source. */
	if (test_io_await(TEST_IO(in), request, &request->completed) && test_io_succeeded(request->exception)) {
		RETVAL_LONG(request->transferred);
	}
	request->dispose(request);
}

static void tell_freed(void *data, zend_async_io_t *io)
{
	php_printf("free_cb\n");
}

/* async_test_io_misuse(int $closed, int $file, int $datagram): void - what is wrong, and what is said. */
ZEND_FUNCTION(async_test_io_misuse)
{
	zend_long closed, file, datagram;
	zend_stat_t stat;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(closed)
		Z_PARAM_LONG(file)
		Z_PARAM_LONG(datagram)
	ZEND_PARSE_PARAMETERS_END();

#define REFUSED(call) \
	do { \
		php_printf("%s: %s", #call, (call) == NULL ? "NULL" : "a result"); \
		test_print_exception(""); \
	} while (0)

	REFUSED(ZEND_ASYNC_IO_READ(TEST_IO(closed), NULL, 10));
	REFUSED(ZEND_ASYNC_IO_WRITE(TEST_IO(closed), "x", 1));
	REFUSED(ZEND_ASYNC_IO_WRITE_EX(TEST_IO(closed), "x", 1, tell_freed));
	REFUSED(ZEND_ASYNC_IO_WRITEV_EX(TEST_IO(closed), NULL, 0, tell_freed, NULL));
	REFUSED(ZEND_ASYNC_IO_FLUSH(TEST_IO(closed)));
	REFUSED(ZEND_ASYNC_IO_STAT(TEST_IO(closed), &stat));
	REFUSED(ZEND_ASYNC_IO_SENDFILE(TEST_IO(closed), TEST_IO(file), 0, 1));
	REFUSED(ZEND_ASYNC_IO_SENDFILE(TEST_IO(file), TEST_IO(closed), 0, 1));
	REFUSED(ZEND_ASYNC_IO_SENDFILE(TEST_IO(file), TEST_IO(datagram), 0, 1));
	REFUSED(ZEND_ASYNC_IO_SENDFILE(TEST_IO(datagram), TEST_IO(file), 0, 1));
	REFUSED(ZEND_ASYNC_IO_READ(NULL, NULL, 10));
	REFUSED(ZEND_ASYNC_IO_STAT(TEST_IO(file), NULL));
	REFUSED(ZEND_ASYNC_IO_READ(TEST_IO(datagram), NULL, 10));
	REFUSED(ZEND_ASYNC_IO_WRITE_EX(TEST_IO(datagram), "x", 1, tell_freed));
	REFUSED(ZEND_ASYNC_IO_WRITEV_EX(TEST_IO(file), NULL, 0, tell_freed, NULL));
	REFUSED(ZEND_ASYNC_UDP_RECVFROM(TEST_IO(file), 10));
	REFUSED(ZEND_ASYNC_UDP_SENDTO(TEST_IO(file), "x", 1, NULL, 0));
	REFUSED(ZEND_ASYNC_UDP_BIND("no.number", 0));
	REFUSED(ZEND_ASYNC_UDP_BIND("127.0.0.1", 65536));
	REFUSED(ZEND_ASYNC_FS_OPEN(NULL, O_RDONLY, 0));
	php_printf("close of NULL %s, of a closed one %s; await of a closed one %d; seek of a closed one %d; try_send to a file %s\n",
			TEST_BOOL(ZEND_ASYNC_IO_CLOSE(NULL)), TEST_BOOL(ZEND_ASYNC_IO_CLOSE(TEST_IO(closed))),
			ZEND_ASYNC_IO_AWAIT(TEST_IO(closed), ASYNC_READABLE, NULL), (int) ZEND_ASYNC_IO_SEEK(TEST_IO(closed), 0, SEEK_SET),
			ZEND_ASYNC_UDP_TRY_SEND(TEST_IO(file), "x", 1, NULL, 0) < 0 ? "negative" : "sent");
}

/* {{{ Registration (ABI-172) */

static zend_async_io_create_t module_create;
static unsigned int creations;
static char io_module[] = "async_abi_test_io";

static zend_async_io_t *counting_create(zend_file_descriptor_t fd, zend_async_io_type type, uint32_t state)
{
	creations++;
	return module_create(fd, type, state);
}

/* async_test_io_register(bool $override): array - [what registering returned, what once more, handles made by ours so far] */
ZEND_FUNCTION(async_test_io_register)
{
	bool override;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(override)
	ZEND_PARSE_PARAMETERS_END();

	if (zend_async_io_create_fn != counting_create) {
		module_create = zend_async_io_create_fn;
	}
	array_init(return_value);
	for (int i = 0; i < 2; i++) {
		add_next_index_bool(return_value, zend_async_io_register(io_module, override, counting_create, zend_async_io_read_fn,
				zend_async_io_write_fn, zend_async_io_writev_fn, zend_async_io_close_fn, zend_async_io_await_fn,
				zend_async_io_flush_fn, zend_async_io_stat_fn, zend_async_io_seek_fn, zend_async_io_sendfile_fn,
				zend_async_fs_open_fn, zend_async_udp_sendto_fn, zend_async_udp_try_send_fn, zend_async_udp_recvfrom_fn,
				zend_async_io_set_option_fn, zend_async_udp_set_membership_fn, zend_async_udp_bind_fn));
	}
	add_next_index_long(return_value, creations);
}

/* }}} */
