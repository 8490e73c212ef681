/*
 * Globals that belong to the coroutine that uses them (io chapter 7), apart from the few that are copied at
 * every switch: what is being done (an output buffer, a comparison, a class that is being linked ...) and what a function has
 * left for the next call (strtok(); of modules, shim_results.c). At rest, that is at almost every switch, they have
 * one value for all; only fields of installed headers are touched. docs/globals.md decides every field of every global.
 *
 *   in use?  --no-->  nothing
 *      | yes
 *   take: moved into the coroutine's memory, the globals are at rest      put: back, before the coroutine goes on
 *   forget: what a coroutine has left when it ends is released
 */
#include "php.h"
#include "php_globals.h"
#include "php_output.h"
#include "php_streams.h"
#include "zend_fibers.h"
#include "zend_smart_str.h"
#include "ext/standard/url_scanner_ex.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "shim_results.h"

/* ---- where they are ---- */

static PER_THREAD struct {
#ifdef ZTS
	zend_output_globals *output;
	php_basic_globals *basic;
	php_file_globals *file;
	php_core_globals *core;
#endif
	/* As the request found it: SoapClient switches it on while it connects. */
	bool allow_url_fopen;
} at;

#ifdef ZTS
# define OUTPUT (*at.output)
# define BASIC (*at.basic)
# define FILES (*at.file)
# define CORE (*at.core)
#else
# define OUTPUT output_globals
# define BASIC basic_globals
# define FILES file_globals
# define CORE core_globals
#endif

void *true_async_module_globals(const char *name, size_t length, size_t size)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, name, length);
	if (!module || module->globals_size != size) {
		return NULL;
	}
#ifdef ZTS
	return module->globals_id_ptr && *module->globals_id_ptr ? TSRMG_BULK(*module->globals_id_ptr, void *) : NULL;
#else
	return module->globals_ptr;
#endif
}

/* At the start of every request; the running output callback is wanted elsewhere. */
php_output_handler **true_async_find_busy(void)
{
#ifdef ZTS
	at.output = TSRMG_BULK(output_globals_id, zend_output_globals *);
	at.basic = TSRMG_BULK(basic_globals_id, php_basic_globals *);
	at.file = TSRMG_BULK(file_globals_id, php_file_globals *);
	at.core = TSRMG_BULK(core_globals_id, php_core_globals *);
#endif
	true_async_results_startup();
	at.allow_url_fopen = CORE.allow_url_fopen;
	true_async_libxml_startup();
	true_async_output_request_startup();
	return &OUTPUT.running;
}

/* ---- at a switch ---- */

enum {
	OUTPUT_BUFFERS = 1 << 0,
	COMPARISON = 1 << 1,
	PROC_CLOSE = 1 << 2,
	USER_STREAM = 1 << 3,
	SERIALIZATION = 1 << 4,
	SCOPE = 1 << 5,
	LINKING = 1 << 6,
	AUTOLOADS = 1 << 7,
	WRAPPER_ERRORS = 1 << 8,
	STRTOK = 1 << 9,
	RESULTS = 1 << 10,
	HTTP_HEADERS = 1 << 11,
	LOGGING = 1 << 12,
	LIBXML = 1 << 13,
	URL_FOPEN = 1 << 14,
	REWRITING = 1 << 15,
	SOAP = 1 << 16,
	MARKS = 1 << 17,
};

/* All but `used` as the globals have it. */
typedef struct {
	unsigned used;
	true_async_output_room output;
	zend_fcall_info compare;
	zend_fcall_info_cache compare_cache;
	int pclose_wait;
	const char *user_stream_opening;
	bool in_user_include;
	unsigned serialize_lock;
	struct php_serialize_data *serialize_data;
	unsigned serialize_level;
	struct php_unserialize_data *unserialize_data;
	unsigned unserialize_level;
	zend_class_entry *fake_scope;
	zend_string *filename_override;
	zend_long lineno_override;
	zend_class_entry *linking_class;
	bool record_errors;
	uint32_t num_errors;
	zend_error_info **errors;
	HashTable *delayed_autoloads;
	HashTable *wrapper_errors;
	zend_string *strtok_string;
	char *strtok_last;
	size_t strtok_len;
	true_async_results results;
	/* Up to its table of tags, which is a setting. */
	char rewriting[XtOffsetOf(url_adapt_state_ex_t, tags)];
	zval http_headers;
	true_async_libxml_room libxml;
	true_async_soap_room soap;
	true_async_mark *marks;
} true_async_busy;

