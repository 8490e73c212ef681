/* Triggers: threads and signal handlers that wake the PHP thread (ABI-62, ABI-154, ABI-196). */
#include "async_abi_test.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

/* Several turns of the loop. */
static void turns(void)
{
	for (int i = 0; i < 20; i++) {
		test_sleep(1);
	}
}

typedef struct {
	zend_async_event_callback_t base;
	unsigned int calls;
	unsigned int ring_again; /* so many times from inside the callback */
	zend_async_trigger_event_t *dispose;
} listener_t;

static void listener_callback(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	listener_t *listener = (listener_t *) base;

	listener->calls++;
	if (result != NULL || exception != NULL || !ZEND_ASYNC_IS_SCHEDULER_CONTEXT) {
		php_printf("result, exception or no scheduler context\n");
	}
	if (listener->ring_again > 0) {
		listener->ring_again--;
		((zend_async_trigger_event_t *) event)->trigger((zend_async_trigger_event_t *) event);
	}
	if (listener->dispose != NULL) {
		zend_async_event_t *other = &listener->dispose->base;
		listener->dispose = NULL;
		ZEND_ASYNC_EVENT_SET_CLOSED(other);
		ZEND_ASYNC_EVENT_RELEASE(other);
	}
}

static listener_t *listen_to(zend_async_trigger_event_t *trigger)
{
	listener_t *listener = (listener_t *) zend_async_event_callback_new(listener_callback, sizeof(listener_t));

	trigger->base.add_callback(&trigger->base, &listener->base);

	return listener;
}

/* async_test_trigger(): void - which listeners are told, and what is counted. */
ZEND_FUNCTION(async_test_trigger)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(40);
	zend_async_trigger_event_t *other = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	listener_t *listener = listen_to(trigger);
	listener_t *other_listener = listen_to(other);
	char *extra = (char *) trigger + trigger->base.extra_offset;
	zend_string *info = trigger->base.info(&trigger->base);

	php_printf("%s, extra %s, none %u\n", ZSTR_VAL(info), extra[0] == 0 && extra[39] == 0 ? "zeroed" : "not zeroed",
			other->base.extra_offset);
	zend_string_release(info);

	turns();
	php_printf("not rung: %u\n", listener->calls);
	trigger->trigger(trigger);
	turns();
	php_printf("rung before it is started: %u, counted %u\n", listener->calls, ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);

	trigger->base.start(&trigger->base);
	php_printf("started: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
	for (int i = 0; i < 5; i++) {
		trigger->trigger(trigger);
	}
	other->trigger(other);
	turns();
	php_printf("rung five times at once: %u, the other %u\n", listener->calls, other_listener->calls);

	listener->ring_again = 3;
	trigger->trigger(trigger);
	turns();
	php_printf("rung while it is told, three times: %u\n", listener->calls);

	/* Both are rung, and the first disposes the second before that is told. */
	listener->dispose = other;
	trigger->trigger(trigger);
	other->trigger(other);
	turns();
	php_printf("disposed while it is rung: %u\n", listener->calls);

	ZEND_ASYNC_EVENT_SET_CLOSED(&trigger->base);
	trigger->trigger(trigger);
	turns();
	php_printf("rung when it is closed: %u\n", listener->calls);
	ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
	php_printf("disposed: counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - before);
}

/* {{{ Nothing is lost */

typedef struct item_s {
	struct item_s *next;
	unsigned int seen;
} item_t;

typedef struct {
	zend_async_trigger_event_t *trigger;
	item_t *items;
	unsigned int count;
	item_t **stack;
	pthread_t thread;
} producer_t;

static void *produce(void *argument)
{
	producer_t *producer = argument;

	for (unsigned int i = 0; i < producer->count; i++) {
		item_t *item = &producer->items[i];
		item->next = __atomic_load_n(producer->stack, __ATOMIC_RELAXED);
		while (!__atomic_compare_exchange_n(producer->stack, &item->next, item, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
		}
		producer->trigger->trigger(producer->trigger);
	}

	return NULL;
}

typedef struct {
	zend_async_event_callback_t base;
	item_t *stack;
	unsigned int seen, expected, notifications;
	test_event_t *complete;
} drain_t;

static void drain(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	drain_t *draining = (drain_t *) base;
	item_t *item = __atomic_exchange_n(&draining->stack, NULL, __ATOMIC_ACQUIRE);

	draining->notifications++;
	for (; item != NULL; item = item->next) {
		item->seen++;
		draining->seen++;
	}
	if (draining->seen == draining->expected && draining->complete != NULL) {
		test_event_complete(draining->complete, 1);
		draining->complete = NULL;
	}
}

static bool await_event(test_event_t *event)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (ZEND_ASYNC_EVENT_IS_CLOSED(&event->base)) {
		return true;
	}
	if (ZEND_ASYNC_WAKER_NEW(coroutine) == NULL
			|| !zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)) {
		return false;
	}
	bool resumed = ZEND_ASYNC_SUSPEND();
	zend_async_waker_clean(coroutine);

	return resumed;
}

