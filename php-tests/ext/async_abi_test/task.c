/* Tasks of worker threads (ABI-62, ABI-160, ABI-195). */
#include "async_abi_test.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
	zend_async_event_callback_t base;
	const char *name;
	unsigned int *told;
} listener_t;

static void listener_callback(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	listener_t *listener = (listener_t *) base;

	if (listener->told != NULL) {
		(*listener->told)++;
	}
	if (listener->name != NULL) {
		php_printf("%s: closed %s, result %s, %s\n", listener->name, TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(event)),
				result == NULL ? "NULL" : "?", exception == NULL ? "no exception" : ZSTR_VAL(exception->ce->name));
	}
	if (exception != NULL) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	}
}

static void listen_to(zend_async_task_t *task, const char *name, unsigned int *told)
{
	listener_t *listener = (listener_t *) zend_async_event_callback_new(listener_callback, sizeof(listener_t));

	listener->name = name;
	listener->told = told;
	task->base.add_callback(&task->base, &listener->base);
}

static bool await_task(zend_async_task_t *task)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (ZEND_ASYNC_EVENT_IS_CLOSED(&task->base)) {
		return true;
	}
	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &task->base, false, zend_async_waker_callback_resolve, NULL)) {
		return false;
	}
	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	return resumed;
}

#define EXTRA(task) ((void *) ((char *) (task) + (task)->base.extra_offset))

typedef struct {
	pthread_t thread;
	int input, output;
} job_t;

static void square(zend_async_task_t *task)
{
	job_t *job = EXTRA(task);

	job->thread = pthread_self();
	job->output = job->input * job->input + *(int *) task->data;
}

