/* Part of zend_async_API.h: child processes and commands
 * [abi/ABI-57, abi/ABI-60, abi/ABI-147, abi/ABI-151, abi/ABI-153]. */
#ifndef TRUE_ASYNC_PROCESS_H
#define TRUE_ASYNC_PROCESS_H

BEGIN_EXTERN_C()

/* {{{ The end of a child process [abi/ABI-151] */

/* Creates an event for the end of a child process. process_handle: its process id. extra_size: zeroed bytes behind the
 * event, see extra_offset; a second request for the same process returns the same event with one more reference, and fails
 * if it asks for more bytes than the event has.
 * It is notified once, with a NULL result, after exit_code was set: the exit status, minus the signal's number when a signal
 * killed the process, -1 when there is no status: something else has reaped the process, or it is no child of this one.
 * start() notifies at once when the process has ended already. The event reaps the process; the last stop() closes the event
 * and leaves the process alone, which may get another event.
 * Returns it (owned). Errors: NULL with an exception, also for numbers that no process has (0 and below). Never suspends. */
ZEND_API extern zend_async_new_process_event_t zend_async_new_process_event_fn;

#define ZEND_ASYNC_NEW_PROCESS_EVENT(process_handle_) zend_async_new_process_event_fn((process_handle_), 0)
#define ZEND_ASYNC_NEW_PROCESS_EVENT_EX(process_handle_, extra_size_) \
	zend_async_new_process_event_fn((process_handle_), (extra_size_))

/* }}} */

/* {{{ Commands [abi/ABI-153] */

/* Starts a command. exec_mode: what becomes of its output, below. cmd: passed to /bin/sh, copied. Three places for results, each of
 * which may be NULL and must outlive the event; they are written at the end of the command:
 *   return_value   what PHP's function returns; false from the beginning. It is overwritten as a return value is: what it held
 *                  before the call is not released.
 *   return_buffer  of EXEC_ARRAY only, initialised: an array, to which the lines are appended, or else made one.
 *   std_error      receives what was written to descriptor 2, as a string; overwritten like return_value. NULL: descriptor 2
 *                  is inherited.
 * cwd: directory, NULL for PHP's current one. env: NULL inherits it; otherwise strings of the form "NAME=value", each ended by
 * a NUL byte, the last by two. extra_size: zeroed bytes behind the event.
 *
 *   mode        like            return_value                       output
 *   EXEC        exec()          the last line, "" for none
 *   EXEC_ARRAY  exec()          the same; all lines in return_buffer
 *   SYSTEM      system()        the same                           PHP's, line by line
 *   PASSTHRU    passthru()      null                               PHP's, as it comes
 *   SHELL_EXEC  shell_exec()    all output, null for none
 *
 * White space is taken from the ends of lines where PHP does it. PHP's output is that of the coroutine that has called, which
 * writes it when it runs next, at the latest when the event is notified.
 * The event is notified once, with a NULL result, at the end of the shell, whether or not it has left processes running that
 * hold its descriptors. Before that exit_code (the exit status; minus the signal's number when a signal killed the shell; -1
 * when something else has reaped it), term_signal (0 for none) and terminated are set. start() only counts: the command
 * runs already. The last stop(), and disposing the event, send SIGTERM to a shell that runs; after stop() the notification
 * still comes, after disposal the shell is reaped in the background.
 * Returns it (owned). Errors: NULL with an exception: InputOutputException when the shell cannot be started in the directory,
 * AsyncException for an empty command or an unknown mode. Never suspends. */
ZEND_API extern zend_async_new_exec_event_t zend_async_new_exec_event_fn;

/* Runs a command to its end in the current coroutine, which writes PHP's output while the command runs. Parameters as above;
 * timeout: milliseconds, 0 for none: when it is over the shell gets SIGTERM, is not waited for, and TimeoutException is thrown.
 * A cancellation of the coroutine does the same. Returns exit_code as above, or -1 with an exception, also outside of coroutines
 * and in scheduler context. May suspend. */
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
