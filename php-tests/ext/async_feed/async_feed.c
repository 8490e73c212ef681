/*
 * An extension of an outsider: numbers that a background thread makes, as an event type of its own (ABI-190, ABI-196).
 *
 *   feed_open(int $count, int $pause_us): int    starts the thread; returns the feed
 *   feed_next(int $feed): ?int                   the next number; null behind the last one; suspends
 *   feed_close(int $feed): void
 *
 *      thread:      queue (under a lock) <- number, then trigger
 *      PHP thread:  the trigger's subscriber takes the whole queue, and notifies the feed's own subscribers
 */
#include "php.h"
#include "Zend/zend_async_API.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* {{{ What thread and PHP thread share; not in request memory */

typedef struct number_s {
	struct number_s *next;
	zend_long value;
} number_t;

typedef struct {
	pthread_mutex_t lock;
	number_t *first, **last;
	bool ended;
	bool stop;
	zend_long count, pause_us;
	zend_async_trigger_event_t *trigger;
} shared_t;

static void *make_numbers(void *argument)
{
	shared_t *shared = argument;
	bool stop = false;

	for (zend_long i = 1; i <= shared->count && !stop; i++) {
		number_t *number = malloc(sizeof(number_t));
		number->next = NULL;
		number->value = i;
		/* recipe: trigger-ring */
		/* On the thread. */
		pthread_mutex_lock(&shared->lock);
		*shared->last = number;
		shared->last = &number->next;
		stop = shared->stop;
		pthread_mutex_unlock(&shared->lock);
		shared->trigger->trigger(shared->trigger);
		/* end */
		if (shared->pause_us > 0) {
			usleep((useconds_t) shared->pause_us);
		}
	}
	pthread_mutex_lock(&shared->lock);
	shared->ended = true;
	pthread_mutex_unlock(&shared->lock);
	shared->trigger->trigger(shared->trigger);

	return NULL;
}

/* }}} */

/* {{{ The event: notified, with a NULL result, when there is something to take, or no more will come */

typedef struct {
	zend_async_event_t base;
	zend_async_trigger_event_t *trigger; /* its extra area points back here */
	shared_t shared;
	pthread_t thread;
	number_t *numbers, **last; /* taken from the thread, for feed_next() */
	bool ended;
} feed_t;

static bool feed_add_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_push(event, callback);
}

static bool feed_del_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_remove(event, callback);
}

/* recipe: event-start */
/* As long as the event is started, something is waited for: no deadlock, and the loop goes on. */
static bool feed_start(zend_async_event_t *event)
{
	if (!ZEND_ASYNC_EVENT_IS_CLOSED(event) && event->loop_ref_count++ == 0) {
		ZEND_ASYNC_INCREASE_EVENT_COUNT(event);
	}

	return true;
}

static bool feed_stop(zend_async_event_t *event)
{
	if (event->loop_ref_count > 0 && --event->loop_ref_count == 0) {
		ZEND_ASYNC_DECREASE_EVENT_COUNT(event);
	}

	return true;
}
/* end */

static void free_numbers(number_t *number)
{
	while (number != NULL) {
		number_t *next = number->next;
		free(number);
		number = next;
	}
}

static bool feed_dispose(zend_async_event_t *event)
{
	feed_t *feed = (feed_t *) event;

	if (event->ref_count > 1) {
		event->ref_count--;
		return true;
	}
	if (event->loop_ref_count > 0) {
		event->loop_ref_count = 1;
		event->stop(event);
	}
	zend_async_callbacks_free(event);

	/* recipe: trigger-end */
	/* The thread first: nothing rings when the trigger goes. */
	pthread_mutex_lock(&feed->shared.lock);
	feed->shared.stop = true;
	pthread_mutex_unlock(&feed->shared.lock);
	pthread_join(feed->thread, NULL);
	ZEND_ASYNC_EVENT_SET_CLOSED(&feed->trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&feed->trigger->base);
	/* end */
	free_numbers(feed->shared.first);
	free_numbers(feed->numbers);
	pthread_mutex_destroy(&feed->shared.lock);
	efree(feed);

	return true;
}

static zend_string *feed_info(zend_async_event_t *event) { return zend_string_init(ZEND_STRL("Feed"), 0); }

/* recipe: trigger-drain */
/* The thread has rung, perhaps more than once: everything is taken. */
static void on_trigger(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	feed_t *feed = *(feed_t **) ((char *) event + event->extra_offset);
	shared_t *shared = &feed->shared;

	pthread_mutex_lock(&shared->lock);
	if (shared->first != NULL) {
		*feed->last = shared->first;
		feed->last = shared->last;
		shared->first = NULL;
		shared->last = &shared->first;
	}
	feed->ended = shared->ended;
	pthread_mutex_unlock(&shared->lock);
	ZEND_ASYNC_CALLBACKS_NOTIFY(&feed->base, NULL, NULL);
}
/* end */

