/*
 * C test extension for the public header: uses the ABI as an outsider would.
 *
 * Every async_test_* PHP function plays one property of spec/abi.md and prints
 * what an observer sees; the phpts in php-tests/abi/ compare it.
 */
#ifndef ASYNC_ABI_TEST_H
#define ASYNC_ABI_TEST_H

#include "php.h"
#include "zend_exceptions.h"
#include "zend_async_API.h"

/* {{{ helpers.c */

/* Own event type (recipe b): a value that is set from outside, kept for late subscribers. */
typedef struct {
	zend_async_event_t base;
	zval value;
	const char *name;
	unsigned int armed;    /* starts that armed it */
	unsigned int disarmed; /* stops that disarmed it */
	unsigned int *disposed; /* counts finished disposals, may be NULL */
	bool fail_start;
	bool complete_in_start;
} test_event_t;

test_event_t *test_event_new(const char *name, unsigned int *disposed);
/* Keeps the value and notifies as a one-shot event does. */
void test_event_complete(test_event_t *event, zend_long value);

/* Lets the other coroutines run once (ABI-116). */
bool test_yield(void);
/* Yields until the condition holds, in whatever order coroutines are picked; gives up after many turns. */
#define TEST_YIELD_UNTIL(condition) \
	for (unsigned int turns_ = 0; !(condition) && turns_ < 10000 && test_yield(); turns_++) { \
	}

/* Suspends the current coroutine until another one has ended. True when it ended without exception. */
bool test_await_coroutine(zend_coroutine_t *coroutine);
/* Suspends the current coroutine for a number of milliseconds. */
bool test_sleep(zend_ulong timeout_ms);

/* Spawns a C coroutine in the current scope. */
zend_coroutine_t *test_spawn(zend_coroutine_entry_t entry, void *data, zend_async_coroutine_dispose dispose);

/* Prints "label: Class: message" for the pending exception and clears it. */
void test_print_exception(const char *label);
/* The class AsyncTest\Unreplayable; at MINIT. */
void test_register_awaitable(void);
#define TEST_BOOL(value) ((value) ? "true" : "false")

/* Counted until the request is over, see async_test_report_at_end(). */
extern unsigned int test_late_runs;
/* Called once after the request, when its reactor was shut down; NULL: nothing. */
extern void (*test_at_end)(void);

/* }}} */

/* {{{ PHP functions */