/* async_test_trigger_threads(int $threads, int $each): void - a ring that is lost leaves items behind, and this waits for ever. */
ZEND_FUNCTION(async_test_trigger_threads)
{
	zend_long threads, each;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(threads)
		Z_PARAM_LONG(each)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int total = (unsigned int) (threads * each);
	item_t *items = ecalloc(total, sizeof(item_t));
	producer_t *producers = ecalloc((size_t) threads, sizeof(producer_t));
	zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	drain_t *draining = (drain_t *) zend_async_event_callback_new(drain, sizeof(drain_t));
	test_event_t *complete = test_event_new("complete", NULL);

	draining->expected = total;
	draining->complete = complete;
	trigger->base.add_callback(&trigger->base, &draining->base);
	trigger->base.start(&trigger->base);
	for (zend_long i = 0; i < threads; i++) {
		producers[i].trigger = trigger;
		producers[i].items = items + i * each;
		producers[i].count = (unsigned int) each;
		producers[i].stack = &draining->stack;
		pthread_create(&producers[i].thread, NULL, produce, &producers[i]);
	}

	bool resumed = await_event(complete);
	for (zend_long i = 0; i < threads; i++) {
		pthread_join(producers[i].thread, NULL);
	}
	unsigned int wrong = 0;
	for (unsigned int i = 0; i < total; i++) {
		wrong += items[i].seen != 1;
	}
	php_printf("resumed %s, seen %u of %u, not exactly once %u, merged %s\n", TEST_BOOL(resumed), draining->seen, total, wrong,
			TEST_BOOL(draining->notifications <= total + 1));

	ZEND_ASYNC_EVENT_SET_CLOSED(&trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&complete->base);
	efree(producers);
	efree(items);
}

/* }}} */

/* {{{ Signal handlers */

static zend_async_trigger_event_t *volatile handled_trigger;
static volatile sig_atomic_t handled, errno_kept;

static void ring_in_handler(int signo)
{
	int before = errno;

	errno = 4711;
	handled_trigger->trigger(handled_trigger);
	errno_kept = errno == 4711;
	errno = before;
	handled++;
}

static void *send_signals(void *target)
{
	for (int i = 0; i < 2000; i++) {
		pthread_kill(*(pthread_t *) target, SIGUSR2);
		if (i % 50 == 0) {
			sched_yield();
		}
	}

	return NULL;
}

