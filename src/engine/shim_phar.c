/*
 * The phar wrapper with a gate before each of its operations, and of those of the streams that it opens. The wrapper itself
 * is not changed: another one stands in its place, and streams get another table of operations.
 *
 * A stream that is open for writing holds a second gate until it is closed: PHP puts what is written to two entries at a
 * time into both of them, also without coroutines.
 */
#include "php.h"
#include "php_streams.h"
#include "shim_mirror.h"

/* As `enum Passage` in engine/phar.rs. */
enum true_async_passage { TRUE_ASYNC_REFUSED, TRUE_ASYNC_OPEN, TRUE_ASYNC_ENTERED };
MIRRORED_ENUM(enum true_async_passage, TRUE_ASYNC_ENTERED, 2);

/* As `enum Gate` there. */
enum true_async_phar_gate { TRUE_ASYNC_OPERATION, TRUE_ASYNC_WRITER };
MIRRORED_ENUM(enum true_async_phar_gate, TRUE_ASYNC_WRITER, 1);

typedef enum true_async_passage (*true_async_enter)(enum true_async_phar_gate gate, bool must);
typedef void (*true_async_leave)(enum true_async_phar_gate gate);

/* The streams that hold the gate for writers. */
typedef struct true_async_writer {
	const php_stream *stream;
	struct true_async_writer *next;
} true_async_writer;

#ifdef ZTS
static TSRM_TLS true_async_writer *writers;
#else
static true_async_writer *writers;
#endif

static true_async_enter enter_gate;
static true_async_leave leave_gate;
static const php_stream_wrapper *original;
static php_stream_wrapper_ops operations;
static php_stream_wrapper wrapper;
/* Of files; directories are read as a whole when they are opened. */
static const php_stream_ops *stream_original;
static php_stream_ops stream_operations;

#define INSIDE(refused, call) \
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, false); \
	if (passage == TRUE_ASYNC_REFUSED) { \
		return refused; \
	} \
	int result = call; \
	if (passage == TRUE_ASYNC_ENTERED) { \
		leave_gate(TRUE_ASYNC_OPERATION); \
	} \
	return result

/* ---- streams ---- */

static ssize_t stream_write(php_stream *stream, const char *bytes, size_t count)
{
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, false);
	if (passage == TRUE_ASYNC_REFUSED) {
		return -1;
	}
	ssize_t result = stream_original->write(stream, bytes, count);
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	return result;
}

static ssize_t stream_read(php_stream *stream, char *bytes, size_t count)
{
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, false);
	if (passage == TRUE_ASYNC_REFUSED) {
		return -1;
	}
	ssize_t result = stream_original->read(stream, bytes, count);
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	return result;
}

/* What is closed is closed, also for a coroutine that is cancelled. */
static int stream_close(php_stream *stream, int close_handle)
{
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, true);
	int result = stream_original->close(stream, close_handle);
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	for (true_async_writer **link = &writers; *link; link = &(*link)->next) {
		if ((*link)->stream == stream) {
			true_async_writer *writer = *link;
			*link = writer->next;
			free(writer);
			leave_gate(TRUE_ASYNC_WRITER);
			break;
		}
	}
	return result;
}

static int stream_flush(php_stream *stream)
{
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, true);
	int result = stream_original->flush(stream);
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	return result;
}

static int stream_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	INSIDE(-1, stream_original->seek(stream, offset, whence, new_offset));
}

static int stream_stat(php_stream *stream, php_stream_statbuf *buffer)
{
	INSIDE(-1, stream_original->stat(stream, buffer));
}

static void put_gates_before(php_stream *stream)
{
	const php_stream_ops *known = __atomic_load_n(&stream_original, __ATOMIC_ACQUIRE);
	if (!known) {
		php_stream_ops operations = *stream->ops;
		operations.write = stream_write;
		operations.read = stream_read;
		operations.close = stream_close;
		operations.flush = stream_flush;
		if (operations.seek) {
			operations.seek = stream_seek;
		}
		if (operations.stat) {
			operations.stat = stream_stat;
		}
		/* Threads that get here at the same time write the same, also while others use it. */
		stream_operations = operations;
		known = stream->ops;
		__atomic_store_n(&stream_original, known, __ATOMIC_RELEASE);
	}
	if (stream->ops == known) {
		stream->ops = &stream_operations;
	}
}

