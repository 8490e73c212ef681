/* Signal events (ABI-57, ABI-150). */
#include "async_abi_test.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct {
	zend_async_event_callback_t base;
	bool *flag;
} flag_t;

static void set_flag(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	*((flag_t *) base)->flag = true;
}

/* async_test_signal_wait(int $signo, int $timeout_ms): string */
ZEND_FUNCTION(async_test_signal_wait)
{
	zend_long signo, timeout_ms;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(signo)
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_signal_event_t *signal_event = ZEND_ASYNC_NEW_SIGNAL_EVENT((int) signo);
	bool delivered = false;
	if (signal_event == NULL) {
		return;
	}

	flag_t *flag = (flag_t *) zend_async_event_callback_new(set_flag, sizeof(flag_t));
	flag->flag = &delivered;
	signal_event->base.add_callback(&signal_event->base, &flag->base);

	if (zend_async_waker_new_with_timeout(coroutine, (zend_ulong) timeout_ms, NULL) == NULL
			|| !zend_async_resume_when(coroutine, &signal_event->base, false, zend_async_waker_callback_resolve, NULL)) {
		goto release;
	}

	if (ZEND_ASYNC_SUSPEND()) {
		RETVAL_STR(zend_strpprintf(0, "%s %d", delivered ? "signal" : "no signal", signal_event->signal));
	}

release:
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&signal_event->base);
}

/* async_test_raise_then_sleep(int $signo, int $timeout_ms): void - a signal that comes before this first wait can see it. */
ZEND_FUNCTION(async_test_raise_then_sleep)
{
	zend_long signo, timeout_ms;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(signo)
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	raise((int) signo);
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) == NULL) {
		test_sleep((zend_ulong) timeout_ms);
	}
}

/* {{{ Which listeners are told */

typedef struct {
	zend_async_event_callback_t base;
	const char *name;
	unsigned int calls;
	zend_async_event_t *stops; /* stopped by the first call, or NULL */
} listener_t;

static void listener_callback(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	listener_t *listener = (listener_t *) base;

	listener->calls++;
	php_printf("  %s: call %u, result %s\n", listener->name, listener->calls, result == NULL ? "NULL" : "?");

	if (listener->stops != NULL) {
		listener->stops->stop(listener->stops);
		listener->stops = NULL;
	}
}

static listener_t *listen_to(zend_async_signal_event_t *event, const char *name)
{
	listener_t *listener = (listener_t *) zend_async_event_callback_new(listener_callback, sizeof(listener_t));

	listener->name = name;
	event->base.add_callback(&event->base, &listener->base);

	return listener;
}

static void turns(const char *what)
{
	php_printf("%s\n", what);
	/* The clock of the loop is that of its last turn: a sleep takes at least one more. */
	for (int i = 0; i < 20; i++) {
		test_sleep(1);
	}
}

