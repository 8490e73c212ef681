/*
 * Globals that belong to the coroutine that uses them (io chapter 7), apart from the few that are copied at
 * every switch: what is being done (an output buffer, a comparison, a class that is being linked ...) and what a function has
 * left for the next call (strtok(), the last error of json and preg ...). At rest, that is at almost every switch, they have
 * one value for all; only fields whose place is known are touched.
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
#include "ext/json/php_json.h"
#include "ext/pcre/php_pcre.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "shim_busy.h"

/* ---- where they are ---- */

static int no_error;

static PER_THREAD struct {
#ifdef ZTS
	zend_output_globals *output;
	php_basic_globals *basic;
	php_file_globals *file;
	php_core_globals *core;
#endif
	int *json_error;
	int *pcre_error;
	/* As the request found it: SoapClient switches it on while it connects. */
	bool allow_url_fopen;
} at = {.json_error = &no_error, .pcre_error = &no_error};

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

_Static_assert(sizeof(php_json_error_code) == sizeof(int) && sizeof(php_pcre_error_code) == sizeof(int), "");

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
	zend_json_globals *json = true_async_module_globals(ZEND_STRL("json"), sizeof *json);
	zend_pcre_globals *pcre = true_async_module_globals(ZEND_STRL("pcre"), sizeof *pcre);
	at.json_error = json ? (int *) &json->error_code : &no_error;
	at.pcre_error = pcre ? (int *) &pcre->error_code : &no_error;
	at.allow_url_fopen = CORE.allow_url_fopen;
	true_async_libxml_startup();
	true_async_soap_startup();
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
	LAST_ERRORS = 1 << 10,
	HTTP_HEADERS = 1 << 11,
	LOGGING = 1 << 12,
	LIBXML = 1 << 13,
	URL_FOPEN = 1 << 14,
	SOAP = 1 << 15,
};

/* All but `used` as the globals have it. */
typedef struct {
	unsigned used;
	zend_output_globals output;
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
	int json_error;
	int pcre_error;
	zval http_headers;
	true_async_libxml_room libxml;
	true_async_soap_room soap;
} true_async_busy;

void true_async_output_take(zend_output_globals *to);
void true_async_output_put(const zend_output_globals *from);

size_t true_async_busy_size(void) { return sizeof(true_async_busy); }

#if PHP_VERSION_ID >= 80400
# define HTTP_HEADERS_KEPT Z_TYPE_INFO(BASIC.last_http_headers)
#else
# define HTTP_HEADERS_KEPT 0
#endif

/* At every switch: without a branch. */
bool true_async_is_busy(void)
{
	uintptr_t used = (uintptr_t) OUTPUT.active | (unsigned) OUTPUT.handlers.top
		| BASIC.user_compare_fci.size | (uintptr_t) BASIC.strtok_string
		| BASIC.serialize_lock | BASIC.serialize.level | BASIC.unserialize.level | HTTP_HEADERS_KEPT
		| (uintptr_t) FILES.user_stream_current_filename | (uintptr_t) FILES.wrapper_errors | (unsigned) FILES.pclose_wait
		| CORE.in_user_include | CORE.in_error_log
		| (uintptr_t) EG(fake_scope) | (uintptr_t) EG(filename_override)
		| (uintptr_t) CG(current_linking_class) | (uintptr_t) CG(delayed_autoloads)
		| (unsigned) *at.json_error | (unsigned) *at.pcre_error | true_async_watched;
	return used != 0;
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
	if (OUTPUT.active || OUTPUT.handlers.top) {
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
	if (CG(current_linking_class)) {
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
	if (*at.json_error | *at.pcre_error) {
		used |= LAST_ERRORS;
		MOVE(to->json_error, *at.json_error, 0);
		MOVE(to->pcre_error, *at.pcre_error, 0);
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
	if (true_async_watched && true_async_soap_take(&to->soap)) {
		used |= SOAP;
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
	if (used & LAST_ERRORS) {
		*at.json_error = from->json_error;
		*at.pcre_error = from->pcre_error;
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
}

/* ---- at the end of a coroutine ---- */

void true_async_busy_forget(void)
{
	if (BASIC.strtok_string) {
		zend_string_release(BASIC.strtok_string);
		BASIC.strtok_string = NULL;
		BASIC.strtok_last = NULL;
		BASIC.strtok_len = 0;
	}
	*at.json_error = 0;
	*at.pcre_error = 0;
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
		true_async_soap_forget();
	}
}
