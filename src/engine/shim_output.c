/*
 * Output buffers. Each coroutine has a stack of its own; below all of them lie the buffers that PHP has opened before the
 * script (output_buffering, output_handler, zlib.output_compression), which belong to the request [core/OB-9]:
 *
 *        main's          a coroutine's      at rest
 *     [ ob_start() ]    [ ob_start() ]
 *     [ ob_start() ]
 *     --------------- buffers of the request ---------------   the same ones in every stack
 *
 * So what PHP writes goes through them in every coroutine, and it needs no copy of PHP's code for that. In coroutines other
 * than main the functions ob_* do as if nothing were there below the line. Code that closes one of them (main, or C code
 * that ends all buffers) is told by the buffer's own destructor; other stacks lose it when they are put in place again.
 *
 * Shared by all, as the request has one of each: the flags (output was sent, implicit flush, disabled), where the output
 * began, the headers, and the variables of output_add_rewrite_var().
 */
#include "php.h"
#include "php_globals.h"
#include "php_output.h"
#include "shim_busy.h"

#ifdef ZTS
# define OUTPUT (*TSRMG_BULK(output_globals_id, zend_output_globals *))
#else
# define OUTPUT output_globals
#endif

/* PHP opens two at most, and another extension perhaps one more. With more than these all are main's. */
enum { MOST = 8 };

typedef void (*destructor)(void *opaque);

static PER_THREAD struct {
	php_output_handler *buffer;
	void *opaque;
	destructor original;
} of_request[MOST];

PER_THREAD true_async_request_buffers true_async_of_request;
static PER_THREAD bool has_begun;

static bool (*in_other_coroutine)(void);

/* At module start. `in_other`: whether a coroutine other than main is running. */
void true_async_output_startup(bool (*in_other)(void)) { in_other_coroutine = in_other; }

/* At the start of a request, when none is open yet. */
void true_async_output_request_startup(void)
{
	true_async_of_request.count = 0;
	true_async_of_request.active = NULL;
	has_begun = false;
}

/* A buffer of the request is destroyed: always the uppermost, nothing can lie between. */
static void closed(void *opaque)
{
	for (int i = true_async_of_request.count - 1; i >= 0; i--) {
		if (opaque != &of_request[i] && opaque != of_request[i].opaque) {
			continue;
		}
		true_async_of_request.count = i;
		true_async_of_request.active = i ? of_request[i - 1].buffer : NULL;
		if (of_request[i].original && of_request[i].opaque) {
			of_request[i].original(of_request[i].opaque);
		}
		return;
	}
}

/* The first code of the request is about to run: what is open now is the request's. */
void true_async_output_script_begins(void)
{
	int count = OUTPUT.active ? OUTPUT.handlers.top : 0;
	if (has_begun || count > MOST) {
		return;
	}
	has_begun = true;
	php_output_handler **open = zend_stack_base(&OUTPUT.handlers);
	for (int i = 0; i < count; i++) {
		of_request[i].buffer = open[i];
		of_request[i].opaque = open[i]->opaq;
		of_request[i].original = open[i]->dtor;
		/* Buffers without data of their own do not look at it. */
		if (!open[i]->opaq) {
			open[i]->opaq = &of_request[i];
		}
		open[i]->dtor = closed;
	}
	true_async_of_request.count = count;
	true_async_of_request.active = count ? OUTPUT.active : NULL;
}

/* ---- at a switch ---- */

/* Moves the stack out; what is left are the buffers of the request. The flags stay. */
void true_async_output_take(true_async_output_room *to)
{
	to->handlers = OUTPUT.handlers;
	to->active = OUTPUT.active;
	to->running = OUTPUT.running;
	to->of_request = true_async_of_request.count;
	zend_stack_init(&OUTPUT.handlers, sizeof(php_output_handler *));
	for (int i = 0; i < true_async_of_request.count; i++) {
		zend_stack_push(&OUTPUT.handlers, &of_request[i].buffer);
	}
	OUTPUT.active = true_async_of_request.active;
	OUTPUT.running = NULL;
}

