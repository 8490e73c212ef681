/*
 * Streams that are channels of a connection: the operations of their tables are replaced in place, and so are those of the
 * wrappers that open some. What has to happen around an operation is decided above.
 */
#include "php.h"
#include "php_streams.h"
#include "shim_mirror.h"

/* In shim_deep.c: tables may be constant for other code. */
bool true_async_write_handler(void **field, void *value);
/* In shared_tables.rs: one thread at a time. */
__attribute__((visibility("hidden"))) void true_async_change_tables(void (*change)(void *), void *of);

typedef struct {
	uintptr_t key;
	bool entered;
} true_async_passage;
MIRRORED(true_async_passage, 16, entered, 8);

/* Before and after an operation on a stream, or on the resource with that number; false: it must not be done. */
typedef bool (*true_async_pass)(php_stream *stream, zend_long resource, bool closing, true_async_passage *passage);
typedef void (*true_async_passed)(true_async_passage *passage);
/* A stream was opened through the resource that its address names. */
typedef void (*true_async_opened)(zend_long resource, php_stream *stream);

static true_async_pass pass;
static true_async_passed passed;
static true_async_opened opened;

void true_async_channels_startup(true_async_pass before, true_async_passed after, true_async_opened told)
{
	pass = before;
	passed = after;
	opened = told;
}

/* ---- streams ---- */

#define TABLES 16

static struct {
	const php_stream_ops *table;
	php_stream_ops original;
} known[TABLES];
static int tables;

static const php_stream_ops *original(const php_stream *stream)
{
	int count = __atomic_load_n(&tables, __ATOMIC_ACQUIRE);
	for (int i = 0; i < count; i++) {
		if (known[i].table == stream->ops) {
			return &known[i].original;
		}
	}
	return stream->ops;
}

static ssize_t channel_write(php_stream *stream, const char *bytes, size_t count)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return -1;
	}
	ssize_t result = original(stream)->write(stream, bytes, count);
	passed(&passage);
	return result;
}

static ssize_t channel_read(php_stream *stream, char *bytes, size_t count)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return -1;
	}
	ssize_t result = original(stream)->read(stream, bytes, count);
	passed(&passage);
	return result;
}

static int channel_close(php_stream *stream, int close_handle)
{
	true_async_passage passage;
	if (!pass(stream, 0, true, &passage)) {
		/* Its connection forgets a large object and tells the server nothing. For others there is no such way. */
		const bool is_large_object = strcmp(stream->ops->label, "pdo_pgsql lob stream") == 0;
		return is_large_object ? original(stream)->close(stream, 0) : 0;
	}
	int result = original(stream)->close(stream, close_handle);
	passed(&passage);
	return result;
}

static int channel_flush(php_stream *stream)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return -1;
	}
	int result = original(stream)->flush(stream);
	passed(&passage);
	return result;
}

static int channel_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *position)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return -1;
	}
	int result = original(stream)->seek(stream, offset, whence, position);
	passed(&passage);
	return result;
}

static int channel_stat(php_stream *stream, php_stream_statbuf *result_buffer)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return -1;
	}
	int result = original(stream)->stat(stream, result_buffer);
	passed(&passage);
	return result;
}

static int channel_set_option(php_stream *stream, int option, int value, void *parameter)
{
	true_async_passage passage;
	if (!pass(stream, 0, false, &passage)) {
		return PHP_STREAM_OPTION_RETURN_ERR;
	}
	int result = original(stream)->set_option(stream, option, value, parameter);
	passed(&passage);
	return result;
}

static bool is_known(const php_stream_ops *table)
{
	int count = __atomic_load_n(&tables, __ATOMIC_ACQUIRE);
	for (int i = 0; i < count; i++) {
		if (known[i].table == table) {
			return true;
		}
	}
	return false;
}

