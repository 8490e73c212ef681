/* Part of zend_async_API.h: coroutine flags, callables, switch handlers, internal context
 * [abi/ABI-130 to ABI-132, abi/ABI-140, abi/ABI-183]. */
#ifndef TRUE_ASYNC_COROUTINE_H
#define TRUE_ASYNC_COROUTINE_H

BEGIN_EXTERN_C()

/* {{{ Flags */

#define ZEND_ASYNC_COROUTINE_HAS_(coroutine_, bit) (((coroutine_)->event.flags & (bit)) != 0)

#define ZEND_COROUTINE_IS_STARTED(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_STARTED)
#define ZEND_COROUTINE_IS_CANCELLED(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_CANCELLED)
#define ZEND_COROUTINE_IS_FINISHED(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_ASYNC_EVENT_F_CLOSED)
#define ZEND_COROUTINE_IS_ZOMBIE(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_ZOMBIE)
#define ZEND_COROUTINE_IS_PROTECTED(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_PROTECTED)
#define ZEND_COROUTINE_IS_MAIN(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_MAIN)
#define ZEND_COROUTINE_IS_FIBER(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_FIBER)
#define ZEND_COROUTINE_IS_YIELD(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_COROUTINE_F_YIELD)
#define ZEND_COROUTINE_IS_EXCEPTION_HANDLED(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED)
#define ZEND_COROUTINE_IS_BAILOUT(co) ZEND_ASYNC_COROUTINE_HAS_(co, ZEND_ASYNC_EVENT_F_BAILOUT)

#define ZEND_COROUTINE_SET_STARTED(co) ((co)->event.flags |= ZEND_COROUTINE_F_STARTED)
#define ZEND_COROUTINE_SET_CANCELLED(co) ((co)->event.flags |= ZEND_COROUTINE_F_CANCELLED)
#define ZEND_COROUTINE_SET_FINISHED(co) ((co)->event.flags |= ZEND_ASYNC_EVENT_F_CLOSED)
#define ZEND_COROUTINE_SET_ZOMBIE(co) ((co)->event.flags |= ZEND_COROUTINE_F_ZOMBIE)
/* Between SET_PROTECTED and CLR_PROTECTED a cancellation does not interrupt the coroutine: the first one is remembered, and thrown
 * where the coroutine first waits behind CLR_PROTECTED. If it ends without another wait, the cancellation is what it ends with, as if it
 * had cancelled itself; if it ends without CLR_PROTECTED, it was not cancelled. CLR_PROTECTED by other code while the coroutine waits
 * ends that wait only with the next cancellation. Each ends all sections that are open, those of Async\protect() as well: where PHP code
 * may have called this function, ask IS_PROTECTED first, and clear only what was not set [abi/ABI-117]. */
#define ZEND_COROUTINE_SET_PROTECTED(co) ((co)->event.flags |= ZEND_COROUTINE_F_PROTECTED)
#define ZEND_COROUTINE_CLR_PROTECTED(co) ((co)->event.flags &= ~ZEND_COROUTINE_F_PROTECTED)
#define ZEND_COROUTINE_SET_MAIN(co) ((co)->event.flags |= ZEND_COROUTINE_F_MAIN)
#define ZEND_COROUTINE_SET_FIBER(co) ((co)->event.flags |= ZEND_COROUTINE_F_FIBER)
#define ZEND_COROUTINE_SET_YIELD(co) ((co)->event.flags |= ZEND_COROUTINE_F_YIELD)
#define ZEND_COROUTINE_CLR_YIELD(co) ((co)->event.flags &= ~ZEND_COROUTINE_F_YIELD)
#define ZEND_COROUTINE_SET_EXCEPTION_HANDLED(co) ((co)->event.flags |= ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED)
#define ZEND_COROUTINE_CLR_EXCEPTION_HANDLED(co) ((co)->event.flags &= ~ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED)
#define ZEND_COROUTINE_SET_BAILOUT(co) ((co)->event.flags |= ZEND_ASYNC_EVENT_F_BAILOUT)

/* }}} */

/* {{{ Callables [abi/ABI-178, abi/ABI-183] */

/* Destroys parameters, named parameters and the callable, frees the block. NULL is allowed.
 * Errors: as left by destructors. Never suspends itself [abi/ABI-178]. */
