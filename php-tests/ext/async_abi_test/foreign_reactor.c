/* What is left of the slots when another extension's reactor is registered, which does not fill all of them (ABI-121, ABI-169). */
#include "async_abi_test.h"

#include <sys/socket.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

static zend_async_timer_rearm_t original_rearm;

/* async_test_remember_slots(): void - before the other reactor is registered. */
ZEND_FUNCTION(async_test_remember_slots)
{
	ZEND_PARSE_PARAMETERS_NONE();
	original_rearm = zend_async_timer_rearm_fn;
}

#define REFUSED(call) \
	do { \
		php_printf("%s: ", #call); \
		if ((call) != NULL) { \
			php_printf("made\n"); \
		} else { \
			test_print_exception("NULL"); \
		} \
	} while (0)

/* async_test_foreign_slots(): void */
ZEND_FUNCTION(async_test_foreign_slots)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	int ends[2];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL || pipe(ends) != 0) {
		return;
	}

	/* What it has left out. */
	REFUSED(ZEND_ASYNC_NEW_TRIGGER_EVENT());
	REFUSED(ZEND_ASYNC_NEW_PROCESS_EVENT(getpid()));
	REFUSED(ZEND_ASYNC_GETNAMEINFO((struct sockaddr *) &address, 0));
	REFUSED(ZEND_ASYNC_GETADDRINFO("localhost", NULL, NULL));
	zval result;
	ZVAL_UNDEF(&result);
	REFUSED(ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_EXEC, "true", &result, &result, NULL, NULL, NULL));

	/* What stayed ours, with events of its own. */
	zend_async_poll_event_t *poll = ZEND_ASYNC_NEW_POLL_EVENT(ends[0], 0, ASYNC_READABLE);
	REFUSED(ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE));
	REFUSED(ZEND_ASYNC_NEW_POLL_PROXY_EVENT(NULL, ASYNC_READABLE));
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(1000, false);
	php_printf("armed anew by another's function: %s\n", TEST_BOOL(original_rearm(timer, 1, 0)));
	php_printf("references %u %u, counted %u\n", ZEND_ASYNC_EVENT_REFCOUNT(&poll->base), ZEND_ASYNC_EVENT_REFCOUNT(&timer->base),
			ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	ZEND_ASYNC_EVENT_RELEASE(&poll->base);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	zend_async_poll_event_t *socket_event = ZEND_ASYNC_NEW_SOCKET_EVENT(ends[0], ASYNC_READABLE);
	zend_async_poll_proxy_t *proxy = ZEND_ASYNC_NEW_POLL_PROXY_EVENT(socket_event, ASYNC_READABLE);
	php_printf("a proxy of a socket event that is ours: %s\n", proxy != NULL ? "made" : "NULL");
	ZEND_ASYNC_EVENT_RELEASE(&proxy->base);
	ZEND_ASYNC_EVENT_RELEASE(&socket_event->base);
	close(ends[0]);
	close(ends[1]);
}
