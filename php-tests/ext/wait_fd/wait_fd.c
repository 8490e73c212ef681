/*
 * Recipe (a) of docs/extension-authors.md: suspend the current coroutine until a descriptor is ready or a timeout passes.
 */
#include "php.h"
#include "zend_async_API.h"

/* wait_fd(int $fd, int $events, int $timeout_ms): int|false. The events that were seen, 0 when the time is over. */
ZEND_FUNCTION(wait_fd)
{
	zend_long fd, events, timeout;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(fd)
		Z_PARAM_LONG(events)
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();

	/* recipe: wait-fd */
	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		RETURN_FALSE;
	}
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_POLL_EVENT((zend_file_descriptor_t) fd, 0, (async_poll_event) events);
	if (poll == NULL) {
		RETURN_FALSE;
	}
	if (zend_async_waker_new_with_timeout(coroutine, (zend_ulong) timeout, NULL) != NULL
			&& zend_async_resume_when(coroutine, &poll->base, false, zend_async_waker_callback_resolve, NULL)) {
		ZEND_ASYNC_SUSPEND();
	}
	RETVAL_LONG(poll->triggered_events);
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	/* end */
}

/* {{{ Module */

ZEND_BEGIN_ARG_INFO_EX(arginfo_wait_fd, 0, 0, 3)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, events, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout_ms, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(wait_fd, arginfo_wait_fd)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry wait_fd_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"wait_fd", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(wait_fd)

/* }}} */