ZEND_API void zend_fcall_release(zend_fcall_t *fcall);

static zend_always_inline zend_fcall_t *zend_async_fcall_new(
		zend_fcall_info fci, zend_fcall_info_cache fci_cache, const zval *args, uint32_t args_count, HashTable *named_args)
{
	zend_fcall_t *fcall = (zend_fcall_t *) ecalloc(1, sizeof(zend_fcall_t));

	fcall->fci = fci;
	fcall->fci_cache = fci_cache;
	fcall->fci.param_count = args_count;
	fcall->fci.params = NULL;
	fcall->fci.named_params = named_args;

	if (args_count > 0) {
		fcall->fci.params = (zval *) safe_emalloc(args_count, sizeof(zval), 0);
		for (uint32_t i = 0; i < args_count; i++) {
			ZVAL_COPY(&fcall->fci.params[i], &args[i]);
		}
	}

	if (named_args != NULL) {
		GC_TRY_ADDREF(named_args);
	}

	Z_TRY_ADDREF(fcall->fci.function_name);

	return fcall;
}

/* Declares and fills a heap zend_fcall_t *var: copies the arguments, adds references to named arguments and callable. */
#define ZEND_ASYNC_FCALL_DEFINE(var, fci_, fci_cache_, args_, args_count_, named_args_) \
	zend_fcall_t *var = zend_async_fcall_new((fci_), (fci_cache_), (args_), (uint32_t) (args_count_), (named_args_))

/* Describes a coroutine: where it was spawned, where it is suspended, and the given name.
 * name: callable's name, NULL for none. Returns a new string. No errors, never suspends [abi/ABI-178]. */
ZEND_API zend_string *zend_coroutine_gen_info(zend_coroutine_t *coroutine, char *name);

/* New reference to the name of what a coroutine runs: "main", the callable's name, or "internal function".
 * No errors, never suspends [abi/ABI-178]. */
static zend_always_inline zend_string *zend_coroutine_callable_name(const zend_coroutine_t *coroutine)
{
	if (ZEND_COROUTINE_IS_MAIN(coroutine)) {
		return zend_string_init("main", sizeof("main") - 1, 0);
	}

	if (coroutine->fcall != NULL && !Z_ISUNDEF(coroutine->fcall->fci.function_name)) {
		return zend_get_callable_name_ex(&coroutine->fcall->fci.function_name, coroutine->fcall->fci.object);
	}

	return zend_string_init("internal function", sizeof("internal function") - 1, 0);
}

/* }}} */

/* {{{ Switch handlers [abi/ABI-130, abi/ABI-131] */

/* Adds a handler that is called whenever the coroutine is entered, left or finished.
 * Returns its index, or that of an equal handler. Errors: E_WARNING and 0 for a NULL handler or during the execution
 * of handlers. Never suspends [abi/ABI-130]. */
ZEND_API uint32_t zend_coroutine_add_switch_handler(zend_coroutine_t *coroutine, zend_coroutine_switch_handler_fn handler);

/* Removes a handler by index; later entries move down.
 * Returns false when there is none; E_WARNING and false during the execution of handlers.
 * Never suspends [abi/ABI-130]. */
ZEND_API bool zend_coroutine_remove_switch_handler(zend_coroutine_t *coroutine, uint32_t handler_index);

/* Calls all handlers and drops those that return false. is_enter, is_finishing: true and false on entering,
 * both false on leaving, false and true at the end [abi/ABI-131].
 * Returns true. Errors: as left by handlers. Never suspends [abi/ABI-130]. */
ZEND_API bool zend_coroutine_call_switch_handlers(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing);

/* Create and free the handler vector of a coroutine. Freeing it during handler execution is refused with E_WARNING. Never
 * suspend [abi/ABI-130]. */
ZEND_API void zend_coroutine_switch_handlers_init(zend_coroutine_t *coroutine);
ZEND_API void zend_coroutine_switch_handlers_destroy(zend_coroutine_t *coroutine);

/* Remembers a handler for every future main coroutine of this thread, across requests. Allowed before launch.
 * Returns false for a duplicate. No throw, never suspends [abi/ABI-132]. */
ZEND_API bool zend_async_add_main_coroutine_start_handler(zend_coroutine_switch_handler_fn handler);

