/* Proxies of poll events: released and stopped while others of the same event are told (ABI-82, ABI-83), and hidden ones (ABI-80). */
#include "async_abi_test.h"

#include <sys/socket.h>
#include <unistd.h>

#define PROXIES 4

enum { RELEASED, DISPOSED, STOPPED, KEPT_ELSEWHERE };

static zend_async_poll_proxy_t *proxies[PROXIES];
static unsigned int told;
static int action;

static void first_told(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	if (told++ > 0) {
		event->stop(event);
		return;
	}
	for (int i = 0; i < PROXIES; i++) {
		zend_async_event_t *other = &proxies[i]->base;
		if (other == event) {
			continue;
		}
		if (action == RELEASED) {
			ZEND_ASYNC_EVENT_RELEASE(other);
			proxies[i] = NULL;
		} else if (action == DISPOSED) {
			other->dispose(other);
			proxies[i] = NULL;
		} else if (action == STOPPED) {
			other->stop(other);
		} else {
			/* What another owner still has is told. */
			ZEND_ASYNC_EVENT_ADD_REF(other);
			ZEND_ASYNC_EVENT_RELEASE(other);
		}
	}
	event->stop(event);
}

/* async_test_proxies_released(): void - the one that is told first does something to the three others. */
ZEND_FUNCTION(async_test_proxies_released)
{
	ZEND_PARSE_PARAMETERS_NONE();

	static const char *const actions[] = { "released", "disposed", "stopped", "kept elsewhere" };

	ZEND_ASYNC_SCHEDULER_INIT();
	for (action = RELEASED; action <= KEPT_ELSEWHERE; action++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[1], "x", 1) != 1) {
			zend_throw_error(NULL, "no socket pair");
			return;
		}
		unsigned int before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
		zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);
		told = 0;
		for (int i = 0; i < PROXIES; i++) {
			proxies[i] = ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE);
			proxies[i]->base.add_callback(&proxies[i]->base, ZEND_ASYNC_EVENT_CALLBACK(first_told));
			proxies[i]->base.start(&proxies[i]->base);
		}
		TEST_YIELD_UNTIL(told > 0);
		test_yield();
		php_printf("%s: told %u, references of the poll event %u, events %+d\n", actions[action], told,
				ZEND_ASYNC_EVENT_REFCOUNT(&poll->base), (int) (ZEND_ASYNC_ACTIVE_EVENT_COUNT - before));
		for (int i = 0; i < PROXIES; i++) {
			if (proxies[i] != NULL) {
				ZEND_ASYNC_EVENT_RELEASE(&proxies[i]->base);
			}
		}
		ZEND_ASYNC_EVENT_RELEASE(&poll->base);
		close(pair[0]);
		close(pair[1]);
	}
}

static unsigned int none;

static void print_count(const char *label)
{
	php_printf("%s: %d\n", label, (int) (ZEND_ASYNC_ACTIVE_EVENT_COUNT - none));
}

/* async_test_hidden_proxies(bool $leave): void - what counts as an active event; a hidden proxy is left behind, started, on demand. */
ZEND_FUNCTION(async_test_hidden_proxies)
{
	bool leave;
	int pair[2];

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(leave)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}
	none = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[0], ASYNC_READABLE);
	zend_async_event_t *event = &poll->base;
	zend_async_event_t *hidden = &ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE)->base;
	zend_async_event_t *hidden_too = &ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE)->base;
	zend_async_event_t *visible = &ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE)->base;
	ZEND_ASYNC_EVENT_SET_HIDDEN(hidden);
	ZEND_ASYNC_EVENT_SET_HIDDEN(hidden_too);
	hidden->start(hidden);
	print_count("hidden");
	if (leave) {
		/* The script ends, although a descriptor that nothing happens to is watched. */
		return;
	}
	hidden_too->start(hidden_too);
	print_count("two hidden");
	visible->start(visible);
	print_count("and a visible one");
	hidden->stop(hidden);
	print_count("one hidden one stopped");
	hidden->start(hidden);
	print_count("started again");
	visible->stop(visible);
	print_count("the visible one stopped");
	event->start(event);
	print_count("the poll event itself started");
	visible->start(visible);
	print_count("the visible one again");
	event->stop(event);
	print_count("the poll event itself stopped");
	visible->stop(visible);
	hidden->stop(hidden);
	print_count("one hidden one left");
	hidden_too->stop(hidden_too);
	print_count("none");
	visible->start(visible);
	print_count("only the visible one");
	ZEND_ASYNC_EVENT_RELEASE(visible);
	print_count("released while it is started");
	hidden->start(hidden);
	event->start(event);
	ZEND_ASYNC_EVENT_RELEASE(hidden);
	print_count("the poll event itself, a hidden one released");
	ZEND_ASYNC_EVENT_RELEASE(hidden_too);
	ZEND_ASYNC_EVENT_RELEASE(event);
	print_count("all released");
	close(pair[0]);
	close(pair[1]);
}
