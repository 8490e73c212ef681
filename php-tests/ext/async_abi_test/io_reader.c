/* Multishot reads of the IO handle (ABI-158). */
#include "io.h"
#include "zend_smart_str.h"

typedef struct {
	zend_async_event_callback_t base;
	zend_async_io_t *io;
	zend_async_io_req_t *request;
	test_event_t *ended;
	smart_str bytes;
	unsigned int chunks;
	unsigned int allocated;
	unsigned int paused_after; /* chunks after which alloc_cb has no room; 0 for always */
	size_t room;
	char *buffer;
	zend_string *error;
	bool closes; /* closes the handle at the end, inside the notification */
	bool echoes;
} reader_t;

static void reader_told(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	reader_t *reader = (reader_t *) base;

	if (result == NULL && exception != NULL) {
		reader->error = zend_string_init(ZEND_STRL("told: closed"), false);
	} else if (result != reader->request) {
		return;
	} else if (reader->request->transferred > 0) {
		reader->chunks++;
		smart_str_appendl(&reader->bytes, reader->request->buf, (size_t) reader->request->transferred);
		if (reader->echoes) {
			char *copy = malloc((size_t) reader->request->transferred);
			memcpy(copy, reader->request->buf, (size_t) reader->request->transferred);
			ZEND_ASYNC_IO_WRITE_EX(reader->io, copy, (size_t) reader->request->transferred, test_io_free_text);
		}
	}
	if (exception != NULL || reader->request->completed) {
		if (reader->closes) {
			ZEND_ASYNC_IO_CLOSE(reader->io);
		}
		if (!ZEND_ASYNC_EVENT_IS_CLOSED(&reader->ended->base)) {
			test_event_complete(reader->ended, 1);
		}
	}
}

static void reader_allocates(zend_async_io_t *io, size_t suggested, zend_async_buf_t *out)
{
	reader_t *reader = io->user_data;

	if (reader->paused_after > 0 && reader->chunks >= reader->paused_after) {
		out->base = NULL;
		return;
	}
	reader->allocated++;
	out->base = reader->buffer;
	out->len = reader->room;
}

/* async_test_io_reader(int $io, int $size, array $options = []): ?int - begins a multishot read; a number for the others.
 * Options: "alloc" => bytes of each buffer, "pause" => chunks, "close" => true, "echo" => true, "start" => true. */
ZEND_FUNCTION(async_test_io_reader)
{
	zend_long io, size;
	HashTable *options = (HashTable *) &zend_empty_array;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(io)
		Z_PARAM_LONG(size)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_io_t *handle = TEST_IO(io);
	reader_t *reader = (reader_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(reader_told, sizeof(reader_t));
	reader->io = handle;
	reader->ended = test_event_new("reader", NULL);
	if ((value = zend_hash_str_find(options, ZEND_STRL("alloc"))) != NULL) {
		reader->room = (size_t) Z_LVAL_P(value);
		reader->buffer = emalloc(reader->room);
		handle->user_data = reader;
		handle->alloc_cb = reader_allocates;
	}
	if ((value = zend_hash_str_find(options, ZEND_STRL("pause"))) != NULL) {
		reader->paused_after = (unsigned int) Z_LVAL_P(value);
	}
	reader->closes = zend_hash_str_exists(options, ZEND_STRL("close"));
	reader->echoes = zend_hash_str_exists(options, ZEND_STRL("echo"));
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&reader->base);
	ZEND_ASYNC_EVENT_ADD_REF(&handle->event);
	handle->event.add_callback(&handle->event, &reader->base);
	ZEND_ASYNC_IO_SET_MULTISHOT(handle);
	reader->request = ZEND_ASYNC_IO_READ(handle, NULL, (size_t) size);
	if (reader->request == NULL) {
		return;
	}
	if (zend_hash_str_exists(options, ZEND_STRL("start"))) {
		handle->event.start(&handle->event);
	}
	RETURN_POINTER(reader);
}

/* async_test_io_reader_wait(int $reader): bool - until the end, or an error. */
ZEND_FUNCTION(async_test_io_reader_wait)
{
	zend_long number;
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	reader_t *reader = (reader_t *) (uintptr_t) number;
	if (reader->request->completed || ZEND_ASYNC_EVENT_IS_CLOSED(&reader->ended->base)) {
		RETURN_TRUE;
	}
	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &reader->ended->base, false, zend_async_waker_callback_resolve, NULL)) {
		return;
	}
	RETVAL_BOOL(ZEND_ASYNC_SUSPEND());
	zend_async_waker_clean(coroutine);
}

/* async_test_io_reader_state(int $reader): array */
ZEND_FUNCTION(async_test_io_reader_state)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	reader_t *reader = (reader_t *) (uintptr_t) number;
	array_init(return_value);
	smart_str_0(&reader->bytes);
	if (reader->bytes.s != NULL) {
		add_assoc_str(return_value, "bytes", zend_string_copy(reader->bytes.s));
	} else {
		add_assoc_string(return_value, "bytes", "");
	}
	add_assoc_long(return_value, "chunks", reader->chunks);
	add_assoc_bool(return_value, "completed", reader->request->completed);
	add_assoc_long(return_value, "transferred", reader->request->transferred);
	add_assoc_bool(return_value, "eof", (reader->io->state & ZEND_ASYNC_IO_EOF) != 0);
	add_assoc_bool(return_value, "io_closed", reader->request->io_closed);
	if (reader->error != NULL) {
		add_assoc_str(return_value, "error", zend_string_copy(reader->error));
	}
	if (reader->request->exception != NULL) {
		add_assoc_string(return_value, "exception", ZSTR_VAL(reader->request->exception->ce->name));
	}
}

/* async_test_io_reader_resume(int $reader): bool - has room again and reads on; whether that is the same request. */
ZEND_FUNCTION(async_test_io_reader_resume)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	reader_t *reader = (reader_t *) (uintptr_t) number;
	reader->paused_after = 0;
	RETURN_BOOL(ZEND_ASYNC_IO_READ(reader->io, NULL, reader->room) == reader->request);
}

/* async_test_io_reader_free(int $reader): void - disposes the request, which may not have ended. */
ZEND_FUNCTION(async_test_io_reader_free)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	reader_t *reader = (reader_t *) (uintptr_t) number;
	zend_async_io_t *io = reader->io;
	reader->request->dispose(reader->request);
	smart_str_free(&reader->bytes);
	if (reader->buffer != NULL) {
		io->alloc_cb = NULL;
		efree(reader->buffer);
	}
	if (reader->error != NULL) {
		zend_string_release(reader->error);
	}
	ZEND_ASYNC_EVENT_RELEASE(&reader->ended->base);
	io->event.del_callback(&io->event, &reader->base);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&reader->base);
	ZEND_ASYNC_EVENT_RELEASE(&io->event);
}
