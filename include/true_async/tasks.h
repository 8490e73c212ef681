/* Part of zend_async_API.h: triggers and tasks of worker threads [abi/ABI-62, abi/ABI-154, abi/ABI-160]. */
#ifndef TRUE_ASYNC_TASKS_H
#define TRUE_ASYNC_TASKS_H

BEGIN_EXTERN_C()

/* {{{ Triggers: another thread, or a signal handler, wakes the PHP thread [abi/ABI-154] */

/* Creates a trigger. extra_size: zeroed bytes behind the event, see extra_offset.
 * event->trigger(event) may be called on any thread and in a signal handler: it neither locks nor allocates, and keeps errno.
 * Calls are notified on the PHP thread that has made the trigger, in its scheduler context, with a NULL result. Several calls
 * may become one notification; a call after the last notification always causes another. So a subscriber takes everything
 * that there is to take, and what a thread has written before its call is seen by it.
 * Calls are notified whether the event is started or not; it keeps the loop alive only while it is started.
 *
 * Teardown: stop the threads from calling, set the event closed, dispose it. Calls that have begun when it is disposed, and
 * calls of a closed event, do nothing. No call, however late, touches memory that is gone: memory of triggers, also the extra
 * area, is used for other triggers only. But a call that begins after the disposal may notify a trigger made since: that
 * one's subscribers find nothing to take. A trigger that is not disposed when its request ends is never notified again.
 *
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_trigger_event_t zend_async_new_trigger_event_fn;

#define ZEND_ASYNC_NEW_TRIGGER_EVENT() zend_async_new_trigger_event_fn(0)
#define ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(extra_size_) zend_async_new_trigger_event_fn(extra_size_)

/* }}} */

/* {{{ Tasks: a C function on a worker thread [abi/ABI-160] */

typedef zend_async_task_t *(*zend_async_new_task_t)(zend_async_task_run_t run, void *data, size_t extra_size);
typedef bool (*zend_async_queue_task_t)(zend_async_task_t *task);

/* Creates a task. run: called on the worker; no Zend calls, no emalloc, no exceptions there. data: the caller's; it has to
 * be there until run has returned. extra_size: zeroed bytes behind the event, the place for inputs and outputs, because they
 * live as long as the task, and the task as long as a worker has it.
 * Returns it (owned). Errors: NULL with an exception, also for a NULL run. Never suspends. */
ZEND_API extern zend_async_new_task_t zend_async_new_task_fn;

/* Hands a task to a worker thread, once. A reference is held until run has returned; then the event closes and is notified,
 * with a NULL result. Its owner may release it at once: it runs nevertheless.
 * A queued task only counts as an active event while it is started: without a waiter the request does not wait for it. At the
 * end of the request tasks that have not begun do not run, others run to their end, and no subscriber is told.
 * A task is not interrupted when its waiter is cancelled. To cancel it, set the event closed and call event->dispose(event),
 * which gives back a reference: if no worker has it yet it does not run, and is notified with a cancellation.
 * Returns true. Errors: false with an exception, also for a task that is queued already, or closed. Never suspends. */
ZEND_API extern zend_async_queue_task_t zend_async_queue_task_fn;

#define ZEND_ASYNC_NEW_TASK(run_, data_) zend_async_new_task_fn((run_), (data_), 0)
#define ZEND_ASYNC_NEW_TASK_EX(run_, data_, extra_size_) zend_async_new_task_fn((run_), (data_), (extra_size_))
#define ZEND_ASYNC_QUEUE_TASK(task_) zend_async_queue_task_fn(task_)

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_TASKS_H */
