/*
 * Files of stream wrappers are read before they are compiled: the methods of a wrapper may suspend [core/SU-5], the compiler
 * may not.
 */
#include "php.h"
#include "zend_stream.h"
#include "shim_mirror.h"

enum true_async_read { TRUE_ASYNC_COMPILE, TRUE_ASYNC_FAILED, TRUE_ASYNC_INCLUDED_MEANWHILE };
MIRRORED_ENUM(enum true_async_read, TRUE_ASYNC_INCLUDED_MEANWHILE, 2);

/* As opcache sees it: everything else it may have in its cache, where it is found without being read. */
static bool is_never_cached(const zend_string *name)
{
	const char *path = ZSTR_VAL(name);
	return strstr(path, "://") && strncmp(path, "file://", 7) != 0 && strncmp(path, "phar://", 7) != 0;
}

/* Whether the caller is include_once or require_once, which have noted the file as included, and know what "included" is. */
static bool noted_by_once(const zend_file_handle *handle)
{
	const zend_execute_data *frame = EG(current_execute_data);
	return handle->type == ZEND_HANDLE_STREAM && handle->opened_path
		&& frame->func && ZEND_USER_CODE(frame->func->type) && frame->opline->opcode == ZEND_INCLUDE_OR_EVAL
		&& (frame->opline->extended_value == ZEND_INCLUDE_ONCE || frame->opline->extended_value == ZEND_REQUIRE_ONCE);
}

/*
 * Opens and reads the file, as the compiler would; then it finds the text in the handle. There is a frame.
 */
enum true_async_read true_async_read_ahead(zend_file_handle *handle, int type)
{
	if (handle->buf || !handle->filename || !is_never_cached(handle->filename)
	 || (handle->type != ZEND_HANDLE_FILENAME
	  && (handle->type != ZEND_HANDLE_STREAM || handle->handle.stream.reader != (zend_stream_reader_t) _php_stream_read))) {
		return TRUE_ASYNC_COMPILE;
	}
	/* It counts as included when what it declares is there, not before [core/IN-3]. */
	bool once = noted_by_once(handle);
	if (once) {
		zend_hash_del(&EG(included_files), handle->opened_path);
	}
	char *text;
	size_t length;
	bool read = zend_stream_fixup(handle, &text, &length) == SUCCESS;
	bool noted = !once || zend_hash_add_empty_element(&EG(included_files), handle->opened_path);
	if (!read) {
		if (!EG(exception)) {
			zend_message_dispatcher(type == ZEND_REQUIRE ? ZMSG_FAILED_REQUIRE_FOPEN : ZMSG_FAILED_INCLUDE_FOPEN,
				ZSTR_VAL(handle->filename));
		}
		return TRUE_ASYNC_FAILED;
	}
	/*
	 * opcache takes what it found for an opcode last for the file that is compiled at this opcode next. Another coroutine may
	 * have got there meanwhile. Asked for a path that it does not cache, it forgets that; no method of a wrapper is called.
	 */
	zend_string *path = zend_resolve_path(handle->filename);
	if (path) {
		zend_string_release(path);
	}
	return noted ? TRUE_ASYNC_COMPILE : TRUE_ASYNC_INCLUDED_MEANWHILE;
}

/* ---- include_path ---- */

/*
 * Settings of this request that a search may still go along: not every search begins with zend_resolve_path(), and what
 * changes the setting frees the text.
 */
static TSRM_TLS HashTable *earlier;

static zend_string *include_path(void)
{
	const zend_ini_entry *setting = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("include_path"));
	return setting ? setting->value : NULL;
}

/* Before a call that may change the setting: its text stays until the end of the request. */
void true_async_keep_include_path(void)
{
	zend_string *text = include_path();
	if (!text || ZSTR_IS_INTERNED(text)) {
		return;
	}
	if (!earlier) {
		earlier = pemalloc(sizeof *earlier, 1);
		zend_hash_init(earlier, 8, NULL, NULL, 1);
	}
	if (zend_hash_index_add_ptr(earlier, (zend_ulong) (uintptr_t) text, text)) {
		zend_string_addref(text);
	}
}

/* At the end of the request. */
void true_async_forget_include_paths(void)
{
	zend_string *text;
	if (!earlier) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(earlier, text) {
		zend_string_release(text);
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(earlier);
	pefree(earlier, 1);
	earlier = NULL;
}
