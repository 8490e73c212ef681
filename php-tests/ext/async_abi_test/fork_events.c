/* Events that are started when pcntl_fork() is called, and events and tasks of the child's own (ABI-164). */
#include "io.h"

#include <unistd.h>

typedef struct {
	zend_async_event_callback_t base;
	unsigned int told;
} told_t;

typedef struct {
	zend_async_timer_event_t *once, *periodic;
	zend_async_trigger_event_t *trigger;
	zend_async_poll_event_t *poll;
	told_t *told[4];
	int pipe[2];
} events_t;

static void told(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	((told_t *) base)->told++;
}

static told_t *listen_to(zend_async_event_t *event)
{
	told_t *callback = (told_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(told, sizeof(told_t));

	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&callback->base);
	event->add_callback(event, &callback->base);
	event->start(event);
	return callback;
}

/* async_test_fork_events(int $ms): ?int - a timer of so many milliseconds, a periodic one, a trigger and a poll event, started. */
ZEND_FUNCTION(async_test_fork_events)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	events_t *events = ecalloc(1, sizeof(events_t));
	if (EG(exception) != NULL || pipe(events->pipe) != 0) {
		efree(events);
		return;
	}
	events->once = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) ms, false);
	events->periodic = ZEND_ASYNC_NEW_TIMER_EVENT(1, true);
	events->trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	events->poll = ZEND_ASYNC_NEW_POLL_EVENT(events->pipe[0], 0, ASYNC_READABLE);
	events->told[0] = listen_to(&events->once->base);
	events->told[1] = listen_to(&events->periodic->base);
	events->told[2] = listen_to(&events->trigger->base);
	events->told[3] = listen_to(&events->poll->base);
	RETURN_POINTER(events);
}

/* async_test_fork_told(int $events): array - how often each was told. */
ZEND_FUNCTION(async_test_fork_told)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	array_init(return_value);
	for (int i = 0; i < 4; i++) {
		add_next_index_long(return_value, ((events_t *) (uintptr_t) number)->told[i]->told);
	}
}

/* async_test_fork_ring(int $events): void - rings the trigger, writes into the pipe. */
ZEND_FUNCTION(async_test_fork_ring)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	events_t *events = (events_t *) (uintptr_t) number;
	events->trigger->trigger(events->trigger);
	if (write(events->pipe[1], "x", 1) != 1) {
		php_printf("nothing written\n");
	}
}

/* async_test_fork_end(int $events): void - gives them back. */
ZEND_FUNCTION(async_test_fork_end)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	events_t *events = (events_t *) (uintptr_t) number;
	ZEND_ASYNC_EVENT_RELEASE(&events->once->base);
	ZEND_ASYNC_EVENT_RELEASE(&events->periodic->base);
	ZEND_ASYNC_EVENT_RELEASE(&events->trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&events->poll->base);
	for (int i = 0; i < 4; i++) {
		ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&events->told[i]->base);
	}
	close(events->pipe[0]);
	close(events->pipe[1]);
	efree(events);
}

static void work(zend_async_task_t *task)
{
	unsigned int *numbers = task->data;

	usleep(numbers[0] * 1000);
	numbers[1]++;
}

typedef struct {
	zend_async_task_t *task;
	told_t *told;
	unsigned int numbers[2];
} queued_t;

/* async_test_fork_task(int $ms): ?int - queues a task that takes so many milliseconds. */
ZEND_FUNCTION(async_test_fork_task)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	/* A worker may still write to it when this request's memory is gone. */
	queued_t *queued = calloc(1, sizeof(queued_t));
	queued->numbers[0] = (unsigned int) ms;
	queued->task = ZEND_ASYNC_NEW_TASK(work, queued->numbers);
	queued->told = listen_to(&queued->task->base);
	if (!ZEND_ASYNC_QUEUE_TASK(queued->task)) {
		return;
	}
	RETURN_POINTER(queued);
}

/* async_test_fork_task_state(int $task): array - [closed, runs, notifications] */
ZEND_FUNCTION(async_test_fork_task_state)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	queued_t *queued = (queued_t *) (uintptr_t) number;
	array_init(return_value);
	add_next_index_bool(return_value, ZEND_ASYNC_EVENT_IS_CLOSED(&queued->task->base));
	add_next_index_long(return_value, queued->numbers[1]);
	add_next_index_long(return_value, queued->told->told);
}

/* async_test_fork_task_end(int $task): void - of a task that is closed. */
ZEND_FUNCTION(async_test_fork_task_end)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	queued_t *queued = (queued_t *) (uintptr_t) number;
	ZEND_ASYNC_EVENT_RELEASE(&queued->task->base);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&queued->told->base);
	free(queued);
}