void true_async_output_put(const true_async_output_room *from)
{
	/* An emptied stack keeps its allocation. */
	zend_stack_destroy(&OUTPUT.handlers);
	OUTPUT.handlers = from->handlers;
	OUTPUT.active = from->active;
	OUTPUT.running = from->running;
	int closed_meanwhile = from->of_request - true_async_of_request.count;
	if (closed_meanwhile <= 0) {
		return;
	}
	php_output_handler **stack = zend_stack_base(&OUTPUT.handlers);
	OUTPUT.handlers.top -= closed_meanwhile;
	for (int i = true_async_of_request.count; i < OUTPUT.handlers.top; i++) {
		stack[i] = stack[i + closed_meanwhile];
		/* PHP knows by it which is the last. */
		stack[i]->level -= closed_meanwhile;
	}
	OUTPUT.active = OUTPUT.handlers.top ? stack[OUTPUT.handlers.top - 1] : NULL;
}

/* ---- a coroutine's own ---- */

static bool has_own(void) { return OUTPUT.active && OUTPUT.handlers.top > true_async_of_request.count; }

bool true_async_output_buffered(void) { return has_own(); }

/* Closes them and writes what they hold, also those that must not be removed. */
void true_async_output_flush_all(void)
{
	while (has_own()) {
		OUTPUT.active->flags |= PHP_OUTPUT_HANDLER_REMOVABLE;
		if (php_output_end() != SUCCESS) {
			return;
		}
	}
}

/* What the last fatal error has discarded. */
static PER_THREAD struct {
	bool any;
	int count;
	php_output_handler *active, *running;
} discarded;

/*
 * A fatal error is about to be reported, and PHP to jump: a coroutine's own buffers are discarded [core/OB-5], but not the
 * report. Their memory goes with the request; a callback is not called any more.
 */
void true_async_output_before_jump(void)
{
	discarded.any = has_own() && in_other_coroutine();
	if (discarded.any) {
		discarded.count = OUTPUT.handlers.top;
		discarded.active = OUTPUT.active;
		discarded.running = OUTPUT.running;
		OUTPUT.handlers.top = true_async_of_request.count;
		OUTPUT.active = true_async_of_request.active;
		OUTPUT.running = NULL;
	}
}

void true_async_output_before_catching(void) { discarded.any = false; }

void true_async_output_after_catching(void)
{
	if (discarded.any && OUTPUT.handlers.top == true_async_of_request.count) {
		OUTPUT.handlers.top = discarded.count;
		OUTPUT.active = discarded.active;
		OUTPUT.running = discarded.running;
	}
	discarded.any = false;
}

/* ---- ob_* in coroutines other than main ---- */

/* How many levels the running coroutine does not see. */
static int hidden(void) { return true_async_of_request.count && in_other_coroutine() ? true_async_of_request.count : 0; }

/* Whether it sees none at all. */
static bool sees_none(void) { return hidden() && !has_own(); }

#define CALL_ORIGINAL() original(INTERNAL_FUNCTION_PARAM_PASSTHRU)

#define FUNCTION(name) static void name(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)

static void not_permitted(const char *format)
{
	php_error_docref("ref.outcontrol", E_NOTICE, format, ZSTR_VAL(OUTPUT.active->name), OUTPUT.active->level - hidden());
}

/* Whether the call is not one for PHP: there is no buffer, or it may not be done with it. Notices are PHP's own. */
static bool refuse(const char *none, const char *not_allowed, int ability)
{
	if (sees_none()) {
		if (none) {
			php_error_docref("ref.outcontrol", E_NOTICE, "%s", none);
		}
		return true;
	}
	if (hidden() && !(OUTPUT.active->flags & ability)) {
		not_permitted(not_allowed);
		return true;
	}
	return false;
}

#define REFUSABLE(name, none, not_allowed, ability) \
	FUNCTION(name) \
	{ \
		if (ZEND_NUM_ARGS() == 0 && refuse(none, not_allowed, ability)) { \
			RETURN_FALSE; \
		} \
		CALL_ORIGINAL(); \
	}

REFUSABLE(flush_one, "Failed to flush buffer. No buffer to flush", "Failed to flush buffer of %s (%d)", PHP_OUTPUT_HANDLER_FLUSHABLE)
REFUSABLE(clean_one, "Failed to delete buffer. No buffer to delete", "Failed to delete buffer of %s (%d)", PHP_OUTPUT_HANDLER_CLEANABLE)
REFUSABLE(end_flush, "Failed to delete and flush buffer. No buffer to delete or flush", "Failed to send buffer of %s (%d)",
	PHP_OUTPUT_HANDLER_REMOVABLE)
