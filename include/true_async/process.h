/* Part of zend_async_API.h: child processes and commands (ABI-57, ABI-60, ABI-147, ABI-151, ABI-153). */
#ifndef TRUE_ASYNC_PROCESS_H
#define TRUE_ASYNC_PROCESS_H

BEGIN_EXTERN_C()

/* {{{ The end of a child process (ABI-151) */

/* Creates an event for the end of a child process. process_handle: its process id. extra_size: zeroed bytes behind the
 * event, see extra_offset; a second request for the same process returns the same event with one more reference.
 * It is notified once, with a NULL result, after exit_code was set: the exit status, minus the signal's number when a signal
 * killed the process, -1 when something else has reaped it. stop() closes the event.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_process_event_t zend_async_new_process_event_fn;

#define ZEND_ASYNC_NEW_PROCESS_EVENT(process_handle_) zend_async_new_process_event_fn((process_handle_), 0)
#define ZEND_ASYNC_NEW_PROCESS_EVENT_EX(process_handle_, extra_size_) \
	zend_async_new_process_event_fn((process_handle_), (extra_size_))

/* }}} */

/* {{{ Commands (ABI-153) */

/* Starts a command. exec_mode: what becomes of its output, as for PHP's functions of that name. cmd: passed to the shell.
 * return_buffer: receives lines or the whole output; return_value: the last line; std_error: receives descriptor 2, NULL
 * inherits it; each may be NULL and must outlive the event. cwd: directory, NULL for the current one. env: NULL inherits
 * it; otherwise strings of the form "NAME=value", each ended by a NUL byte, the last by two. extra_size: bytes.
 * The event is notified once, with a NULL result, at the end of the process, after exit_code, term_signal and terminated
 * were set. Stopping or disposing it before sends SIGTERM.
 * Returns it (owned), the process running. Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_exec_event_t zend_async_new_exec_event_fn;

/* Runs a command to its end. Parameters as above; timeout: milliseconds, 0 for none: ends the process and throws
 * TimeoutException. Returns the exit code, or -1 with an exception. May suspend. */
ZEND_API extern zend_async_exec_t zend_async_exec_fn;

#define ZEND_ASYNC_NEW_EXEC_EVENT(exec_mode_, cmd_, return_buffer_, return_value_, std_error_, cwd_, env_) \
	zend_async_new_exec_event_fn((exec_mode_), (cmd_), (return_buffer_), (return_value_), (std_error_), (cwd_), (env_), 0)
#define ZEND_ASYNC_NEW_EXEC_EVENT_EX(exec_mode_, cmd_, return_buffer_, return_value_, std_error_, cwd_, env_, extra_size_) \
	zend_async_new_exec_event_fn( \
			(exec_mode_), (cmd_), (return_buffer_), (return_value_), (std_error_), (cwd_), (env_), (extra_size_))
#define ZEND_ASYNC_EXEC(exec_mode_, cmd_, return_buffer_, return_value_, std_error_, cwd_, env_, timeout_) \
	zend_async_exec_fn((exec_mode_), (cmd_), (return_buffer_), (return_value_), (std_error_), (cwd_), (env_), (timeout_))

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_PROCESS_H */
