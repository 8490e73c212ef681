/*
 * The list of register_tick_function(). PHP's own marks the function that is being called, for all at once: while one coroutine
 * waited in it, it was not called in any other, and could not be unregistered. Its entries are known to no header, so the list is
 * ours, and what is being called is known by the marks of the coroutine (shim_marks.c). All else is as PHP does it.
 *
 * A call keeps its entry in the list, so that it finds the next one; an entry that is unregistered meanwhile is not called again.
 */
#include "php.h"
#include "shim_busy.h"

typedef struct entry entry;
struct entry {
	entry *next;
	entry *previous;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	uint32_t calls;
	bool registered;
};

static PER_THREAD entry *first, *last;

/* Runs destructors. */
static void forget(entry *it)
{
	*(it->previous ? &it->previous->next : &first) = it->next;
	*(it->next ? &it->next->previous : &last) = it->previous;
	zend_fcall_info_args_clear(&it->fci, true);
	zval_ptr_dtor(&it->fci.function_name);
	if (it->fcc.object) {
		OBJ_RELEASE(it->fcc.object);
	}
	efree(it);
}

static entry *keep(entry *it)
{
	if (it) {
		it->calls++;
	}
	return it;
}

/* To the next entry, which is kept before this one is let go: destructors of what that has may unregister others. */
static entry *step(entry *it)
{
	entry *next = keep(it->next);
	if (--it->calls == 0 && !it->registered) {
		forget(it);
	}
	return next;
}

static void call(void *of)
{
	entry *it = of;
	zval result;
	/* Of each call alone: several coroutines may be in it. */
	zend_fcall_info fci = it->fci;
	zend_fcall_info_cache fcc = it->fcc;
	fci.retval = &result;
	zend_call_function(&fci, &fcc);
	zval_ptr_dtor(&result);
}

/* After a statement of code that declares ticks. */
void true_async_ticks_run(void)
{
	for (entry *it = keep(first); it; it = step(it)) {
		if (it->registered && !true_async_tick_is_called(it)) {
			true_async_marked_tick(it, call);
		}
	}
}

void true_async_register_tick_function(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *params = NULL;
	uint32_t count = 0;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "f*", &fci, &fcc, &params, &count) == FAILURE) {
		RETURN_THROWS();
	}
	entry *it = emalloc(sizeof(entry));
	*it = (entry){.previous = last, .fci = fci, .fcc = fcc, .registered = true};
	Z_TRY_ADDREF(it->fci.function_name);
	if (it->fcc.object) {
		GC_ADDREF(it->fcc.object);
	}
	zend_fcall_info_argp(&it->fci, count, params);
	*(last ? &last->next : &first) = it;
	last = it;
	RETURN_TRUE;
}

static bool is_same(zval *left, zval *right)
{
	if (Z_TYPE_P(left) != Z_TYPE_P(right)) {
		return false;
	}
	switch (Z_TYPE_P(left)) {
		case IS_STRING:
			return zend_binary_zval_strcmp(left, right) == 0;
		case IS_ARRAY:
			return zend_compare_arrays(left, right) == 0;
		case IS_OBJECT:
			return zend_compare_objects(left, right) == 0;
		default:
			return false;
	}
}

void true_async_unregister_tick_function(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();

	bool found = false;
	/* What is compared may run PHP code. */
	for (entry *it = keep(first); it; it = step(it)) {
		if (!found && it->registered && is_same(&it->fci.function_name, &fci.function_name) && it->registered) {
			if (true_async_tick_is_called(it)) {
				zend_throw_error(NULL, "Registered tick function cannot be unregistered while it is being executed");
			} else {
				it->registered = false;
				found = true;
			}
		}
	}
}

/* The end of a request: after a fatal error calls may not have come back. */
void true_async_ticks_request_shutdown(void)
{
	while (first) {
		forget(first);
	}
}