/* async_test_task(): void - a task, and what is counted. */
ZEND_FUNCTION(async_test_task)
{
	int summand = 7;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_task_t *task = ZEND_ASYNC_NEW_TASK_EX(square, &summand, sizeof(job_t));
	job_t *job = EXTRA(task);
	zend_string *info = task->base.info(&task->base);

	php_printf("enabled %s, %s, extra %s, references %u\n", TEST_BOOL(zend_async_thread_pool_is_enabled()), ZSTR_VAL(info),
			job->input == 0 && job->output == 0 ? "zeroed" : "not zeroed", ZEND_ASYNC_EVENT_REFCOUNT(&task->base));
	zend_string_release(info);
	listen_to(task, "told", NULL);
	job->input = 5;

	bool queued = ZEND_ASYNC_QUEUE_TASK(task);
	php_printf("queued %s, references %u, counted %u\n", TEST_BOOL(queued),
			ZEND_ASYNC_EVENT_REFCOUNT(&task->base), ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	php_printf("queued twice %s\n", TEST_BOOL(ZEND_ASYNC_QUEUE_TASK(task)));
	test_print_exception("twice");
	task->base.start(&task->base);
	task->base.start(&task->base);
	php_printf("started: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);

	php_printf("resumed %s\n", TEST_BOOL(await_task(task)));
	php_printf("output %d, on another thread %s, references %u, starts %u, counted %u\n", job->output,
			TEST_BOOL(!pthread_equal(job->thread, pthread_self())), ZEND_ASYNC_EVENT_REFCOUNT(&task->base),
			task->base.loop_ref_count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	php_printf("queued when it is done %s\n", TEST_BOOL(ZEND_ASYNC_QUEUE_TASK(task)));
	test_print_exception("done");
	bool started = task->base.start(&task->base);
	php_printf("started when it is done %s, counted %u\n", TEST_BOOL(started), ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	ZEND_ASYNC_EVENT_RELEASE(&task->base);

	php_printf("without a function %s\n", ZEND_ASYNC_NEW_TASK(NULL, NULL) == NULL ? "NULL" : "a task");
	test_print_exception("without a function");
	php_printf("no task %s\n", TEST_BOOL(ZEND_ASYNC_QUEUE_TASK(NULL)));
	test_print_exception("no task");
	zend_async_task_t *never = ZEND_ASYNC_NEW_TASK(square, NULL);
	never->base.start(&never->base);
	ZEND_ASYNC_EVENT_RELEASE(&never->base);
	php_printf("never queued: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	zend_async_task_t *closed = ZEND_ASYNC_NEW_TASK(square, NULL);
	ZEND_ASYNC_EVENT_SET_CLOSED(&closed->base);
	php_printf("closed, then queued %s\n", TEST_BOOL(ZEND_ASYNC_QUEUE_TASK(closed)));
	test_print_exception("closed");
	ZEND_ASYNC_EVENT_RELEASE(&closed->base);
}

typedef struct {
	sem_t *begun, *may_end;
	int output;
} blocked_t;

static void block(zend_async_task_t *task)
{
	blocked_t *blocked = EXTRA(task);

	sem_post(blocked->begun);
	while (sem_wait(blocked->may_end) != 0) {
	}
	blocked->output = 42;
}

static zend_async_task_t *queue_blocked(sem_t *begun, sem_t *may_end)
{
	zend_async_task_t *task = ZEND_ASYNC_NEW_TASK_EX(block, NULL, sizeof(blocked_t));
	blocked_t *blocked = EXTRA(task);

	blocked->begun = begun;
	blocked->may_end = may_end;
	if (!ZEND_ASYNC_QUEUE_TASK(task)) {
		test_print_exception("not queued");
	}

	return task;
}

static void must_not_run(zend_async_task_t *task)
{
	*(int *) task->data = 1;
}

/* async_test_task_cancelled(): void - with one worker thread, which is busy. */
ZEND_FUNCTION(async_test_task_cancelled)
{
	sem_t begun, may_end;
	int has_run = 0;
	unsigned int told = 0, busy_told = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	sem_init(&begun, 0, 0);
	sem_init(&may_end, 0, 0);
	zend_async_task_t *busy = queue_blocked(&begun, &may_end);
	while (sem_wait(&begun) != 0) {
	}
	zend_async_task_t *waiting = ZEND_ASYNC_NEW_TASK(must_not_run, &has_run);
	listen_to(waiting, "the waiting one", &told);
	ZEND_ASYNC_QUEUE_TASK(waiting);

	/* A task that runs is not cancelled. */
	listen_to(busy, "the running one", &busy_told);
	ZEND_ASYNC_EVENT_ADD_REF(&busy->base);
	ZEND_ASYNC_EVENT_SET_CLOSED(&busy->base);
	busy->base.dispose(&busy->base);

	ZEND_ASYNC_EVENT_SET_CLOSED(&waiting->base);
	waiting->base.dispose(&waiting->base);
	for (int i = 0; i < 5000 && told == 0; i++) {
		test_sleep(1);
	}
	php_printf("told %u, has run %d\n", told, has_run);

	sem_post(&may_end);
	zend_async_task_t *next = ZEND_ASYNC_NEW_TASK_EX(square, &has_run, sizeof(job_t));
	ZEND_ASYNC_QUEUE_TASK(next);
	await_task(next);
	for (int i = 0; i < 5000 && busy_told == 0; i++) {
		test_sleep(1);
	}
	php_printf("the running one has come to its end: %d\n", ((blocked_t *) EXTRA(busy))->output);
	ZEND_ASYNC_EVENT_RELEASE(&busy->base);
	ZEND_ASYNC_EVENT_RELEASE(&next->base);
	sem_destroy(&begun);
	sem_destroy(&may_end);
}

/* async_test_task_disposed(): void - the last reference of its owner goes while it runs. */
ZEND_FUNCTION(async_test_task_disposed)
{
	sem_t begun, may_end;
	unsigned int told = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	sem_init(&begun, 0, 0);
	sem_init(&may_end, 0, 0);
	zend_async_task_t *task = queue_blocked(&begun, &may_end);
	listen_to(task, "disposed", &told);
	task->base.start(&task->base);
	while (sem_wait(&begun) != 0) {
	}
	ZEND_ASYNC_EVENT_RELEASE(&task->base);
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	sem_post(&may_end);
	for (int i = 0; i < 5000 && told == 0; i++) {
		test_sleep(1);
	}
	php_printf("told %u, counted %u\n", told, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	sem_destroy(&begun);
	sem_destroy(&may_end);
}

static sem_t waiter_begun, waiter_may_end;

static void wait_for_task(void)
{
	php_printf("waiter resumed %s\n", TEST_BOOL(await_task(ZEND_ASYNC_CURRENT_COROUTINE->extended_data)));
	test_print_exception("waiter");
}

/* async_test_task_waiter_cancelled(): void - the task goes on. */
ZEND_FUNCTION(async_test_task_waiter_cancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	sem_init(&waiter_begun, 0, 0);
	sem_init(&waiter_may_end, 0, 0);
	zend_async_task_t *task = queue_blocked(&waiter_begun, &waiter_may_end);
	zend_coroutine_t *waiter = test_spawn(wait_for_task, task, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&waiter->event);
	while (sem_wait(&waiter_begun) != 0) {
	}
	TEST_YIELD_UNTIL(task->base.loop_ref_count > 0);
	ZEND_ASYNC_CANCEL(waiter, NULL, false);
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(waiter));
	php_printf("starts %u, closed %s\n", task->base.loop_ref_count, TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&task->base)));
	sem_post(&waiter_may_end);
	bool resumed = await_task(task);
	php_printf("another waiter resumed %s, output %d\n", TEST_BOOL(resumed), ((blocked_t *) EXTRA(task))->output);
	ZEND_ASYNC_EVENT_RELEASE(&task->base);
	ZEND_ASYNC_EVENT_RELEASE(&waiter->event);
}

static void slow(zend_async_task_t *task)
{
	usleep(100000);
	memset(EXTRA(task), 1, 64);
}

static zend_async_task_t *kept;

/* After the reactor was shut down. */
static void dispose_kept(void)
{
	ZEND_ASYNC_EVENT_RELEASE(&kept->base);
}

/* async_test_task_left(bool $keep): void - the request ends while tasks run, and while others have not begun. */
ZEND_FUNCTION(async_test_task_left)
{
	bool keep;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(keep)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}
	for (int i = 0; i < 12; i++) {
		zend_async_task_t *task = ZEND_ASYNC_NEW_TASK_EX(slow, NULL, 64);
		listen_to(task, NULL, NULL);
		ZEND_ASYNC_QUEUE_TASK(task);
		if (keep && i == 0) {
			kept = task;
			test_at_end = dispose_kept;
		} else {
			ZEND_ASYNC_EVENT_RELEASE(&task->base);
		}
	}
}

/* {{{ Another module's tasks */

static char other_module[] = "async_abi_test_tasks", third_module[] = "async_abi_test_third";

static zend_async_task_t *other_new_task(zend_async_task_run_t run, void *data, size_t extra_size)
{
	php_printf("another one makes a task\n");

	return NULL;
}

/* A refusal is a core error and may end in a bailout. */
static void register_tasks(char *module, bool allow_override, zend_async_new_task_t new_task, zend_async_queue_task_t queue_task)
{
	zend_execute_data *execute_data = EG(current_execute_data);

	zend_try {
		zend_async_thread_pool_register(module, allow_override, new_task, queue_task, zend_async_new_thread_pool_fn,
				zend_async_start_thread_fn, zend_async_thread_transfer_zval_fn, zend_async_thread_load_zval_fn,
				zend_async_thread_transfer_zval_toplevel_fn, zend_async_thread_load_zval_toplevel_fn,
				zend_async_thread_release_transferred_zval_fn, zend_async_thread_xlat_put_fn, zend_async_thread_defer_release_fn);
	} zend_catch {
		EG(current_execute_data) = execute_data;
		CG(unclean_shutdown) = 0;
	} zend_end_try();
}

/* async_test_tasks_override(): void */
ZEND_FUNCTION(async_test_tasks_override)
{
	zend_async_new_task_t new_task = zend_async_new_task_fn;
	zend_async_queue_task_t queue_task = zend_async_queue_task_fn;

	ZEND_PARSE_PARAMETERS_NONE();

	register_tasks(other_module, false, other_new_task, NULL);
	php_printf("refused: unchanged %s\n", TEST_BOOL(zend_async_new_task_fn == new_task && zend_async_queue_task_fn == queue_task));
	register_tasks(other_module, true, other_new_task, queue_task);
	php_printf("allowed: enabled %s\n", TEST_BOOL(zend_async_thread_pool_is_enabled()));
	ZEND_ASYNC_NEW_TASK(square, NULL);
	register_tasks(other_module, false, NULL, NULL);
	php_printf("the same module: unchanged %s\n", TEST_BOOL(zend_async_new_task_fn == other_new_task));
	register_tasks(third_module, true, NULL, NULL);
	php_printf("without functions: %s\n", ZEND_ASYNC_NEW_TASK(square, NULL) == NULL ? "NULL" : "a task");
	test_print_exception("new");
	php_printf("queued %s\n", TEST_BOOL(ZEND_ASYNC_QUEUE_TASK(NULL)));
	test_print_exception("queue");
}

/* }}} */
