/* Part of zend_async_API.h: the reactor group of slots [abi/ABI-146 to ABI-149, abi/ABI-169]. */
#ifndef TRUE_ASYNC_REACTOR_H
#define TRUE_ASYNC_REACTOR_H

BEGIN_EXTERN_C()

/* {{{ Slot types */

typedef bool (*zend_async_reactor_startup_t)(void);
typedef bool (*zend_async_reactor_shutdown_t)(void);
typedef bool (*zend_async_reactor_execute_t)(bool no_wait);
typedef bool (*zend_async_reactor_loop_alive_t)(void);
typedef void (*zend_async_reactor_quiesce_t)(void);
typedef void (*zend_async_reactor_tick_t)(void);
typedef unsigned int (*zend_async_available_parallelism_t)(void);
typedef uint64_t (*zend_async_now_t)(void);
typedef zend_async_poll_event_t *(*zend_async_new_socket_event_t)(zend_socket_t socket, async_poll_event events, size_t extra_size);
typedef zend_async_poll_event_t *(*zend_async_new_poll_event_t)(
		zend_file_descriptor_t fh, zend_socket_t socket, async_poll_event events, size_t extra_size);
typedef zend_async_poll_proxy_t *(*zend_async_new_poll_proxy_event_t)(
		zend_async_poll_event_t *poll_event, async_poll_event events, size_t extra_size);
typedef zend_async_timer_event_t *(*zend_async_new_timer_event_t)(
		zend_ulong timeout, zend_ulong nanoseconds, bool is_periodic, size_t extra_size);
typedef bool (*zend_async_sigaction_t)(int signo);
typedef bool (*zend_async_timer_rearm_t)(zend_async_timer_event_t *event, zend_ulong timeout, zend_ulong nanoseconds);
typedef zend_async_signal_event_t *(*zend_async_new_signal_event_t)(int signum, size_t extra_size);
typedef zend_async_process_event_t *(*zend_async_new_process_event_t)(zend_process_t process_handle, size_t extra_size);
typedef zend_async_thread_event_t *(*zend_async_new_thread_event_t)(
		const zend_fcall_t *entry, const zend_fcall_t *bootloader, uint32_t thread_flags, size_t extra_size);
typedef zend_async_filesystem_event_t *(*zend_async_new_filesystem_event_t)(zend_string *path, unsigned int flags, size_t extra_size);
typedef zend_async_dns_nameinfo_t *(*zend_async_getnameinfo_t)(const struct sockaddr *addr, int flags, size_t extra_size);
typedef zend_async_dns_addrinfo_t *(*zend_async_getaddrinfo_t)(
		const char *node, const char *service, const struct addrinfo *hints, size_t extra_size);
typedef bool (*zend_async_freeaddrinfo_t)(struct addrinfo *ai);
typedef zend_async_exec_event_t *(*zend_async_new_exec_event_t)(zend_async_exec_mode exec_mode, const char *cmd,
		zval *return_buffer, zval *return_value, zval *std_error, const char *cwd, const char *env, size_t extra_size);
typedef int (*zend_async_exec_t)(zend_async_exec_mode exec_mode, const char *cmd, zval *return_buffer, zval *return_value,
		zval *std_error, const char *cwd, const char *env, zend_ulong timeout);
typedef zend_async_trigger_event_t *(*zend_async_new_trigger_event_t)(size_t extra_size);

/* }}} */

/* {{{ Life of the loop [abi/ABI-146] */

/* Starts the reactor; idempotent; every factory does it on demand.
 * Errors: false with an exception in state OFF or on backend failure. Never suspends. */
ZEND_API extern zend_async_reactor_startup_t zend_async_reactor_startup_fn;

/* Stops the reactor after a bounded drain; idempotent. No errors, never suspends. */
ZEND_API extern zend_async_reactor_shutdown_t zend_async_reactor_shutdown_fn;

/* Runs one turn; scheduler context required. no_wait: do not block.
 * Returns whether work remains and counted events are active. Errors: as left by callbacks. Never suspends. */
ZEND_API extern zend_async_reactor_execute_t zend_async_reactor_execute_fn;

/* Whether counted events are active and the backend has handles. No errors, never suspends. */
ZEND_API extern zend_async_reactor_loop_alive_t zend_async_reactor_loop_alive_fn;

/* Waits until every child thread has left PHP; main thread, module shutdown. The slot may be NULL.
 * No errors, never suspends. */
ZEND_API extern zend_async_reactor_quiesce_t zend_async_reactor_quiesce_fn;

/* One non-blocking turn in scheduler context, then deferred waker cleanup. Errors: as left by callbacks.
 * Never suspends [abi/ABI-142]. */
ZEND_API extern zend_async_reactor_tick_t zend_async_reactor_tick_fn;

/* Number of usable CPUs, at least 1. No errors, never suspends. */
ZEND_API extern zend_async_available_parallelism_t zend_async_available_parallelism_fn;

/* Cached loop time in milliseconds, monotonic, refreshed each turn; 0 before start. No errors, never suspends. */
ZEND_API extern zend_async_now_t zend_async_now_fn;

