/*
 * What functions leave in the globals of their module for the next call: the last errors of json, preg, sockets, date and
 * mysqli, the text that mb_output_handler() has converted half, the message that libxml is putting together. They belong to
 * the coroutine [io/EG-9]. Modules whose structure no installed header has are not here: docs/globals.md.
 */
#include "php.h"
#include "zend_smart_str.h"
#include "ext/json/php_json.h"
#include "ext/pcre/php_pcre.h"
#include "ext/date/php_date.h"
#include "shim_results.h"
/* The structures, as the installed headers have them (build.rs): the headers themselves want those of libraries. */
#include "libxml_globals.h"
#include "mysqli_globals.h"
#include "sockets_globals.h"
/* Without its mbregex, and with it. */
#if defined(__has_include)
# if __has_include("ext/mbstring/libmbfl/mbfl/mbfilter.h")
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Wsign-compare"
#  include "ext/mbstring/libmbfl/mbfl/mbfilter.h"
#  pragma GCC diagnostic pop
#  undef HAVE_MBREGEX
#  include "mbstring_globals.h"
#  define HAVE_MBREGEX 1
#  include "mbstring_regex_globals.h"
# endif
#endif

_Static_assert(sizeof(php_json_error_code) == sizeof(int) && sizeof(php_pcre_error_code) == sizeof(int), "");

static int no_error;
static void *nothing;
static zend_long no_number;
static bool never;
static zend_string *no_message;

#define NOWHERE { \
	.json_error = &no_error, .pcre_error = &no_error, .socket_error = &no_error, .date_errors = &nothing, \
	.mysqli_error = &no_number, .converter = &nothing, .converting = &never, .libxml_message = &no_message, \
}

PER_THREAD true_async_results_places true_async_results_at = NOWHERE;
#define AT true_async_results_at

static PER_THREAD struct {
	char **mysqli_message;
	unsigned *converter_state;
	smart_str *libxml_message;
} rest;

#define GLOBALS_OF(module, type) ((type *) true_async_module_globals(ZEND_STRL(module), sizeof(type)))

#ifdef HAS_OUTCONV_STATE
# define FIND_CONVERTER(globals) (AT.converting = &(globals)->outconv_enabled, rest.converter_state = &(globals)->outconv_state)
#else
# define FIND_CONVERTER(globals) (AT.converter = (void **) &(globals)->outconv)
#endif

/* At the start of every request. */
void true_async_results_startup(void)
{
	static const true_async_results_places nowhere = NOWHERE;
	AT = nowhere;
	memset(&rest, 0, sizeof rest);
	zend_json_globals *json = GLOBALS_OF("json", zend_json_globals);
	zend_pcre_globals *pcre = GLOBALS_OF("pcre", zend_pcre_globals);
	zend_date_globals *date = GLOBALS_OF("date", zend_date_globals);
	if (json) {
		AT.json_error = (int *) &json->error_code;
	}
	if (pcre) {
		AT.pcre_error = (int *) &pcre->error_code;
	}
	if (date) {
		AT.date_errors = (void **) &date->last_errors;
	}
#ifdef HAVE_SOCKETS_GLOBALS
	zend_sockets_globals *sockets = GLOBALS_OF("sockets", zend_sockets_globals);
	if (sockets) {
		AT.socket_error = &sockets->last_error;
	}
#endif
#ifdef HAVE_MYSQLI_GLOBALS
	zend_mysqli_globals *mysqli = GLOBALS_OF("mysqli", zend_mysqli_globals);
	if (mysqli) {
		AT.mysqli_error = &mysqli->error_no;
		rest.mysqli_message = &mysqli->error_msg;
	}
#endif
#ifdef HAVE_MBSTRING_GLOBALS
	zend_mbstring_globals *mbstring = GLOBALS_OF("mbstring", zend_mbstring_globals);
	zend_mbstring_regex_globals *with_regex = GLOBALS_OF("mbstring", zend_mbstring_regex_globals);
	if (mbstring) {
		FIND_CONVERTER(mbstring);
	} else if (with_regex) {
		FIND_CONVERTER(with_regex);
	}
#endif
#ifdef HAVE_LIBXML_GLOBALS
	zend_libxml_globals *libxml = GLOBALS_OF("libxml", zend_libxml_globals);
	if (libxml) {
		AT.libxml_message = &libxml->error_buffer.s;
		rest.libxml_message = &libxml->error_buffer;
	}
#endif
}

#define MOVE(to, global, at_rest) ((to) = (global), (global) = (at_rest))

void true_async_results_take(true_async_results *to)
{
	MOVE(to->json_error, *AT.json_error, 0);
	MOVE(to->pcre_error, *AT.pcre_error, 0);
	MOVE(to->socket_error, *AT.socket_error, 0);
	MOVE(to->date_errors, *AT.date_errors, NULL);
	MOVE(to->mysqli_error, *AT.mysqli_error, 0);
	if (rest.mysqli_message) {
		MOVE(to->mysqli_message, *rest.mysqli_message, NULL);
	}
	MOVE(to->converter, *AT.converter, NULL);
	MOVE(to->converting, *AT.converting, false);
	if (rest.converter_state) {
		MOVE(to->converter_state, *rest.converter_state, 0);
	}
	if (rest.libxml_message) {
		to->libxml_message = *rest.libxml_message;
		memset(rest.libxml_message, 0, sizeof(smart_str));
	}
}

void true_async_results_put(const true_async_results *from)
{
	/* A coroutine that ran meanwhile has taken its own with it, or has ended and left none. */
	*AT.json_error = from->json_error;
	*AT.pcre_error = from->pcre_error;
	*AT.socket_error = from->socket_error;
	*AT.date_errors = from->date_errors;
	*AT.mysqli_error = from->mysqli_error;
	if (rest.mysqli_message) {
		*rest.mysqli_message = from->mysqli_message;
	}
	*AT.converter = from->converter;
	*AT.converting = from->converting;
	if (rest.converter_state) {
		*rest.converter_state = from->converter_state;
	}
	if (rest.libxml_message) {
		*rest.libxml_message = from->libxml_message;
	}
}

/* date has no function that forgets its errors; but whatever makes a date without any does. */
static void forget_date_errors(void)
{
	zval date;
	php_date_instantiate(php_date_get_immutable_ce(), &date);
	php_date_initialize(Z_PHPDATE_P(&date), ZEND_STRL("@0"), NULL, NULL, 0);
	zval_ptr_dtor(&date);
}

/* A coroutine has ended, and with it its output buffers. */
void true_async_results_forget(void)
{
	*AT.json_error = 0;
	*AT.pcre_error = 0;
	*AT.socket_error = 0;
	if (*AT.date_errors) {
		forget_date_errors();
	}
	*AT.mysqli_error = 0;
	if (rest.mysqli_message && *rest.mysqli_message) {
		efree(*rest.mysqli_message);
		*rest.mysqli_message = NULL;
	}
	if (rest.libxml_message) {
		smart_str_free(rest.libxml_message);
	}
}