#define ASYNC_TEST_FUNCTIONS(X) \
	X(layout) X(header_layout) X(missing_symbols) X(versions) X(empty_slots) X(unavailable) X(atomics) \
	X(register_groups) X(register_fork) \
	X(sleep) X(sleep_order) X(fd_wait) X(fd_wait_throwing) X(fd_proxies) X(timer_multishot) \
	X(microtasks) X(microtask_throwing) X(microtask_calls) \
	X(internal_coroutine) X(internal_coroutine_cancelled) X(cancel_statuses) X(internal_context) \
	X(own_event) X(callbacks_exactly_once) X(callbacks_append) X(callbacks_stop_at_exception) \
	X(nested_notify) X(notify_handler) X(shared_callback) X(bare_vector) \
	X(shared_event) X(same_turn) X(fast_return) X(start_failure) X(starts_of_others) X(cancelled_in_start) X(handed_over_to_closed) \
	X(ignored_waker) X(resume_when_refusals) X(apply_error) X(cancellation_event) \
	X(switch_handlers) X(switch_handler_refusals) X(main_start_handler) X(heartbeat) \
	X(launch_refusals) X(class_entries) X(throw) X(hidden_timer_deadlock) X(bailout) X(fatal_event) X(close_fd) \
	X(proxy_of_closed_fd) X(fd_out_of_range) X(select_beyond_the_set) X(errno) X(read_speed) X(counts) X(report_at_end) \
	X(scope_life) X(scope_children) X(scope_cancel) X(scope_failure) X(scope_wait) X(spawn_with_provider) X(detached_coroutine) \
	X(channel) X(channel_life) X(channel_echo) X(channel_receive) \
	X(future) X(future_complete) X(future_await) X(future_subscribe) X(group) X(group_in_scope) \
	X(signal_wait) X(signal_events) X(signal_handlers) X(raise_then_sleep) \
	X(filesystem_wait) X(filesystem_events) X(filesystem_record) X(filesystem_fail) \
	X(child) X(process_wait) X(process_events) X(process_after_fork) X(process_refused) X(left_behind) X(no_pidfd) \
	X(exec) X(exec_nothing) X(exec_event) \
	X(addresses) X(name) X(dns_events) X(dns_refused) \
	X(register_refused) X(register_override) X(use_own_reactor) X(own_reactor) \
	X(pool) X(pool_in_coroutines) X(pool_failures) X(pool_references) X(pool_strategy) X(pool_health) X(pool_override) \
	X(io_pair) X(io_descriptor) X(io_create) X(io_close) X(io_release) X(io_about) X(io_event) X(io_await_readiness) X(io_option) \
	X(io_begin) X(io_wait) X(io_outcome) X(io_bytes) X(io_dispose) X(io_read) X(io_write) X(io_freed) X(io_send) X(io_writev) \
	X(io_reader) X(io_reader_wait) X(io_reader_state) X(io_reader_resume) X(io_reader_free) \
	X(listen_released) X(io_released) X(poll_of_nothing) X(proxies) X(eventfd) \
	X(io_open) X(io_stat) X(io_seek) X(io_sendfile) X(io_misuse) X(io_register) \
	X(udp_bind) X(udp_name) X(udp_sendto) X(udp_try_send) X(udp_recvfrom) X(udp_begin) X(udp_outcome) X(udp_dispose) \
	X(udp_membership) X(udp_errors) \
	X(tty_pair) X(tty_settings) \
	X(fork_events) X(fork_told) X(fork_ring) X(fork_end) X(fork_task) X(fork_task_state) X(fork_task_end) \
	X(io_leave) X(reactor_stop) X(reactor_start) X(fork_writer) X(remember_slots) X(foreign_slots) \
	X(tick_order) X(heartbeat_handlers) X(heartbeat_throws) X(reactor_tick) X(busy_queue) \
	X(udp_reader) X(udp_reader_got) X(udp_reader_state) X(udp_reader_free) \
	X(udp_local) X(udp_send) X(udp_sent) X(udp_await_sent) X(udp_forget_send) \
	X(open) X(close) X(record_lock) X(semtimedop) \
	X(default_texts) X(descriptions) X(contexts) X(priorities) X(small_parts) X(questions) \
	X(misused_events) X(misused_calls) X(search_speed) X(system_call_speed) X(looked_at) \
	X(notify_allocates) X(callback_speed) X(timer_speed) \
	X(iterator) X(iterator_call) X(iterator_in_coroutine) X(iterator_refusals) \
	X(clean_events) X(early_microtask) X(main_stack) X(main_stack_address) \
	X(trigger) X(trigger_threads) X(trigger_in_handler) X(trigger_late) X(trigger_left) \
	X(task) X(task_cancelled) X(task_disposed) X(task_waiter_cancelled) X(task_left) X(tasks_override) \
	X(listen) X(listen_fd) X(listen_kinds) X(listen_no_descriptors) X(listen_refusals) X(listen_batch) X(listen_override) \
	X(before_fork) X(fork) X(kinds) X(loop) \
	X(co_new) X(co_waiting) X(co_enqueue) X(co_resume) X(co_resume_in_reactor) X(co_cancel) X(co_protect) X(co_flags) X(co_observe) \
	X(co_spawn_by) X(co_refused_wait) X(scope_make) X(scope_spawn) X(scope_do) X(turns) X(scope_hook) \
	X(proxies_released) X(hidden_proxies) X(co_refused) \
	X(disposed_once) X(kept_callback) X(kept_callback_refused) X(channel_object) X(co_cancelled_by_hook) \
	X(foreign_thread) X(php_threads_start) X(php_threads_running) X(php_threads_join)

#define ASYNC_TEST_DECLARE(name) ZEND_FUNCTION(async_test_##name);
ASYNC_TEST_FUNCTIONS(ASYNC_TEST_DECLARE)
#undef ASYNC_TEST_DECLARE

/* }}} */

#endif /* ASYNC_ABI_TEST_H */
