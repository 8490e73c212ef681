/*
 * Recipe (e) of docs/extension-authors.md: functions of one's own in the reactor's slots, in front of those that were there. Here
 * they count which events are made and armed.
 */
#include "php.h"
#include "zend_async_API.h"

static zend_long made, armed;

/* recipe: override */
static zend_async_new_timer_event_t original_new_timer;
static zend_async_new_poll_event_t original_new_poll;
static zend_async_event_start_t original_timer_start;

/* Whose group it is, by address. */
static char module_name[] = "counting_reactor";

static bool counting_start(zend_async_event_t *event)
{
	armed++;

	return original_timer_start(event);
}

static zend_async_timer_event_t *counting_new_timer(zend_ulong timeout, zend_ulong nanoseconds, bool is_periodic, size_t extra_size)
{
	zend_async_timer_event_t *timer = original_new_timer(timeout, nanoseconds, is_periodic, extra_size);

	if (timer != NULL) {
		made++;
		original_timer_start = timer->base.start;
		timer->base.start = counting_start;
	}

	return timer;
}

static zend_async_poll_event_t *counting_new_poll(
		zend_file_descriptor_t fh, zend_socket_t socket, async_poll_event events, size_t extra_size)
{
	made++;

	return original_new_poll(fh, socket, events, extra_size);
}

/* All slots of the group are replaced: what is not wanted is handed over as it is. */
static bool install(void)
{
	/* Registering a second time changes nothing, and must not find its own functions here. */
	if (original_new_timer == NULL) {
		original_new_timer = zend_async_new_timer_event_fn;
		original_new_poll = zend_async_new_poll_event_fn;
	}

	return zend_async_reactor_register(module_name, true, zend_async_reactor_startup_fn, zend_async_reactor_shutdown_fn,
			zend_async_reactor_execute_fn, zend_async_reactor_loop_alive_fn, zend_async_reactor_quiesce_fn,
			zend_async_new_socket_event_fn, counting_new_poll, zend_async_new_poll_proxy_event_fn, counting_new_timer,
			zend_async_timer_rearm_fn, zend_async_new_signal_event_fn, zend_async_new_process_event_fn,
			zend_async_new_thread_event_fn, zend_async_new_filesystem_event_fn, zend_async_getnameinfo_fn,
			zend_async_getaddrinfo_fn, zend_async_freeaddrinfo_fn, zend_async_new_exec_event_fn, zend_async_exec_fn,
			zend_async_new_trigger_event_fn, zend_async_available_parallelism_fn, zend_async_now_fn);
}
/* end */

/* counting_reactor_install(): bool. An extension of one's own does this in its MINIT. */
ZEND_FUNCTION(counting_reactor_install)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(install());
}

/* counting_reactor_counts(): array */
ZEND_FUNCTION(counting_reactor_counts)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	add_assoc_long(return_value, "made", made);
	add_assoc_long(return_value, "armed", armed);
}

/* {{{ Module */

ZEND_BEGIN_ARG_INFO_EX(arginfo_counting_reactor, 0, 0, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(counting_reactor_install, arginfo_counting_reactor)
	ZEND_FE(counting_reactor_counts, arginfo_counting_reactor)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry counting_reactor_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"counting_reactor", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(counting_reactor)

/* }}} */
