/*
 * What libxml_use_internal_errors() and libxml_set_streams_context() have set, and the errors that were collected, belong to
 * the coroutine. One that has set nothing has what main had set when the scheduler was launched [io/EG-7].
 *
 *   list of errors   the shared one, which is emptied at a switch, or the coroutine's own after it has chosen for itself
 *   context          the shared one, or the coroutine's own; SoapClient sets one while it loads a description,
 *   and switches off the loading of other files
 *
 * PHP has a list exactly when libxml calls its handler for structured errors. Until one of the functions is called nothing
 * is looked at.
 */
#include "php.h"
#include "zend_llist.h"
#include "zend_smart_str.h"
#include "shim_busy.h"
#include <dlfcn.h>

/* The structure, as the installed header has it (build.rs): the header itself wants those of libxml. */
#include "libxml_globals.h"

PER_THREAD unsigned true_async_watched;

/* A call begins that may switch settings. */
void true_async_watch(void) { true_async_watched = 1; }

#ifdef HAVE_LIBXML_GLOBALS

typedef void (*set_handler)(void *context, void *handler);
typedef void **(*handler_place)(void);

static PER_THREAD struct {
	bool launched;
	zend_libxml_globals *globals;
	set_handler set_handler;
	/* Where libxml has the handler, of each thread. */
	handler_place place;
	/* PHP's, which does not export it: known as soon as errors are collected. */
	void *handler;
	/* What a coroutine that has set nothing has: NULL when errors are not collected. */
	zend_llist *errors;
	zval context;
	bool loader_disabled;
} shared;

/* What a coroutine has taken with it. */
struct true_async_libxml {
	bool has_own_errors;
	bool has_content;
	bool has_context;
	bool has_loader;
	/* Its own list, NULL when it does not collect. Or what was in the shared one. */
	zend_llist *errors;
	zval context;
};

_Static_assert(sizeof(struct true_async_libxml) <= sizeof(true_async_libxml_room), "");

/* At the start of every request. */
void true_async_libxml_startup(void)
{
	/* Found once, they stay. */
	set_handler set = shared.set_handler;
	handler_place place = shared.place;
	memset(&shared, 0, sizeof shared);
	true_async_watched = 0;
	shared.set_handler = set ? set : (set_handler) dlsym(RTLD_DEFAULT, "xmlSetStructuredErrorFunc");
	shared.place = place ? place : (handler_place) dlsym(RTLD_DEFAULT, "__xmlStructuredError");
	if (shared.set_handler && shared.place) {
		shared.globals = true_async_module_globals(ZEND_STRL("libxml"), sizeof(zend_libxml_globals));
	}
}

static void learn_handler(void)
{
	if (shared.globals->error_list) {
		shared.handler = *shared.place();
	}
}

/* At launch. */
void true_async_libxml_launch(void)
{
	if (shared.globals && !shared.launched) {
		shared.launched = true;
		learn_handler();
		shared.errors = shared.globals->error_list;
		ZVAL_COPY(&shared.context, &shared.globals->stream_context);
		shared.loader_disabled = shared.globals->entity_loader_disabled;
		true_async_watched |= shared.errors || !Z_ISUNDEF(shared.context);
	}
}

static void destroy_list(zend_llist *list)
{
	if (list) {
		zend_llist_destroy(list);
		efree(list);
	}
}

/* At the end of a request; the globals themselves are PHP's to free. */
void true_async_libxml_shutdown(void)
{
	if (shared.globals && shared.globals->error_list != shared.errors) {
		destroy_list(shared.errors);
	}
	zval_ptr_dtor(&shared.context);
	shared.errors = NULL;
	ZVAL_UNDEF(&shared.context);
	true_async_watched = 0;
}

/* Moves what is in a list into another one. */
static zend_llist *move_content(zend_llist *from)
{
	zend_llist *to = emalloc(sizeof *to);
	*to = *from;
	zend_llist_init(from, from->size, from->dtor, from->persistent);
	return to;
}

/* Before a coroutine chooses for itself: PHP may free the list. */
void true_async_libxml_choose(void)
{
	true_async_watch();
	if (shared.errors && shared.globals->error_list == shared.errors) {
		shared.globals->error_list = move_content(shared.errors);
	}
}