#define ZEND_ASYNC_REACTOR_STARTUP() zend_async_reactor_startup_fn()
#define ZEND_ASYNC_REACTOR_SHUTDOWN() zend_async_reactor_shutdown_fn()
#define ZEND_ASYNC_REACTOR_EXECUTE(no_wait_) zend_async_reactor_execute_fn(no_wait_)
#define ZEND_ASYNC_REACTOR_LOOP_ALIVE() zend_async_reactor_loop_alive_fn()
#define ZEND_ASYNC_REACTOR_TICK() zend_async_reactor_tick_fn()
#define ZEND_ASYNC_REACTOR_QUIESCE() \
	do { \
		if (zend_async_reactor_quiesce_fn != NULL) { \
			zend_async_reactor_quiesce_fn(); \
		} \
	} while (0)
#define ZEND_ASYNC_AVAILABLE_PARALLELISM() zend_async_available_parallelism_fn()
#define ZEND_ASYNC_NOW() zend_async_now_fn()

/* }}} */

/* {{{ Descriptor readiness [abi/ABI-147, abi/ABI-148]
 *
 * The factories return one owned reference; NULL with an exception on failure, also for descriptors that cannot be
 * polled. events: mask of async_poll_event; errors and a disconnect are reported with any mask, also with 0. extra_size: zeroed
 * bytes behind the event, see extra_offset. `triggered_events` is what the last notification reported and is not cleared: a
 * caller that waits with an event a second time sets it to 0 before, to tell a timeout from readiness.
 * They never suspend.
 */

/* Readiness of a socket. */
ZEND_API extern zend_async_new_socket_event_t zend_async_new_socket_event_fn;

/* Readiness of a socket (socket > 0) or else of a file descriptor (fh >= 0). */
ZEND_API extern zend_async_new_poll_event_t zend_async_new_poll_event_fn;

/* One more waiter on a poll event, with its own mask; holds a reference to the poll event.
 * Its notifications carry a pointer to the matching async_poll_event bits. */
ZEND_API extern zend_async_new_poll_proxy_event_t zend_async_new_poll_proxy_event_fn;

#define ZEND_ASYNC_NEW_SOCKET_EVENT(socket_, events_) zend_async_new_socket_event_fn((socket_), (events_), 0)
#define ZEND_ASYNC_NEW_SOCKET_EVENT_EX(socket_, events_, extra_size_) zend_async_new_socket_event_fn((socket_), (events_), (extra_size_))
#define ZEND_ASYNC_NEW_POLL_EVENT(fh_, socket_, events_) zend_async_new_poll_event_fn((fh_), (socket_), (events_), 0)
#define ZEND_ASYNC_NEW_POLL_EVENT_EX(fh_, socket_, events_, extra_size_) \
	zend_async_new_poll_event_fn((fh_), (socket_), (events_), (extra_size_))
#define ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll_event_, events_) zend_async_new_poll_proxy_event_fn((poll_event_), (events_), 0)
#define ZEND_ASYNC_NEW_POLL_PROXY_EVENT_EX(poll_event_, events_, extra_size_) \
	zend_async_new_poll_proxy_event_fn((poll_event_), (events_), (extra_size_))

/* }}} */

/* {{{ Timers [abi/ABI-149] */

/* Creates a timer. timeout: milliseconds. nanoseconds: used, rounded up to milliseconds, when timeout is 0.
 * is_periodic: repeats; a one-shot timer closes when it fires. extra_size: bytes.
 * It counts from the real clock at the moment of start(), also without ZEND_ASYNC_TIMER_F_REFRESH_CLOCK: what the thread did
 * since the last turn of the loop does not shorten it.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_timer_event_t zend_async_new_timer_event_fn;

/* Restarts a multishot timer with a new delay (units as above), keeping callbacks and references.
 * Returns false for a closed or not multishot timer, or with an exception. Never suspends. */
ZEND_API extern zend_async_timer_rearm_t zend_async_timer_rearm_fn;

#define ZEND_ASYNC_NEW_TIMER_EVENT(timeout_, is_periodic_) zend_async_new_timer_event_fn((timeout_), 0, (is_periodic_), 0)
#define ZEND_ASYNC_NEW_TIMER_EVENT_EX(timeout_, is_periodic_, extra_size_) \
	zend_async_new_timer_event_fn((timeout_), 0, (is_periodic_), (extra_size_))
#define ZEND_ASYNC_NEW_TIMER_EVENT_NS(timeout_, nanoseconds_, is_periodic_) \
	zend_async_new_timer_event_fn((timeout_), (nanoseconds_), (is_periodic_), 0)
#define ZEND_ASYNC_NEW_TIMER_EVENT_NS_EX(timeout_, nanoseconds_, is_periodic_, extra_size_) \
	zend_async_new_timer_event_fn((timeout_), (nanoseconds_), (is_periodic_), (extra_size_))
#define ZEND_ASYNC_TIMER_REARM(event_, timeout_, nanoseconds_) zend_async_timer_rearm_fn((event_), (timeout_), (nanoseconds_))

