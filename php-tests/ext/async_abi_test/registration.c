/* Registration of another module over true_async (ABI-167..169). */
#include "async_abi_test.h"

static unsigned int timers_created;
static zend_async_new_timer_event_t original_new_timer_event;

static zend_async_timer_event_t *counting_new_timer_event(zend_ulong timeout, zend_ulong nanoseconds, bool is_periodic, size_t extra_size)
{
	timers_created++;

	return original_new_timer_event(timeout, nanoseconds, is_periodic, extra_size);
}

/* Registers the present slots with another timer factory. */
static bool register_reactor(char *module, bool allow_override, zend_async_new_timer_event_t new_timer_event)
{
	return zend_async_reactor_register(module, allow_override,
			zend_async_reactor_startup_fn, zend_async_reactor_shutdown_fn, zend_async_reactor_execute_fn,
			zend_async_reactor_loop_alive_fn, zend_async_reactor_quiesce_fn, zend_async_new_socket_event_fn,
			zend_async_new_poll_event_fn, zend_async_new_poll_proxy_event_fn, new_timer_event, zend_async_timer_rearm_fn,
			zend_async_new_signal_event_fn,
			zend_async_new_process_event_fn,
			zend_async_new_thread_event_fn,
			zend_async_new_filesystem_event_fn,
			zend_async_getnameinfo_fn,
			zend_async_getaddrinfo_fn,
			zend_async_freeaddrinfo_fn,
			zend_async_new_exec_event_fn,
			zend_async_exec_fn,
			zend_async_new_trigger_event_fn,
			zend_async_available_parallelism_fn, zend_async_now_fn);
}

static char test_module[] = "async_abi_test";
static char other_module[] = "async_abi_test_other";

/* A refusal is a core error and may end in a bailout; returns whether the call returned true. */
static bool register_guarded(char *module, bool allow_override, zend_async_new_timer_event_t new_timer_event)
{
	volatile bool registered = false;
	zend_execute_data *execute_data = EG(current_execute_data);

	zend_try {
		registered = register_reactor(module, allow_override, new_timer_event);
	} zend_catch {
		EG(current_execute_data) = execute_data;
		CG(unclean_shutdown) = 0;
	} zend_end_try();

	return registered;
}

static void print_timer_slot(const char *label)
{
	php_printf("%s: timer slot %s\n", label, zend_async_new_timer_event_fn == original_new_timer_event ? "original" : "replaced");
}

/* async_test_register_refused(): void */
ZEND_FUNCTION(async_test_register_refused)
{
	ZEND_PARSE_PARAMETERS_NONE();

	original_new_timer_event = zend_async_new_timer_event_fn;
	php_printf("enabled: all %s, scheduler %s, reactor %s\n",
			TEST_BOOL(zend_async_is_enabled()), TEST_BOOL(zend_scheduler_is_enabled()), TEST_BOOL(zend_async_reactor_is_enabled()));

	bool registered = register_guarded(test_module, false, counting_new_timer_event);
	php_printf("registered %s\n", TEST_BOOL(registered));
	print_timer_slot("refused");

	/* The refusal must not have left the group locked. */
	registered = register_guarded(test_module, true, counting_new_timer_event);
	php_printf("registered %s\n", TEST_BOOL(registered));
	print_timer_slot("allowed");
}

/* async_test_register_override(): void - call it before the scheduler is launched. */
ZEND_FUNCTION(async_test_register_override)
{
	ZEND_PARSE_PARAMETERS_NONE();

	original_new_timer_event = zend_async_new_timer_event_fn;
	timers_created = 0;

	php_printf("override %s\n", TEST_BOOL(register_guarded(test_module, true, counting_new_timer_event)));
	print_timer_slot("override");

	/* The same module again: accepted, nothing changes. */
	php_printf("same module %s\n", TEST_BOOL(register_guarded(test_module, false, original_new_timer_event)));
	print_timer_slot("same module");

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	test_sleep(1);
	php_printf("timers created by the other module: %s\n", TEST_BOOL(timers_created > 0));

	php_printf("back %s\n", TEST_BOOL(register_guarded(other_module, true, original_new_timer_event)));
	print_timer_slot("back");
}