/* Copies the remembered handlers to a main coroutine and calls them as on enter.
 * Returns whether no exception is pending. Never suspends [abi/ABI-132]. */
ZEND_API bool zend_async_call_main_coroutine_start_handlers(zend_coroutine_t *main_coroutine);

#define ZEND_ASYNC_CALL_SWITCH_HANDLERS_(co, is_enter_, is_finishing_) \
	do { \
		if ((co)->switch_handlers != NULL) { \
			zend_coroutine_call_switch_handlers((co), (is_enter_), (is_finishing_)); \
		} \
	} while (0)

#define ZEND_COROUTINE_ENTER(co) ZEND_ASYNC_CALL_SWITCH_HANDLERS_(co, true, false)
#define ZEND_COROUTINE_LEAVE(co) ZEND_ASYNC_CALL_SWITCH_HANDLERS_(co, false, false)
#define ZEND_COROUTINE_FINISH(co) ZEND_ASYNC_CALL_SWITCH_HANDLERS_(co, false, true)

#define ZEND_COROUTINE_ADD_SWITCH_HANDLER(co, handler_) zend_coroutine_add_switch_handler((co), (handler_))
#define ZEND_ASYNC_ADD_MAIN_COROUTINE_START_HANDLER(handler_) zend_async_add_main_coroutine_start_handler(handler_)
#define ZEND_ASYNC_ADD_SWITCH_HANDLER(handler_) \
	do { \
		if (ZEND_ASYNC_CURRENT_COROUTINE != NULL) { \
			zend_coroutine_add_switch_handler(ZEND_ASYNC_CURRENT_COROUTINE, (handler_)); \
		} else { \
			zend_async_add_main_coroutine_start_handler(handler_); \
		} \
	} while (0)

/* }}} */

/* {{{ Internal context: per-coroutine values for C code, invisible to PHP [abi/ABI-140] */

/* Allocates a process-wide key.
 * name: static string; the same address always gives the same key. Returns the key, never 0.
 * No errors; thread safe on ZTS; never suspends. */
ZEND_API uint32_t zend_async_internal_context_key_alloc(const char *name);

/* Returns the string a key was allocated with, or NULL. No errors, never suspends. */
ZEND_API const char *zend_async_internal_context_key_name(uint32_t key);

/* Returns a borrowed pointer to the value of a key, or NULL when it or the coroutine is missing.
 * No errors, never suspends. */
ZEND_API zval *zend_async_internal_context_find(zend_coroutine_t *coroutine, uint32_t key);

/* Copies a value under a key and destroys the previous one. Returns false for a NULL coroutine.
 * No throw, never suspends. */
ZEND_API bool zend_async_internal_context_set(zend_coroutine_t *coroutine, uint32_t key, zval *value);

/* Destroys the value of a key. Returns false when there was none. No throw, never suspends. */
ZEND_API bool zend_async_internal_context_unset(zend_coroutine_t *coroutine, uint32_t key);

/* Set the table of a coroutine to none, and destroy it; called by coroutine implementations.
 * Destroying does not touch what IS_PTR values point at. No errors, never suspend. */
ZEND_API void zend_async_coroutine_internal_context_init(zend_coroutine_t *coroutine);
ZEND_API void zend_async_coroutine_internal_context_dispose(zend_coroutine_t *coroutine);

/* Set up and tear down the key registry; only true_async itself calls these. No errors, never suspend. */
ZEND_API void zend_async_init_internal_context_api(void);
ZEND_API void zend_async_internal_context_api_shutdown(void);

#define ZEND_ASYNC_INTERNAL_CONTEXT_KEY_ALLOC(name_) zend_async_internal_context_key_alloc(name_)
#define ZEND_ASYNC_INTERNAL_CONTEXT_KEY_NAME(key_) zend_async_internal_context_key_name(key_)
#define ZEND_ASYNC_INTERNAL_CONTEXT_FIND(co, key_) zend_async_internal_context_find((co), (key_))
#define ZEND_ASYNC_INTERNAL_CONTEXT_SET(co, key_, value_) zend_async_internal_context_set((co), (key_), (value_))
#define ZEND_ASYNC_INTERNAL_CONTEXT_UNSET(co, key_) zend_async_internal_context_unset((co), (key_))

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_COROUTINE_H */