REFUSABLE(end_clean, "Failed to delete buffer. No buffer to delete", "Failed to discard buffer of %s (%d)", PHP_OUTPUT_HANDLER_REMOVABLE)
FUNCTION(get_contents)
{
	if (ZEND_NUM_ARGS() == 0 && sees_none()) {
		RETURN_FALSE;
	}
	CALL_ORIGINAL();
}

/* These return what one holds that they cannot remove. */
static void take_contents(zif_handler original, INTERNAL_FUNCTION_PARAMETERS, const char *none, const char *not_allowed)
{
	bool is_call = ZEND_NUM_ARGS() == 0;
	if (is_call && hidden() && has_own() && !(OUTPUT.active->flags & PHP_OUTPUT_HANDLER_REMOVABLE)) {
		php_output_get_contents(return_value);
		not_permitted(not_allowed);
		if (OUTPUT.active) {
			not_permitted("Failed to delete buffer of %s (%d)");
		}
	} else if (is_call && refuse(none, NULL, ~0)) {
		RETURN_FALSE;
	} else {
		CALL_ORIGINAL();
	}
}

FUNCTION(get_flush)
{
	take_contents(original, INTERNAL_FUNCTION_PARAM_PASSTHRU, "Failed to delete and flush buffer. No buffer to delete or flush",
		"Failed to send buffer of %s (%d)");
}

FUNCTION(get_clean)
{
	take_contents(original, INTERNAL_FUNCTION_PARAM_PASSTHRU, NULL, "Failed to discard buffer of %s (%d)");
}

FUNCTION(get_level)
{
	CALL_ORIGINAL();
	if (Z_TYPE_P(return_value) == IS_LONG) {
		Z_LVAL_P(return_value) -= hidden();
	}
}

/* What it says of itself does not count them either. */
static void lower_level(zval *status)
{
	zval *level = zend_hash_str_find(Z_ARRVAL_P(status), ZEND_STRL("level"));
	if (level && Z_TYPE_P(level) == IS_LONG) {
		Z_LVAL_P(level) -= hidden();
	}
}

/* An array with an entry for each level. */
static void drop_hidden(zval *list)
{
	zval rest, *entry;
	zend_long level = 0;
	array_init(&rest);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
		if (level++ >= hidden()) {
			if (Z_TYPE_P(entry) == IS_ARRAY) {
				lower_level(entry);
			}
			Z_TRY_ADDREF_P(entry);
			add_next_index_zval(&rest, entry);
		}
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(list);
	ZVAL_COPY_VALUE(list, &rest);
}

FUNCTION(list_handlers)
{
	CALL_ORIGINAL();
	if (hidden() && Z_TYPE_P(return_value) == IS_ARRAY) {
		drop_hidden(return_value);
	}
}

FUNCTION(get_status)
{
	CALL_ORIGINAL();
	if (!hidden() || Z_TYPE_P(return_value) != IS_ARRAY) {
		return;
	}
	if (!zend_hash_str_exists(Z_ARRVAL_P(return_value), ZEND_STRL("level"))) {
		drop_hidden(return_value);
	} else if (has_own()) {
		lower_level(return_value);
	} else {
		zval_ptr_dtor(return_value);
		array_init(return_value);
	}
}

/* ---- replacing them ---- */

#define REPLACED(X) \
	X(ob_get_level, get_level) X(ob_get_status, get_status) X(ob_list_handlers, list_handlers) X(ob_get_contents, get_contents) \
	X(ob_get_length, get_contents) X(ob_flush, flush_one) X(ob_clean, clean_one) X(ob_end_flush, end_flush) \
	X(ob_end_clean, end_clean) X(ob_get_flush, get_flush) X(ob_get_clean, get_clean)

#define WRAPPER(name, ours) \
	static zif_handler name##_original; \
	static ZEND_FUNCTION(name##_wrapper) \
	{ \
		if (!true_async_of_request.count) { \
			name##_original(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} else { \
			ours(name##_original, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} \
	}
REPLACED(WRAPPER)

static void replace(const char *name, size_t length, zif_handler ours, zif_handler *original)
{
	zend_internal_function *function = zend_hash_str_find_ptr(CG(function_table), name, length);
	if (function && function->handler != ours) {
		*original = function->handler;
		function->handler = ours;
	}
}

/* At module start: every thread gets a copy of this table. */
void true_async_output_replace_functions(void)
{
#define REPLACE(name, ours) replace(ZEND_STRL(#name), ZEND_FN(name##_wrapper), &name##_original);
	REPLACED(REPLACE)
}
