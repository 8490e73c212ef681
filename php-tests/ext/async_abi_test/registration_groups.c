/* Registration of the groups that the scheduler and the reactor do not belong to (ABI-167, ABI-170..173, ABI-203). */
#include "async_abi_test.h"

static zend_async_io_req_t *own_flush(zend_async_io_t *io)
{
	(void) io;

	return NULL;
}

static bool own_queue_task(zend_async_task_t *task)
{
	(void) task;

	return false;
}

static zend_async_listen_event_t *own_listen(const char *host, int port, int backlog, uint32_t flags, size_t extra_size)
{
	(void) host;
	(void) port;
	(void) backlog;
	(void) flags;
	(void) extra_size;

	return NULL;
}

static bool own_before_fork(void)
{
	return false;
}

static unsigned int forks;

static void own_after_fork(void)
{
	forks++;
}

/* Each registers its group with one function of ours or with NULL in its place, all others as they are. */

static bool register_io(char *module, bool allow_override, bool ours)
{
	return zend_async_io_register(module, allow_override, zend_async_io_create_fn, zend_async_io_read_fn, zend_async_io_write_fn,
			zend_async_io_writev_fn, zend_async_io_close_fn, zend_async_io_await_fn, ours ? own_flush : NULL, zend_async_io_stat_fn,
			zend_async_io_seek_fn, zend_async_io_sendfile_fn, zend_async_fs_open_fn, zend_async_udp_sendto_fn,
			zend_async_udp_try_send_fn, zend_async_udp_recvfrom_fn, zend_async_io_set_option_fn, zend_async_udp_set_membership_fn,
			zend_async_udp_bind_fn);
}

static bool register_tasks(char *module, bool allow_override, bool ours)
{
	zend_async_thread_pool_register(module, allow_override, zend_async_new_task_fn, ours ? own_queue_task : NULL,
			zend_async_new_thread_pool_fn, zend_async_start_thread_fn, zend_async_thread_transfer_zval_fn, zend_async_thread_load_zval_fn,
			zend_async_thread_transfer_zval_toplevel_fn, zend_async_thread_load_zval_toplevel_fn,
			zend_async_thread_release_transferred_zval_fn, zend_async_thread_xlat_put_fn, zend_async_thread_defer_release_fn);

	/* It returns nothing. */
	return (zend_async_queue_task_fn == own_queue_task) == ours;
}

static bool register_listening(char *module, bool allow_override, bool ours)
{
	return zend_async_socket_listening_register(module, allow_override, ours ? own_listen : NULL, zend_async_socket_listen_fd_fn);
}

static char first_module[] = "async_abi_test_first";
static char second_module[] = "async_abi_test_second";

typedef bool (*registration_t)(char *module, bool allow_override, bool ours);

/* A refusal is a core error and may end in a bailout. */
static bool guarded(registration_t call, char *module, bool allow_override, bool ours)
{
	volatile bool registered = false;
	zend_execute_data *execute_data = EG(current_execute_data);

	zend_try {
		registered = call(module, allow_override, ours);
	} zend_catch {
		EG(current_execute_data) = execute_data;
		CG(unclean_shutdown) = 0;
	} zend_end_try();

	return registered;
}

static const char *state(void *slot, void *own)
{
	return slot == own ? "ours" : slot == NULL ? "NULL" : "another";
}

/* async_test_register_groups(string $group): void - nothing of the group works afterwards. */
ZEND_FUNCTION(async_test_register_groups)
{
	zend_string *group;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(group)
	ZEND_PARSE_PARAMETERS_END();

	const bool io = zend_string_equals_literal(group, "io");
	const bool tasks = zend_string_equals_literal(group, "tasks");
	registration_t call = io ? register_io : tasks ? register_tasks : register_listening;
	void **slot = io ? (void **) &zend_async_io_flush_fn
			: tasks ? (void **) &zend_async_queue_task_fn : (void **) &zend_async_socket_listen_fn;
	void *own = io ? (void *) own_flush : tasks ? (void *) own_queue_task : (void *) own_listen;

	php_printf("first, override: %s", TEST_BOOL(guarded(call, first_module, true, true)));
	php_printf(", slot %s\n", state(*slot, own));
	guarded(call, second_module, false, false);
	php_printf("second, refused: slot %s\n", state(*slot, own));
	guarded(call, first_module, false, false);
	php_printf("first again: slot %s\n", state(*slot, own));
	/* A refusal must not leave the group locked. NULL selects what the slot holds without a registration. */
	php_printf("second, override, with NULL: %s", TEST_BOOL(guarded(call, second_module, true, false)));
	php_printf(", slot %s\n", state(*slot, own));

	if (tasks) {
		php_printf("tasks can be queued: %s\n", TEST_BOOL(zend_async_thread_pool_is_enabled()));
	}
}

/* async_test_register_fork(): void - the macros with and without registered functions. */
ZEND_FUNCTION(async_test_register_fork)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_async_before_fork_t before = zend_async_before_fork_fn;
	zend_async_after_fork_child_t after = zend_async_after_fork_child_fn;

	zend_async_fork_register(own_before_fork, own_after_fork);
	php_printf("registered: before %s", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	ZEND_ASYNC_AFTER_FORK_CHILD();
	php_printf(", after %u\n", forks);

	zend_async_fork_register(NULL, NULL);
	php_printf("none: before %s", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	ZEND_ASYNC_AFTER_FORK_CHILD();
	php_printf(", after %u\n", forks);

	zend_async_fork_register(before, after);
}