/* async_test_signal_events(): void - several events of one signal. */
ZEND_FUNCTION(async_test_signal_events)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_signal_event_t *first = ZEND_ASYNC_NEW_SIGNAL_EVENT_EX(SIGUSR1, 16);
	zend_async_signal_event_t *second = ZEND_ASYNC_NEW_SIGNAL_EVENT(SIGUSR1);
	zend_async_signal_event_t *other = ZEND_ASYNC_NEW_SIGNAL_EVENT(SIGUSR2);
	zend_string *info = first->base.info(&first->base);
	char *extra = (char *) first + first->base.extra_offset;

	php_printf("%s, extra %s\n", ZSTR_VAL(info), extra[0] == 0 && extra[15] == 0 ? "zeroed" : "not zeroed");
	zend_string_release(info);
	listener_t *first_listener = listen_to(first, "first");
	listen_to(second, "second");
	listen_to(other, "other");

	first->base.start(&first->base);
	first->base.start(&first->base);
	other->base.start(&other->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);

	raise(SIGUSR1);
	/* What was delivered before its start is not its own. */
	second->base.start(&second->base);
	turns("one delivery, then the second is started");

	raise(SIGUSR1);
	raise(SIGUSR1);
	turns("two deliveries at once");

	first_listener->stops = &second->base;
	raise(SIGUSR1);
	turns("the first stops the second");

	first->base.stop(&first->base);
	raise(SIGUSR1);
	turns("stopped once, of two starts");

	first->base.stop(&first->base);
	first->base.stop(&first->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	ZEND_ASYNC_EVENT_RELEASE(&first->base);
	ZEND_ASYNC_EVENT_RELEASE(&second->base);
	/* Still started. */
	ZEND_ASYNC_EVENT_RELEASE(&other->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
}

/* }}} */

/* {{{ Handlers beside the reactor's */

static volatile sig_atomic_t handled, handled_pid;

static void counting_handler(int signo, siginfo_t *siginfo, void *context)
{
	handled++;
	handled_pid = siginfo->si_pid;
}

static void plain_handler(int signo)
{
	handled += 100;
}

static void set_handler(void (*handler)(int, siginfo_t *, void *), void (*plain)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	if (handler != NULL) {
		action.sa_sigaction = handler;
		action.sa_flags = SA_SIGINFO;
	} else {
		action.sa_handler = plain;
	}
	sigaction(SIGUSR1, &action, NULL);
}

/* The handler that would be there without the reactor. */
static const char *own_handler(void)
{
	struct sigaction action;

	sigaction(SIGUSR1, NULL, &action);

	return action.sa_sigaction == counting_handler ? "counting"
			: action.sa_handler == plain_handler  ? "plain"
			: action.sa_handler == SIG_DFL        ? "default"
			: action.sa_handler == SIG_IGN        ? "ignore"
												  : "another";
}

static void deliver_one(const char *what)
{
	handled = 0;
	raise(SIGUSR1);
	php_printf("%s: handled %d\n", what, (int) handled);
	turns("  events:");
}

/* async_test_signal_handlers(): void - a handler of C code, before and after the event. */
ZEND_FUNCTION(async_test_signal_handlers)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	struct sigaction before;
	sigaction(SIGUSR1, NULL, &before);
	php_printf("nobody listens: %s\n", TEST_BOOL(ZEND_ASYNC_SIGACTION(SIGUSR1)));

	set_handler(counting_handler, NULL);
	zend_async_signal_event_t *event = ZEND_ASYNC_NEW_SIGNAL_EVENT(SIGUSR1);
	listen_to(event, "event");
	event->base.start(&event->base);
	deliver_one("handler before the event");
	php_printf("siginfo: %s\n", handled_pid == getpid() ? "valid" : "not valid");

	set_handler(NULL, plain_handler);
	php_printf("kept: %s\n", TEST_BOOL(ZEND_ASYNC_SIGACTION(SIGUSR1)));
	deliver_one("another handler, without siginfo");

	set_handler(NULL, SIG_IGN);
	php_printf("kept: %s\n", TEST_BOOL(ZEND_ASYNC_SIGACTION(SIGUSR1)));
	deliver_one("ignored by everybody else");

	set_handler(NULL, SIG_DFL);
	php_printf("kept: %s\n", TEST_BOOL(ZEND_ASYNC_SIGACTION(SIGUSR1)));
	deliver_one("default action");

	set_handler(counting_handler, NULL);
	ZEND_ASYNC_SIGACTION(SIGUSR1);
	event->base.stop(&event->base);
	php_printf("when the event is stopped: %s\n", own_handler());
	php_printf("nobody listens: %s\n", TEST_BOOL(ZEND_ASYNC_SIGACTION(SIGUSR1)));

	event->base.start(&event->base);
	set_handler(NULL, plain_handler);
	/* Behind the reactor's back: it is not told. */
	event->base.stop(&event->base);
	php_printf("a handler that nobody spoke of stays: %s\n", own_handler());
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	sigaction(SIGUSR1, &before, NULL);
}

/* }}} */
