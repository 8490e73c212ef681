/* Part of zend_async_API.h: triggers and tasks of worker threads (ABI-62, ABI-154, ABI-160). */
#ifndef TRUE_ASYNC_TASKS_H
#define TRUE_ASYNC_TASKS_H

BEGIN_EXTERN_C()

/* {{{ Triggers: another thread, or a signal handler, wakes the PHP thread (ABI-154) */

/* Creates a trigger. extra_size: zeroed bytes behind the event, see extra_offset.
 * event->trigger(event) may be called on any thread. Several calls may become one notification, with a NULL result; a call
 * after the last notification always causes another. It keeps the loop alive only while it is started. Set it closed before
 * it is disposed if other threads may still call.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_trigger_event_t zend_async_new_trigger_event_fn;

#define ZEND_ASYNC_NEW_TRIGGER_EVENT() zend_async_new_trigger_event_fn(0)
#define ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(extra_size_) zend_async_new_trigger_event_fn(extra_size_)

/* }}} */

/* {{{ Tasks: a C function on a worker thread (ABI-160) */

typedef zend_async_task_t *(*zend_async_new_task_t)(zend_async_task_run_t run, void *data, size_t extra_size);
typedef bool (*zend_async_queue_task_t)(zend_async_task_t *task);

/* Creates a task. run: called on the worker; no Zend calls, no emalloc, no exceptions there. data: the caller's.
 * extra_size: zeroed bytes behind the event, the place for inputs and outputs, because they live as long as the task.
 * Returns it (owned). Errors: NULL with an exception, also for a NULL run. Never suspends. */
ZEND_API extern zend_async_new_task_t zend_async_new_task_fn;

/* Hands a task to a worker thread, which holds a reference until run has returned. Then the event closes and is notified,
 * with a NULL result, or with a cancellation when the task was cancelled before it began.
 * Returns true. Errors: false with an exception. Never suspends. */
ZEND_API extern zend_async_queue_task_t zend_async_queue_task_fn;

#define ZEND_ASYNC_NEW_TASK(run_, data_) zend_async_new_task_fn((run_), (data_), 0)
#define ZEND_ASYNC_NEW_TASK_EX(run_, data_, extra_size_) zend_async_new_task_fn((run_), (data_), (extra_size_))
#define ZEND_ASYNC_QUEUE_TASK(task_) zend_async_queue_task_fn(task_)

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_TASKS_H */