/* async_test_trigger_in_handler(): void - the handler interrupts the loop, and rings on this thread. */
ZEND_FUNCTION(async_test_trigger_in_handler)
{
	struct sigaction action = { .sa_handler = ring_in_handler }, previous;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	listener_t *listener = listen_to(trigger);
	pthread_t self = pthread_self(), sender;

	handled_trigger = trigger;
	sigaction(SIGUSR2, &action, &previous);
	raise(SIGUSR2);
	turns();
	php_printf("one signal: told %u, errno kept %s\n", listener->calls, TEST_BOOL(errno_kept));

	pthread_create(&sender, NULL, send_signals, &self);
	for (int i = 0; i < 2000; i++) {
		trigger->trigger(trigger);
		if (i % 100 == 0) {
			test_sleep(1);
		}
	}
	pthread_join(sender, NULL);
	turns();
	unsigned int told = listener->calls;
	raise(SIGUSR2);
	turns();
	php_printf("many: told %s, and after the last %u\n", TEST_BOOL(told > 1), listener->calls - told);

	sigaction(SIGUSR2, &previous, NULL);
	ZEND_ASYNC_EVENT_SET_CLOSED(&trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
}

/* }}} */

/* {{{ Rings that come late */

typedef struct {
	zend_async_trigger_event_t *trigger;
	bool stop;
	unsigned int rings;
} shared_t;

static void *ring_what_is_there(void *argument)
{
	shared_t *shared = argument;

	while (!__atomic_load_n(&shared->stop, __ATOMIC_ACQUIRE)) {
		zend_async_trigger_event_t *trigger = __atomic_load_n(&shared->trigger, __ATOMIC_ACQUIRE);
		if (trigger != NULL) {
			/* It may be disposed by now. */
			trigger->trigger(trigger);
			__atomic_fetch_add(&shared->rings, 1, __ATOMIC_RELAXED);
		} else {
			sched_yield();
		}
	}

	return NULL;
}

static void check_open(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	if (ZEND_ASYNC_EVENT_IS_CLOSED(event)) {
		php_printf("told when it is closed\n");
	}
}

/* async_test_trigger_late(int $triggers): void - threads that have read the pointer ring while the trigger is disposed. */
ZEND_FUNCTION(async_test_trigger_late)
{
	zend_long triggers;
	pthread_t threads[2];
	shared_t shared = { NULL, false, 0 };
	unsigned int rings = 0;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(triggers)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	for (int i = 0; i < 2; i++) {
		pthread_create(&threads[i], NULL, ring_what_is_there, &shared);
	}
	for (zend_long i = 0; i < triggers; i++) {
		zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT_EX((size_t) (i % 3) * 200);
		trigger->base.add_callback(&trigger->base, zend_async_event_callback_new(check_open, 0));
		__atomic_store_n(&shared.trigger, trigger, __ATOMIC_RELEASE);
		if (i % 16 == 0) {
			/* Until it is rung. */
			do {
				test_sleep(1);
			} while (__atomic_load_n(&shared.rings, __ATOMIC_RELAXED) == rings);
			rings = __atomic_load_n(&shared.rings, __ATOMIC_RELAXED);
		}
		__atomic_store_n(&shared.trigger, NULL, __ATOMIC_RELEASE);
		ZEND_ASYNC_EVENT_SET_CLOSED(&trigger->base);
		ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
	}
	__atomic_store_n(&shared.stop, true, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
	}
	turns();
	php_printf("rung %s\n", TEST_BOOL(shared.rings > 0));
}

static zend_async_trigger_event_t *left_trigger;

static void *ring_left(void *argument)
{
	left_trigger->trigger(left_trigger);

	return NULL;
}

/* After the reactor was shut down. */
static void ring_and_dispose_left(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, ring_left, NULL);
	pthread_join(thread, NULL);
	left_trigger->trigger(left_trigger);
	ZEND_ASYNC_EVENT_SET_CLOSED(&left_trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&left_trigger->base);
}

/* async_test_trigger_left(): void - it is started, and its owner lives longer than the reactor. */
ZEND_FUNCTION(async_test_trigger_left)
{
	ZEND_PARSE_PARAMETERS_NONE();
	left_trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(100);
	if (left_trigger == NULL) {
		return;
	}
	listen_to(left_trigger);
	left_trigger->base.start(&left_trigger->base);
	left_trigger->trigger(left_trigger);
	test_at_end = ring_and_dispose_left;
}

/* }}} */
