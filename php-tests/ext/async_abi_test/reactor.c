/*
 * A reactor of another extension (ABI-167, ABI-169): poll(2), timers and nothing else, as simple as it can be. What it
 * does not have stays what was registered before.
 */
#include "async_abi_test.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

#define MAX_EVENTS 256

typedef struct {
	zend_async_poll_event_t base;
	bool active;
} own_poll_t;

typedef struct {
	zend_async_timer_event_t base;
	bool active;
	uint64_t deadline_ns;
} own_timer_t;

static struct {
	bool started;
	uint64_t now_ns;
	own_poll_t *polls[MAX_EVENTS];
	unsigned int poll_count;
	own_timer_t *timers[MAX_EVENTS];
	unsigned int timer_count;
	/* What the test looks at. */
	unsigned int startups, shutdowns, turns, waits, polls_made, timers_made;
} own;

static uint64_t clock_ns(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_nsec;
}

/* Started and stopped as often as each other: the first start and the last stop count (ABI-75, ABI-76). */
static bool first_start(zend_async_event_t *event)
{
	return !ZEND_ASYNC_EVENT_IS_CLOSED(event) && event->loop_ref_count++ == 0;
}

static bool last_stop(zend_async_event_t *event)
{
	return event->loop_ref_count > 0 && --event->loop_ref_count == 0;
}

static void count(zend_async_event_t *event, bool up)
{
	if (event->flags & ZEND_ASYNC_EVENT_F_HIDDEN) {
		return;
	}
	if (up) {
		ZEND_ASYNC_INCREASE_EVENT_COUNT(event);
	} else {
		ZEND_ASYNC_DECREASE_EVENT_COUNT(event);
	}
}

static bool add_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_push(event, callback);
}

static bool remove_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_remove(event, callback);
}

static zend_string *own_info(zend_async_event_t *event) { return zend_string_init(ZEND_STRL("AnothersEvent"), 0); }

static void prepare(zend_async_event_t *event, zend_async_event_start_t start, zend_async_event_stop_t stop,
		zend_async_event_dispose_t dispose)
{
	event->ref_count = 1;
	event->add_callback = add_callback;
	event->del_callback = remove_callback;
	event->start = start;
	event->stop = stop;
	event->dispose = dispose;
	event->info = own_info;
}

static void notify(zend_async_event_t *event, void *result)
{
	ZEND_ASYNC_EVENT_ADD_REF(event);
	ZEND_ASYNC_CALLBACKS_NOTIFY(event, result, NULL);
	ZEND_ASYNC_EVENT_RELEASE(event);
}

/* ---- descriptors ---- */

static bool poll_start(zend_async_event_t *event)
{
	own_poll_t *poll_event = (own_poll_t *) event;
	if (first_start(event)) {
		poll_event->active = true;
		own.polls[own.poll_count++] = poll_event;
		count(event, true);
	}
	return true;
}

static void poll_forget(own_poll_t *poll_event)
{
	for (unsigned int i = 0; i < own.poll_count; i++) {
		if (own.polls[i] == poll_event) {
			own.polls[i] = own.polls[--own.poll_count];
			break;
		}
	}
	poll_event->active = false;
	count(&poll_event->base.base, false);
}

static bool poll_stop(zend_async_event_t *event)
{
	if (last_stop(event)) {
		poll_forget((own_poll_t *) event);
	}
	return true;
}

static bool poll_dispose(zend_async_event_t *event)
{
	if (event->ref_count > 1) {
		event->ref_count--;
		return true;
	}
	if (((own_poll_t *) event)->active) {
		poll_forget((own_poll_t *) event);
	}
	zend_async_callbacks_free(event);
	efree(event);
	return true;
}

static zend_async_poll_event_t *own_new_poll(zend_file_descriptor_t fh, zend_socket_t socket, async_poll_event events, size_t extra_size)
{
	own_poll_t *poll_event = ecalloc(1, sizeof(own_poll_t) + extra_size);
	prepare(&poll_event->base.base, poll_start, poll_stop, poll_dispose);
	poll_event->base.base.extra_offset = sizeof(own_poll_t);
	poll_event->base.is_socket = socket > 0;
	if (socket > 0) {
		poll_event->base.socket = socket;
	} else {
		poll_event->base.file = fh;
	}
	poll_event->base.events = events;
	own.polls_made++;
	return &poll_event->base;
}

/* ---- timers ---- */

static bool timer_start(zend_async_event_t *event)
{
	own_timer_t *timer = (own_timer_t *) event;
	if (first_start(event)) {
		timer->active = true;
		timer->deadline_ns = clock_ns() + (uint64_t) timer->base.timeout * 1000000;
		own.timers[own.timer_count++] = timer;
		count(event, true);
	}
	return true;
}

static void timer_forget(own_timer_t *timer)
{
	for (unsigned int i = 0; i < own.timer_count; i++) {
		if (own.timers[i] == timer) {
			own.timers[i] = own.timers[--own.timer_count];
			break;
		}
	}
	timer->active = false;
	count(&timer->base.base, false);
}

static bool timer_stop(zend_async_event_t *event)
{
	if (last_stop(event)) {
		timer_forget((own_timer_t *) event);
	}
	return true;
}