_Static_assert(sizeof(true_async_busy) <= 1024 && _Alignof(true_async_busy) <= 8, "Globals in engine/busy.rs has no room for it");

#if PHP_VERSION_ID >= 80400
# define HTTP_HEADERS_KEPT Z_TYPE_INFO(BASIC.last_http_headers)
#else
# define HTTP_HEADERS_KEPT 0
#endif

/* Other buffers than those of the request. */
#define OTHER_OUTPUT ((uintptr_t) OUTPUT.active ^ (uintptr_t) true_async_of_request.active)
#define OTHER_OUTPUT_COUNT ((unsigned) (OUTPUT.handlers.top ^ true_async_of_request.count))
#define OUTPUT_USED (OTHER_OUTPUT | OTHER_OUTPUT_COUNT)

/*
 * The function of set_error_handler() that was set last, borrowed: PHP takes it out of its place for as long as it is called, and
 * the call holds it.
 */
static PER_THREAD zval error_handler;

void true_async_error_handler_changed(const zval *handler) { ZVAL_COPY_VALUE(&error_handler, handler); }

/* NULL unless it is being called. */
zval *true_async_called_error_handler(void)
{
	return Z_TYPE(error_handler) != IS_UNDEF && Z_TYPE(EG(user_error_handler)) == IS_UNDEF ? &error_handler : NULL;
}

/* Asked at every switch. The globals without a branch, and with what has one width put together first, which is an instruction for each. */
bool true_async_is_busy(void)
{
	const true_async_results_places *results = &true_async_results_at;
	const unsigned char flags = CORE.in_user_include | CORE.in_error_log | EG(record_errors);
	const unsigned counts = OTHER_OUTPUT_COUNT
		| BASIC.serialize_lock | BASIC.serialize.level | BASIC.unserialize.level | HTTP_HEADERS_KEPT
		| (unsigned) FILES.pclose_wait | EG(num_errors) | EG(error_handling) | (unsigned) BASIC.url_adapt_output_ex.active
		| true_async_watched | RESULTS_IN_COUNTS(results);
	const uintptr_t pointers = OTHER_OUTPUT
		| BASIC.user_compare_fci.size | (uintptr_t) BASIC.strtok_string
		| (uintptr_t) FILES.user_stream_current_filename | (uintptr_t) FILES.wrapper_errors
		| (uintptr_t) EG(fake_scope) | (uintptr_t) EG(filename_override)
		| (uintptr_t) CG(current_linking_class) | (uintptr_t) CG(delayed_autoloads)
		| (uintptr_t) true_async_marks | (uintptr_t) true_async_soap_methods | RESULTS_IN_POINTERS(results);
	return (pointers | counts | flags) != 0 || true_async_called_error_handler() || zend_fiber_switch_blocked();
}

#define MOVE(to, global, rest) ((to) = (global), (global) = (rest))

static void drop(HashTable **table)
{
	if (*table) {
		zend_hash_destroy(*table);
		FREE_HASHTABLE(*table);
		*table = NULL;
	}
}