static void wrap_now(void *of)
{
	const php_stream_ops *table = of;
	if (is_known(table) || tables == TABLES) {
		return;
	}
	known[tables].original = *table;
	known[tables].table = table;
	__atomic_store_n(&tables, tables + 1, __ATOMIC_RELEASE);
	php_stream_ops *ops = (php_stream_ops *) table;
#define REPLACE(field) \
	if (ops->field) { \
		true_async_write_handler((void **) &ops->field, (void *) channel_##field); \
	}
	REPLACE(write)
	REPLACE(read)
	REPLACE(close)
	REPLACE(flush)
	REPLACE(seek)
	REPLACE(stat)
	REPLACE(set_option)
#undef REPLACE
}

static void wrap_table(const php_stream_ops *table)
{
	if (!is_known(table)) {
		true_async_change_tables(wrap_now, (void *) table);
	}
}

/* The number of the resource in a value, 0 if there is none. */
zend_long true_async_resource_number(const zval *value)
{
	return Z_TYPE_P(value) == IS_RESOURCE ? Z_RES_P(value)->handle : 0;
}

/* The stream in a value, NULL if there is none. Its operations are wrapped. */
php_stream *true_async_channel(const zval *value)
{
	if (Z_TYPE_P(value) != IS_RESOURCE) {
		return NULL;
	}
	php_stream *stream = zend_fetch_resource2(Z_RES_P(value), NULL, php_file_le_stream(), php_file_le_pstream());
	if (stream) {
		wrap_table(stream->ops);
	}
	return stream;
}

/* ---- wrappers whose addresses name a resource: ssh2.sftp://Resource id #5/path ---- */

#define WRAPPERS 8

static struct {
	const php_stream_wrapper_ops *table;
	php_stream_wrapper_ops original;
} openers[WRAPPERS];
static int wrappers;

static const php_stream_wrapper_ops *opener(const php_stream_wrapper *wrapper)
{
	for (int i = 0; i < wrappers; i++) {
		if (openers[i].table == wrapper->wops) {
			return &openers[i].original;
		}
	}
	return wrapper->wops;
}

static zend_long named(const char *address)
{
	static const char words[] = "Resource id #";
	const char *at = strstr(address, "://");
	at = at ? at + 3 : address;
	if (strncmp(at, words, sizeof words - 1) == 0) {
		at += sizeof words - 1;
	}
	return *at >= '0' && *at <= '9' ? ZEND_STRTOL(at, NULL, 10) : 0;
}

#define OPENER(name) \
	static php_stream *address_##name(php_stream_wrapper *wrapper, const char *address, const char *mode, int options, \
		zend_string **opened_path, php_stream_context *context STREAMS_DC) \
	{ \
		true_async_passage passage; \
		zend_long resource = named(address); \
		if (!pass(NULL, resource, false, &passage)) { \
			return NULL; \
		} \
		php_stream *stream = opener(wrapper)->name(wrapper, address, mode, options, opened_path, context STREAMS_REL_CC); \
		if (stream && resource) { \
			wrap_table(stream->ops); \
			opened(resource, stream); \
		} \
		passed(&passage); \
		return stream; \
	}

OPENER(stream_opener)
OPENER(dir_opener)

#define OPERATION(name, parameters, arguments, failure) \
	static int address_##name parameters \
	{ \
		true_async_passage passage; \
		if (!pass(NULL, named(address), false, &passage)) { \
			return failure; \
		} \
		int result = opener(wrapper)->name arguments; \
		passed(&passage); \
		return result; \
	}

OPERATION(url_stat, (php_stream_wrapper *wrapper, const char *address, int flags, php_stream_statbuf *buffer, php_stream_context *context),
	(wrapper, address, flags, buffer, context), -1)
OPERATION(unlink, (php_stream_wrapper *wrapper, const char *address, int options, php_stream_context *context),
	(wrapper, address, options, context), 0)
OPERATION(rename, (php_stream_wrapper *wrapper, const char *address, const char *to, int options, php_stream_context *context),
	(wrapper, address, to, options, context), 0)
OPERATION(stream_mkdir, (php_stream_wrapper *wrapper, const char *address, int mode, int options, php_stream_context *context),
	(wrapper, address, mode, options, context), 0)
OPERATION(stream_rmdir, (php_stream_wrapper *wrapper, const char *address, int options, php_stream_context *context),
	(wrapper, address, options, context), 0)

/* Wraps a wrapper by the name of its protocol. */
void true_async_wrap_addresses(const char *protocol, size_t length)
{
	const php_stream_wrapper *wrapper = zend_hash_str_find_ptr(php_stream_get_url_stream_wrappers_hash_global(), protocol, length);
	if (!wrapper || wrappers == WRAPPERS || opener(wrapper) != wrapper->wops) {
		return;
	}
	openers[wrappers].original = *wrapper->wops;
	openers[wrappers].table = wrapper->wops;
	wrappers++;
	php_stream_wrapper_ops *ops = (php_stream_wrapper_ops *) wrapper->wops;
#define REPLACE(field) \
	if (ops->field) { \
		true_async_write_handler((void **) &ops->field, (void *) address_##field); \
	}
	REPLACE(stream_opener)
	REPLACE(dir_opener)
	REPLACE(url_stat)
	REPLACE(unlink)
	REPLACE(rename)
	REPLACE(stream_mkdir)
	REPLACE(stream_rmdir)
#undef REPLACE
}
