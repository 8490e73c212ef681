/* Part of zend_async_API.h: per-thread state [abi/ABI-18, abi/ABI-71, abi/ABI-181]. */
#ifndef TRUE_ASYNC_GLOBALS_H
#define TRUE_ASYNC_GLOBALS_H

BEGIN_EXTERN_C()

typedef struct _zend_async_globals_s {
	zend_async_state_t state;
	zend_atomic_bool heartbeat; /* liveness flag for watchdogs; the scheduler does not touch it */
	bool in_scheduler_context;  /* suspending is illegal while true [abi/ABI-11] */
	bool graceful_shutdown;
	unsigned int active_coroutine_count; /* live, not zombie */
	unsigned int active_event_count;     /* started, not hidden */
	zend_coroutine_t *coroutine;         /* running; NULL before launch */
	zend_async_scope_t *main_scope;
	zend_coroutine_t *scheduler;      /* NULL before launch */
	zend_coroutine_t *main_coroutine; /* runs the script on the OS stack */
	zend_object *exit_exception;      /* owned; rethrown when the run ends */
	zend_async_heartbeat_handler_t heartbeat_handler;
	zend_coroutine_t *acting_coroutine; /* on whose behalf scheduler code acts */
	zend_coroutine_switch_handlers_vector_t main_coroutine_start_handlers; /* persistent memory */
} zend_async_globals_t;

#ifdef ZTS
/* TSRM's number for the object, and where in TSRM's table of a thread the pointer to the thread's copy is, in bytes. There is
 * no copy at a fixed distance from the thread block itself, where TSRMG_FAST() looks: PHP reserves exactly the room that its
 * own globals need, before it loads any module. */
ZEND_API extern int zend_async_globals_id;
ZEND_API extern size_t zend_async_globals_offset;
# define ZEND_ASYNC_G(v) ((*(zend_async_globals_t **) (*(char **) tsrm_get_ls_cache() + zend_async_globals_offset))->v)
#else
ZEND_API extern zend_async_globals_t zend_async_globals_api;
# define ZEND_ASYNC_G(v) (zend_async_globals_api.v)
#endif

/* {{{ Version and availability */

/* Version of the loaded module, to be compared with the header's macros.
 * Returns a static string; no errors, never suspends [abi/ABI-21]. */
ZEND_API const char *zend_async_get_api_version(void);

/* Version number of the loaded module, in the form of ZEND_ASYNC_API_VERSION_NUMBER.
 * No errors, never suspends [abi/ABI-21]. */
ZEND_API int zend_async_get_api_version_number(void);

/* Whether a scheduler and a reactor are registered, in whatever state the request is.
 * No errors, never suspends [abi/ABI-173]. */
ZEND_API bool zend_async_is_enabled(void);

/* Whether a scheduler is registered. No errors, never suspends [abi/ABI-173]. */
ZEND_API bool zend_scheduler_is_enabled(void);

/* Whether a reactor is registered. No errors, never suspends [abi/ABI-173]. */
ZEND_API bool zend_async_reactor_is_enabled(void);

/* Whether tasks can be queued to a thread pool. No errors, never suspends [abi/ABI-173]. */
ZEND_API bool zend_async_thread_pool_is_enabled(void);

/* Life cycle of the state object; only true_async itself calls these.
 * No errors, never suspend [abi/ABI-179]. */
ZEND_API void zend_async_globals_ctor(void);
ZEND_API void zend_async_globals_dtor(void);
ZEND_API void zend_async_api_shutdown(void);

#define ZEND_ASYNC_IS_ENABLED() zend_async_is_enabled()
#define ZEND_ASYNC_REACTOR_IS_ENABLED() zend_async_reactor_is_enabled()

/* }}} */

/* {{{ State */

#define ZEND_ASYNC_ON (ZEND_ASYNC_G(state) > ZEND_ASYNC_OFF)
#define ZEND_ASYNC_IS_OFF (ZEND_ASYNC_G(state) == ZEND_ASYNC_OFF)
#define ZEND_ASYNC_IS_READY (ZEND_ASYNC_G(state) == ZEND_ASYNC_READY)
#define ZEND_ASYNC_IS_ACTIVE (ZEND_ASYNC_G(state) == ZEND_ASYNC_ACTIVE)

/* Only true_async itself changes the state. */
#define ZEND_ASYNC_INITIALIZE ZEND_ASYNC_G(state) = ZEND_ASYNC_READY
#define ZEND_ASYNC_ACTIVATE ZEND_ASYNC_G(state) = ZEND_ASYNC_ACTIVE
#define ZEND_ASYNC_DEACTIVATE ZEND_ASYNC_G(state) = ZEND_ASYNC_OFF