#define ZEND_ASYNC_TIMER_IS_MULTISHOT(timer_) (((timer_)->base.flags & ZEND_ASYNC_TIMER_F_MULTISHOT) != 0)
#define ZEND_ASYNC_TIMER_SET_MULTISHOT(timer_) ((timer_)->base.flags |= ZEND_ASYNC_TIMER_F_MULTISHOT)
#define ZEND_ASYNC_TIMER_CLR_MULTISHOT(timer_) ((timer_)->base.flags &= ~ZEND_ASYNC_TIMER_F_MULTISHOT)
#define ZEND_ASYNC_TIMER_IS_REFRESH_CLOCK(timer_) (((timer_)->base.flags & ZEND_ASYNC_TIMER_F_REFRESH_CLOCK) != 0)
#define ZEND_ASYNC_TIMER_SET_REFRESH_CLOCK(timer_) ((timer_)->base.flags |= ZEND_ASYNC_TIMER_F_REFRESH_CLOCK)

/* }}} */

/* {{{ Signals [abi/ABI-147, abi/ABI-150] */

/* Creates a signal event. signum: the system's number of the signal. extra_size: bytes.
 * Once started it is notified, with a NULL result, of every delivery until it is stopped. Any number of events share one
 * registration with the system; a handler that was there before is still called, before the notification.
 * Returns it (owned). Errors: NULL with an AsyncException for a number that no signal has; a signal that cannot be caught makes
 * start() fail with an \Exception "Failed to start signal event for signal %d". Never suspends. */
ZEND_API extern zend_async_new_signal_event_t zend_async_new_signal_event_fn;

/* To be called after the handler of a signal was changed behind the reactor's back. Returns whether the reactor keeps the
 * signal: it has subscribers; the new handler is called, too. The slot may be NULL. No errors, never suspends. */
ZEND_API extern zend_async_sigaction_t zend_async_sigaction_fn;

#define ZEND_ASYNC_NEW_SIGNAL_EVENT(signum_) zend_async_new_signal_event_fn((signum_), 0)
#define ZEND_ASYNC_NEW_SIGNAL_EVENT_EX(signum_, extra_size_) zend_async_new_signal_event_fn((signum_), (extra_size_))
#define ZEND_ASYNC_SIGACTION(signo_) (zend_async_sigaction_fn != NULL ? zend_async_sigaction_fn(signo_) : false)

/* }}} */

/* {{{ The file system [abi/ABI-147, abi/ABI-152] */

/* Creates an event for what happens to a file or to the entries of a directory. path: a reference is added; relative ones
 * start from the current directory at the time of start(). flags: ZEND_ASYNC_FS_EVENT_RECURSIVE for all directories below,
 * also later ones. extra_size: bytes.
 * Once started it is notified, with a NULL result, after triggered_events and triggered_filename (owned by the event,
 * relative to the path, NULL when the system does not tell) were set; errors come as InputOutputException.
 * Returns it (owned). Errors: NULL with an exception; a path that cannot be watched makes start() fail. Never suspends. */
ZEND_API extern zend_async_new_filesystem_event_t zend_async_new_filesystem_event_fn;

#define ZEND_ASYNC_NEW_FILESYSTEM_EVENT(path_, flags_) zend_async_new_filesystem_event_fn((path_), (flags_), 0)
#define ZEND_ASYNC_NEW_FILESYSTEM_EVENT_EX(path_, flags_, extra_size_) \
	zend_async_new_filesystem_event_fn((path_), (flags_), (extra_size_))

/* }}} */

/* {{{ Registration [abi/ABI-167, abi/ABI-169].
 * Parameters and result as for zend_async_scheduler_register. Never suspends. */

ZEND_API bool zend_async_reactor_register(char *module, bool allow_override,
		zend_async_reactor_startup_t reactor_startup_fn,
		zend_async_reactor_shutdown_t reactor_shutdown_fn,
		zend_async_reactor_execute_t reactor_execute_fn,
		zend_async_reactor_loop_alive_t reactor_loop_alive_fn,
		zend_async_reactor_quiesce_t reactor_quiesce_fn,
		zend_async_new_socket_event_t new_socket_event_fn,
		zend_async_new_poll_event_t new_poll_event_fn,
		zend_async_new_poll_proxy_event_t new_poll_proxy_event_fn,
		zend_async_new_timer_event_t new_timer_event_fn,
		zend_async_timer_rearm_t timer_rearm_fn,
		zend_async_new_signal_event_t new_signal_event_fn,
		zend_async_new_process_event_t new_process_event_fn,
		zend_async_new_thread_event_t new_thread_event_fn,
		zend_async_new_filesystem_event_t new_filesystem_event_fn,
		zend_async_getnameinfo_t getnameinfo_fn,
		zend_async_getaddrinfo_t getaddrinfo_fn,
		zend_async_freeaddrinfo_t freeaddrinfo_fn,
		zend_async_new_exec_event_t new_exec_event_fn,
		zend_async_exec_t exec_fn,
		zend_async_new_trigger_event_t new_trigger_event_fn,
		zend_async_available_parallelism_t available_parallelism_fn,
		zend_async_now_t now_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_REACTOR_H */