void true_async_busy_take(true_async_busy *to)
{
	unsigned used = 0;
	if (OUTPUT_USED) {
		used |= OUTPUT_BUFFERS;
		true_async_output_take(&to->output);
	}
	if (BASIC.user_compare_fci.size) {
		used |= COMPARISON;
		MOVE(to->compare, BASIC.user_compare_fci, empty_fcall_info);
		MOVE(to->compare_cache, BASIC.user_compare_fci_cache, empty_fcall_info_cache);
	}
	if (FILES.pclose_wait) {
		used |= PROC_CLOSE;
		MOVE(to->pclose_wait, FILES.pclose_wait, 0);
	}
	if (FILES.user_stream_current_filename || CORE.in_user_include) {
		used |= USER_STREAM;
		MOVE(to->user_stream_opening, FILES.user_stream_current_filename, NULL);
		MOVE(to->in_user_include, CORE.in_user_include, false);
	}
	if (BASIC.serialize_lock | BASIC.serialize.level | BASIC.unserialize.level) {
		used |= SERIALIZATION;
		MOVE(to->serialize_lock, BASIC.serialize_lock, 0);
		MOVE(to->serialize_data, BASIC.serialize.data, NULL);
		MOVE(to->serialize_level, BASIC.serialize.level, 0);
		MOVE(to->unserialize_data, BASIC.unserialize.data, NULL);
		MOVE(to->unserialize_level, BASIC.unserialize.level, 0);
	}
	if (EG(fake_scope) || EG(filename_override)) {
		used |= SCOPE;
		MOVE(to->fake_scope, EG(fake_scope), NULL);
		MOVE(to->filename_override, EG(filename_override), NULL);
		MOVE(to->lineno_override, EG(lineno_override), -1);
	}
	/* The class is not there any more while others are loaded that it waits for, what was recorded is. */
	if (CG(current_linking_class) || EG(record_errors) || EG(num_errors)) {
		used |= LINKING;
		MOVE(to->linking_class, CG(current_linking_class), NULL);
		MOVE(to->record_errors, EG(record_errors), false);
		MOVE(to->num_errors, EG(num_errors), 0);
		MOVE(to->errors, EG(errors), NULL);
	}
	if (CG(delayed_autoloads)) {
		used |= AUTOLOADS;
		MOVE(to->delayed_autoloads, CG(delayed_autoloads), NULL);
	}
	if (FILES.wrapper_errors && zend_hash_num_elements(FILES.wrapper_errors) == 0) {
		/* PHP makes another one when it needs one. */
		drop(&FILES.wrapper_errors);
	} else if (FILES.wrapper_errors) {
		used |= WRAPPER_ERRORS;
		MOVE(to->wrapper_errors, FILES.wrapper_errors, NULL);
	}
	if (BASIC.strtok_string) {
		used |= STRTOK;
		MOVE(to->strtok_string, BASIC.strtok_string, NULL);
		MOVE(to->strtok_last, BASIC.strtok_last, NULL);
		MOVE(to->strtok_len, BASIC.strtok_len, 0);
	}
	if (RESULTS_IN_COUNTS(&true_async_results_at) | RESULTS_IN_POINTERS(&true_async_results_at)) {
		used |= RESULTS;
		true_async_results_take(&to->results);
	}
	if (BASIC.url_adapt_output_ex.active) {
		used |= REWRITING;
		memcpy(to->rewriting, &BASIC.url_adapt_output_ex, sizeof to->rewriting);
		memset(&BASIC.url_adapt_output_ex, 0, sizeof to->rewriting);
	}
#if PHP_VERSION_ID >= 80400
	if (HTTP_HEADERS_KEPT) {
		used |= HTTP_HEADERS;
		ZVAL_COPY_VALUE(&to->http_headers, &BASIC.last_http_headers);
		ZVAL_UNDEF(&BASIC.last_http_headers);
	}
#endif
	if (CORE.in_error_log) {
		used |= LOGGING;
		CORE.in_error_log = false;
	}
	if (true_async_watched && true_async_libxml_take(&to->libxml)) {
		used |= LIBXML;
	}
	if (true_async_watched && CORE.allow_url_fopen != at.allow_url_fopen) {
		used |= URL_FOPEN;
		CORE.allow_url_fopen = at.allow_url_fopen;
	}
	if (true_async_soap_methods) {
		used |= SOAP;
		true_async_soap_take(&to->soap);
	}
	if (true_async_marks) {
		used |= MARKS;
		to->marks = true_async_marks_take(&to->marks);
	}
	to->used = used;
}