/* These are lvalues [abi/ABI-13]. */
#define ZEND_ASYNC_CURRENT_COROUTINE ZEND_ASYNC_G(coroutine)
#define ZEND_ASYNC_SCHEDULER ZEND_ASYNC_G(scheduler)
#define ZEND_ASYNC_MAIN_COROUTINE ZEND_ASYNC_G(main_coroutine)
#define ZEND_ASYNC_MAIN_SCOPE ZEND_ASYNC_G(main_scope)
#define ZEND_ASYNC_EXIT_EXCEPTION ZEND_ASYNC_G(exit_exception)
#define ZEND_ASYNC_GRACEFUL_SHUTDOWN ZEND_ASYNC_G(graceful_shutdown)
#define ZEND_ASYNC_ACTIVE_COROUTINE_COUNT ZEND_ASYNC_G(active_coroutine_count)
#define ZEND_ASYNC_ACTIVE_EVENT_COUNT ZEND_ASYNC_G(active_event_count)
#define ZEND_ASYNC_SCHEDULER_CONTEXT ZEND_ASYNC_G(in_scheduler_context)
#define ZEND_ASYNC_ACTING_COROUTINE ZEND_ASYNC_G(acting_coroutine)

#define ZEND_ASYNC_IS_SCHEDULER_CONTEXT (ZEND_ASYNC_G(in_scheduler_context) == true)

#define ZEND_ASYNC_CURRENT_SCOPE \
	(ZEND_ASYNC_CURRENT_COROUTINE != NULL ? ZEND_ASYNC_CURRENT_COROUTINE->scope : NULL)
#define ZEND_ASYNC_REQUEST_SCOPE \
	(ZEND_ASYNC_CURRENT_SCOPE != NULL ? ZEND_ASYNC_CURRENT_COROUTINE->scope->request_scope : NULL)
#define ZEND_ASYNC_CURRENT_CONTEXT \
	(ZEND_ASYNC_CURRENT_SCOPE != NULL ? ZEND_ASYNC_CURRENT_COROUTINE->scope->context : NULL)

/* Between these two, error messages name the coroutine's location instead of the running code's. */
#define ZEND_ASYNC_ACT_AS_START(coroutine_) (ZEND_ASYNC_ACTING_COROUTINE = (coroutine_))
#define ZEND_ASYNC_ACT_AS_END() (ZEND_ASYNC_ACTING_COROUTINE = NULL)

/* }}} */

/* {{{ Liveness flag and heartbeat [abi/ABI-133] */

#define ZEND_ASYNC_SCHEDULER_ALIVE (zend_atomic_bool_load_ex(&ZEND_ASYNC_G(heartbeat)) == true)
#define ZEND_ASYNC_SCHEDULER_WAIT zend_atomic_bool_store_ex(&ZEND_ASYNC_G(heartbeat), false)
#define ZEND_ASYNC_SCHEDULER_HEARTBEAT \
	do { \
		if (ZEND_ASYNC_G(heartbeat_handler) != NULL) { \
			ZEND_ASYNC_G(heartbeat_handler)(); \
		} \
	} while (0)

/* }}} */

/* {{{ Counters. Saturating, so that an unbalanced caller cannot wrap them. Blocks: a semicolon may follow, none has to. */

#define ZEND_ASYNC_INCREASE_EVENT_COUNT(ev) \
	{ \
		if (((ev)->flags & ZEND_ASYNC_EVENT_F_HIDDEN) == 0 && ZEND_ASYNC_ACTIVE_EVENT_COUNT < UINT_MAX) { \
			ZEND_ASYNC_ACTIVE_EVENT_COUNT++; \
		} \
	}

#define ZEND_ASYNC_DECREASE_EVENT_COUNT(ev) \
	{ \
		if (((ev)->flags & ZEND_ASYNC_EVENT_F_HIDDEN) == 0 && ZEND_ASYNC_ACTIVE_EVENT_COUNT > 0) { \
			ZEND_ASYNC_ACTIVE_EVENT_COUNT--; \
		} \
	}

#define ZEND_ASYNC_INCREASE_COROUTINE_COUNT \
	{ \
		if (ZEND_ASYNC_ACTIVE_COROUTINE_COUNT < UINT_MAX) { \
			ZEND_ASYNC_ACTIVE_COROUTINE_COUNT++; \
		} \
	}

#define ZEND_ASYNC_DECREASE_COROUTINE_COUNT \
	{ \
		if (ZEND_ASYNC_ACTIVE_COROUTINE_COUNT > 0) { \
			ZEND_ASYNC_ACTIVE_COROUTINE_COUNT--; \
		} \
	}

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_GLOBALS_H */