/* ---- the wrapper ---- */

static php_stream *open_file(php_stream_wrapper *self, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	enum true_async_passage writing = strpbrk(mode, "wax+c") ? enter_gate(TRUE_ASYNC_WRITER, false) : TRUE_ASYNC_OPEN;
	if (writing == TRUE_ASYNC_REFUSED) {
		return NULL;
	}
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, false);
	php_stream *stream = NULL;
	if (passage != TRUE_ASYNC_REFUSED) {
		stream = original->wops->stream_opener(self, path, mode, options, opened_path, context STREAMS_REL_CC);
	}
	if (stream) {
		put_gates_before(stream);
	}
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	if (writing == TRUE_ASYNC_ENTERED) {
		true_async_writer *writer = stream ? malloc(sizeof *writer) : NULL;
		if (writer) {
			*writer = (true_async_writer) {stream, writers};
			writers = writer;
		} else {
			leave_gate(TRUE_ASYNC_WRITER);
		}
	}
	return stream;
}

static php_stream *open_directory(php_stream_wrapper *self, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	enum true_async_passage passage = enter_gate(TRUE_ASYNC_OPERATION, false);
	if (passage == TRUE_ASYNC_REFUSED) {
		return NULL;
	}
	php_stream *stream = original->wops->dir_opener(self, path, mode, options, opened_path, context STREAMS_REL_CC);
	if (passage == TRUE_ASYNC_ENTERED) {
		leave_gate(TRUE_ASYNC_OPERATION);
	}
	return stream;
}

static int url_stat(php_stream_wrapper *self, const char *url, int flags, php_stream_statbuf *buffer, php_stream_context *context)
{
	INSIDE(-1, original->wops->url_stat(self, url, flags, buffer, context));
}

static int unlink_file(php_stream_wrapper *self, const char *url, int options, php_stream_context *context)
{
	INSIDE(0, original->wops->unlink(self, url, options, context));
}

static int rename_file(php_stream_wrapper *self, const char *from, const char *to, int options, php_stream_context *context)
{
	INSIDE(0, original->wops->rename(self, from, to, options, context));
}

static int make_directory(php_stream_wrapper *self, const char *url, int mode, int options, php_stream_context *context)
{
	INSIDE(0, original->wops->stream_mkdir(self, url, mode, options, context));
}

static int remove_directory(php_stream_wrapper *self, const char *url, int options, php_stream_context *context)
{
	INSIDE(0, original->wops->stream_rmdir(self, url, options, context));
}

/* Puts the gate before PHP's phar wrapper, if there is one: all modules have started. Idempotent. */
void true_async_wrap_phar(true_async_enter enter, true_async_leave leave)
{
	zval *place = zend_hash_str_find(php_stream_get_url_stream_wrappers_hash_global(), ZEND_STRL("phar"));
	const php_stream_wrapper *present = place ? Z_PTR_P(place) : NULL;
	if (!present || present == &wrapper || !present->wops->stream_opener) {
		return;
	}
	enter_gate = enter;
	leave_gate = leave;
	original = present;
	stream_original = NULL;
	operations = *present->wops;
	operations.stream_opener = open_file;
#define GATE(operation, ours) if (operations.operation) operations.operation = ours
	GATE(dir_opener, open_directory);
	GATE(url_stat, url_stat);
	GATE(unlink, unlink_file);
	GATE(rename, rename_file);
	GATE(stream_mkdir, make_directory);
	GATE(stream_rmdir, remove_directory);
#undef GATE
	wrapper = *present;
	wrapper.wops = &operations;
	/* In its place: the order of stream_get_wrappers() stays. */
	Z_PTR_P(place) = &wrapper;
}