static feed_t *feed_new(zend_long count, zend_long pause_us)
{
	zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(sizeof(feed_t *));
	if (trigger == NULL) {
		return NULL;
	}

	feed_t *feed = ecalloc(1, sizeof(feed_t));
	feed->base.ref_count = 1;
	feed->base.add_callback = feed_add_callback;
	feed->base.del_callback = feed_del_callback;
	feed->base.start = feed_start;
	feed->base.stop = feed_stop;
	feed->base.dispose = feed_dispose;
	feed->base.info = feed_info;
	feed->trigger = trigger;
	feed->last = &feed->numbers;
	feed->shared.last = &feed->shared.first;
	feed->shared.count = count;
	feed->shared.pause_us = pause_us;
	feed->shared.trigger = trigger;
	pthread_mutex_init(&feed->shared.lock, NULL);
	/* recipe: trigger-new */
	/* Made by ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(sizeof(feed_t *)), on the PHP thread. */
	*(feed_t **) ((char *) trigger + trigger->base.extra_offset) = feed;
	trigger->base.add_callback(&trigger->base, ZEND_ASYNC_EVENT_CALLBACK(on_trigger));
	/* end */
	if (pthread_create(&feed->thread, NULL, make_numbers, &feed->shared) != 0) {
		ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
		pthread_mutex_destroy(&feed->shared.lock);
		efree(feed);
		zend_throw_error(NULL, "no thread");
		return NULL;
	}

	return feed;
}

/* }}} */

/* {{{ Functions */

#define MOST_FEEDS 16

ZEND_TLS feed_t *feeds[MOST_FEEDS];

ZEND_FUNCTION(feed_open)
{
	zend_long count, pause_us;
	int i = 0;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(count)
		Z_PARAM_LONG(pause_us)
	ZEND_PARSE_PARAMETERS_END();

	while (i < MOST_FEEDS && feeds[i] != NULL) {
		i++;
	}
	if (i == MOST_FEEDS) {
		zend_throw_error(NULL, "too many feeds");
		return;
	}
	feeds[i] = feed_new(count, pause_us);
	if (feeds[i] != NULL) {
		RETURN_LONG(i);
	}
}

static feed_t *find(zend_long index)
{
	if (index >= 0 && index < MOST_FEEDS && feeds[index] != NULL) {
		return feeds[index];
	}
	zend_throw_error(NULL, "no such feed");

	return NULL;
}

ZEND_FUNCTION(feed_next)
{
	zend_long index;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(index)
	ZEND_PARSE_PARAMETERS_END();

	feed_t *feed = find(index);
	if (feed == NULL) {
		return;
	}
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	/* It may be closed by another coroutine meanwhile. */
	ZEND_ASYNC_EVENT_ADD_REF(&feed->base);
	/* Another coroutine may have taken what woke this one. */
	while (feed->numbers == NULL && !feed->ended && !ZEND_ASYNC_EVENT_IS_CLOSED(&feed->base)) {
		bool resumed = ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &feed->base, false, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_SUSPEND();
		zend_async_waker_clean(coroutine);
		if (!resumed) {
			break;
		}
	}
	if (EG(exception) == NULL && feed->numbers != NULL) {
		number_t *number = feed->numbers;
		feed->numbers = number->next;
		if (feed->numbers == NULL) {
			feed->last = &feed->numbers;
		}
		RETVAL_LONG(number->value);
		free(number);
	}
	ZEND_ASYNC_EVENT_RELEASE(&feed->base);
}

static void feed_close_one(zend_long index)
{
	feed_t *feed = feeds[index];

	feeds[index] = NULL;
	/* Its waiters see that no more comes. */
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&feed->base, NULL, NULL);
	ZEND_ASYNC_EVENT_RELEASE(&feed->base);
}

ZEND_FUNCTION(feed_close)
{
	zend_long index;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(index)
	ZEND_PARSE_PARAMETERS_END();

	if (find(index) != NULL) {
		feed_close_one(index);
	}
}

static PHP_RSHUTDOWN_FUNCTION(async_feed)
{
	for (int i = 0; i < MOST_FEEDS; i++) {
		if (feeds[i] != NULL) {
			feed_close_one(i);
		}
	}

	return SUCCESS;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_open, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, pause_us, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_feed, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, feed, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(feed_open, arginfo_open)
	ZEND_FE(feed_next, arginfo_feed)
	ZEND_FE(feed_close, arginfo_feed)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry async_feed_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"async_feed", functions, NULL, NULL, NULL, PHP_RSHUTDOWN(async_feed), NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(async_feed)

/* }}} */