static bool is_shared_context(const zval *context)
{
	return Z_TYPE_P(context) == Z_TYPE(shared.context) && (Z_ISUNDEF_P(context) || Z_PTR_P(context) == Z_PTR(shared.context));
}

/* Puts a list into its place, and has libxml call PHP's handler if there is one. */
static void set_errors(zend_llist *list)
{
	if (!list != !shared.globals->error_list) {
		learn_handler();
		shared.set_handler(NULL, list ? shared.handler : NULL);
	}
	shared.globals->error_list = list;
}

bool true_async_libxml_take(true_async_libxml_room *room)
{
	struct true_async_libxml *to = (struct true_async_libxml *) room;
	zend_libxml_globals *globals = shared.globals;
	if (!globals) {
		return false;
	}
	to->has_own_errors = globals->error_list != shared.errors;
	to->has_content = !to->has_own_errors && shared.errors && zend_llist_count(shared.errors) != 0;
	if (to->has_own_errors) {
		to->errors = globals->error_list;
		set_errors(shared.errors);
	} else if (to->has_content) {
		to->errors = move_content(shared.errors);
	}
	to->has_context = !is_shared_context(&globals->stream_context);
	if (to->has_context) {
		/* Moved, whatever owns it: SoapClient does not count its own. */
		ZVAL_COPY_VALUE(&to->context, &globals->stream_context);
		ZVAL_COPY(&globals->stream_context, &shared.context);
	}
	to->has_loader = globals->entity_loader_disabled != shared.loader_disabled;
	globals->entity_loader_disabled = shared.loader_disabled;
	return to->has_own_errors || to->has_content || to->has_context || to->has_loader;
}

void true_async_libxml_put(true_async_libxml_room *room)
{
	struct true_async_libxml *from = (struct true_async_libxml *) room;
	zend_libxml_globals *globals = shared.globals;
	if (from->has_own_errors) {
		set_errors(from->errors);
	} else if (from->has_content) {
		zend_llist_destroy(shared.errors);
		*shared.errors = *from->errors;
		efree(from->errors);
	}
	if (from->has_context) {
		zval_ptr_dtor(&globals->stream_context);
		ZVAL_COPY_VALUE(&globals->stream_context, &from->context);
	}
	if (from->has_loader) {
		globals->entity_loader_disabled = !shared.loader_disabled;
	}
}

void true_async_libxml_forget(void)
{
	zend_libxml_globals *globals = shared.globals;
	if (!globals) {
		return;
	}
	globals->entity_loader_disabled = shared.loader_disabled;
	if (globals->error_list != shared.errors) {
		zend_llist *own = globals->error_list;
		set_errors(shared.errors);
		destroy_list(own);
	} else if (shared.errors) {
		zend_llist_clean(shared.errors);
	}
	if (!is_shared_context(&globals->stream_context)) {
		zval_ptr_dtor(&globals->stream_context);
		ZVAL_COPY(&globals->stream_context, &shared.context);
	}
}

/* Borrowed: the code that sets another one meanwhile keeps it. */
void true_async_libxml_get_context(zval *to)
{
	ZVAL_UNDEF(to);
	if (shared.globals) {
		ZVAL_COPY_VALUE(to, &shared.globals->stream_context);
	}
}

/* What was set meanwhile is not needed any more. */
void true_async_libxml_restore_context(const zval *from)
{
	if (shared.globals) {
		zval *context = &shared.globals->stream_context;
		if (Z_TYPE_P(context) != Z_TYPE_P(from) || (!Z_ISUNDEF_P(from) && Z_PTR_P(context) != Z_PTR_P(from))) {
			zval_ptr_dtor(context);
			ZVAL_COPY_VALUE(context, from);
		}
	}
}

#else

void true_async_libxml_get_context(zval *to) { ZVAL_UNDEF(to); }
void true_async_libxml_restore_context(const zval *from) {}
void true_async_libxml_startup(void) {}
void true_async_libxml_launch(void) {}
void true_async_libxml_shutdown(void) {}
void true_async_libxml_choose(void) { true_async_watch(); }
bool true_async_libxml_take(true_async_libxml_room *to) { return false; }
void true_async_libxml_put(true_async_libxml_room *from) {}
void true_async_libxml_forget(void) {}

#endif