void true_async_busy_put(true_async_busy *from)
{
	unsigned used = from->used;
	from->used = 0;
	if (used & OUTPUT_BUFFERS) {
		true_async_output_put(&from->output);
	}
	if (used & COMPARISON) {
		BASIC.user_compare_fci = from->compare;
		BASIC.user_compare_fci_cache = from->compare_cache;
	}
	if (used & PROC_CLOSE) {
		FILES.pclose_wait = from->pclose_wait;
	}
	if (used & USER_STREAM) {
		FILES.user_stream_current_filename = from->user_stream_opening;
		CORE.in_user_include = from->in_user_include;
	}
	if (used & SERIALIZATION) {
		BASIC.serialize_lock = from->serialize_lock;
		BASIC.serialize.data = from->serialize_data;
		BASIC.serialize.level = from->serialize_level;
		BASIC.unserialize.data = from->unserialize_data;
		BASIC.unserialize.level = from->unserialize_level;
	}
	if (used & SCOPE) {
		EG(fake_scope) = from->fake_scope;
		EG(filename_override) = from->filename_override;
		EG(lineno_override) = from->lineno_override;
	}
	if (used & LINKING) {
		CG(current_linking_class) = from->linking_class;
		EG(record_errors) = from->record_errors;
		EG(num_errors) = from->num_errors;
		EG(errors) = from->errors;
	}
	if (used & AUTOLOADS) {
		/* One that has ended may have left it. */
		drop(&CG(delayed_autoloads));
		CG(delayed_autoloads) = from->delayed_autoloads;
	}
	if (used & WRAPPER_ERRORS) {
		drop(&FILES.wrapper_errors);
		FILES.wrapper_errors = from->wrapper_errors;
	}
	if (used & STRTOK) {
		BASIC.strtok_string = from->strtok_string;
		BASIC.strtok_last = from->strtok_last;
		BASIC.strtok_len = from->strtok_len;
	}
	if (used & RESULTS) {
		true_async_results_put(&from->results);
	}
	if (used & REWRITING) {
		memcpy(&BASIC.url_adapt_output_ex, from->rewriting, sizeof from->rewriting);
	}
#if PHP_VERSION_ID >= 80400
	if (used & HTTP_HEADERS) {
		ZVAL_COPY_VALUE(&BASIC.last_http_headers, &from->http_headers);
	}
#endif
	if (used & LOGGING) {
		CORE.in_error_log = true;
	}
	if (used & LIBXML) {
		true_async_libxml_put(&from->libxml);
	}
	if (used & URL_FOPEN) {
		CORE.allow_url_fopen = !at.allow_url_fopen;
	}
	if (used & SOAP) {
		true_async_soap_put(&from->soap);
	}
	if (used & MARKS) {
		true_async_marks_put(from->marks);
	}
}

/* ---- at the end of a coroutine ---- */

/* Its buffers have been written, and with them what output_add_rewrite_var() has opened. */
static void forget_rewriting(void)
{
	url_adapt_state_ex_t *state = &BASIC.url_adapt_output_ex;
	if (state->active) {
		smart_str *texts[] = {&state->tag, &state->arg, &state->attr_val, &state->buf, &state->result, &state->form_app, &state->url_app};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
			smart_str_free(texts[i]);
		}
		memset(state, 0, XtOffsetOf(url_adapt_state_ex_t, tags));
	}
}

void true_async_busy_forget(void)
{
	if (BASIC.strtok_string) {
		zend_string_release(BASIC.strtok_string);
		BASIC.strtok_string = NULL;
		BASIC.strtok_last = NULL;
		BASIC.strtok_len = 0;
	}
	true_async_results_forget();
	forget_rewriting();
#if PHP_VERSION_ID >= 80400
	zval_ptr_dtor(&BASIC.last_http_headers);
	ZVAL_UNDEF(&BASIC.last_http_headers);
#endif
	drop(&FILES.wrapper_errors);
	/* What is left of delayed autoloads the next to link a class gets: loading is never wrong. */
	if (CG(delayed_autoloads) && zend_hash_num_elements(CG(delayed_autoloads)) == 0) {
		drop(&CG(delayed_autoloads));
	}
	if (true_async_watched) {
		true_async_libxml_forget();
	}
	if (true_async_soap_methods) {
		true_async_soap_leave_behind();
	}
}