static bool timer_dispose(zend_async_event_t *event)
{
	if (event->ref_count > 1) {
		event->ref_count--;
		return true;
	}
	if (((own_timer_t *) event)->active) {
		timer_forget((own_timer_t *) event);
	}
	zend_async_callbacks_free(event);
	efree(event);
	return true;
}

static zend_async_timer_event_t *own_new_timer(zend_ulong timeout, zend_ulong nanoseconds, bool is_periodic, size_t extra_size)
{
	own_timer_t *timer = ecalloc(1, sizeof(own_timer_t) + extra_size);
	prepare(&timer->base.base, timer_start, timer_stop, timer_dispose);
	timer->base.base.extra_offset = sizeof(own_timer_t);
	timer->base.timeout = (unsigned int) (timeout > 0 ? timeout : (nanoseconds + 999999) / 1000000);
	timer->base.is_periodic = is_periodic;
	own.timers_made++;
	return &timer->base;
}

static bool own_rearm(zend_async_timer_event_t *event, zend_ulong timeout, zend_ulong nanoseconds) { return false; }

static void fire_timers(void)
{
	for (unsigned int i = 0; i < own.timer_count;) {
		own_timer_t *timer = own.timers[i];
		zend_async_event_t *event = &timer->base.base;
		if (timer->deadline_ns > own.now_ns) {
			i++;
			continue;
		}
		if (timer->base.is_periodic) {
			timer->deadline_ns += (uint64_t) timer->base.timeout * 1000000;
			i++;
		} else {
			event->loop_ref_count = 0;
			timer_forget(timer);
			ZEND_ASYNC_EVENT_SET_CLOSED(event);
		}
		notify(event, NULL);
	}
}

/* ---- the loop ---- */

static bool own_startup(void)
{
	own.started = true;
	own.startups++;
	return true;
}

static bool own_shutdown(void)
{
	own.shutdowns += own.started;
	own.started = false;
	return true;
}

static bool own_alive(void) { return own.poll_count + own.timer_count > 0; }

static bool own_execute(bool no_wait)
{
	struct pollfd descriptors[MAX_EVENTS];
	own_poll_t *events[MAX_EVENTS];
	unsigned int polled = own.poll_count;
	uint64_t earliest = UINT64_MAX;
	int timeout = 0;

	own.turns++;
	own.now_ns = clock_ns();
	for (unsigned int i = 0; i < own.timer_count; i++) {
		earliest = MIN(earliest, own.timers[i]->deadline_ns);
	}
	if (!no_wait && own_alive()) {
		own.waits++;
		timeout = earliest == UINT64_MAX ? -1 : earliest <= own.now_ns ? 0 : (int) ((earliest - own.now_ns + 999999) / 1000000);
	}
	for (unsigned int i = 0; i < polled; i++) {
		own_poll_t *poll_event = events[i] = own.polls[i];
		descriptors[i].fd = poll_event->base.is_socket ? poll_event->base.socket : poll_event->base.file;
		descriptors[i].events = ((poll_event->base.events & ASYNC_READABLE) ? POLLIN : 0)
			| ((poll_event->base.events & ASYNC_WRITABLE) ? POLLOUT : 0);
		descriptors[i].revents = 0;
	}
	if (poll(descriptors, polled, timeout) > 0) {
		for (unsigned int i = 0; i < polled; i++) {
			own_poll_t *poll_event = events[i];
			if (descriptors[i].revents == 0) {
				continue;
			}
			poll_event->base.triggered_events = ((descriptors[i].revents & (POLLIN | POLLHUP | POLLERR)) ? ASYNC_READABLE : 0)
				| ((descriptors[i].revents & (POLLOUT | POLLERR)) ? ASYNC_WRITABLE : 0);
			notify(&poll_event->base.base, NULL);
		}
	}
	own.now_ns = clock_ns();
	fire_timers();
	return own_alive();
}

static zend_ulong own_now(void) { return own.now_ns / 1000000; }

static char module_name[] = "async_abi_test_reactor";

/* async_test_use_own_reactor(): bool - before the scheduler is launched. */
ZEND_FUNCTION(async_test_use_own_reactor)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(zend_async_reactor_register(module_name, true, own_startup, own_shutdown, own_execute, own_alive,
			zend_async_reactor_quiesce_fn, zend_async_new_socket_event_fn, own_new_poll, zend_async_new_poll_proxy_event_fn,
			own_new_timer, own_rearm, zend_async_new_signal_event_fn, NULL, NULL, zend_async_new_filesystem_event_fn,
			NULL, NULL, NULL, NULL, NULL, NULL, zend_async_available_parallelism_fn, own_now));
}

/* async_test_own_reactor(): array - what it was asked for. */
ZEND_FUNCTION(async_test_own_reactor)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	add_assoc_long(return_value, "startups", own.startups);
	add_assoc_long(return_value, "shutdowns", own.shutdowns);
	add_assoc_long(return_value, "turns", own.turns);
	add_assoc_long(return_value, "waits", own.waits);
	add_assoc_long(return_value, "polls", own.polls_made);
	add_assoc_long(return_value, "timers", own.timers_made);
	add_assoc_long(return_value, "active", own.poll_count + own.timer_count);
}
