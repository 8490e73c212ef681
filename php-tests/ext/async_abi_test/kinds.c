/*
 * What start, stop, hiding, closing and disposing do to the counters, for every kind of event that a factory makes
 * (ABI-73 to ABI-83, ABI-88, ABI-89). A new kind is one more line of the table.
 */
#include "async_abi_test.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];
static zend_string *directory;
static zend_async_poll_event_t *under_proxy;

#define EXTRA 24

static zend_async_event_t *make_socket(void) { return &ZEND_ASYNC_NEW_SOCKET_EVENT_EX(pair[0], ASYNC_READABLE, EXTRA)->base; }
static zend_async_event_t *make_poll(void) { return &ZEND_ASYNC_NEW_POLL_EVENT_EX(pair[0], 0, ASYNC_READABLE, EXTRA)->base; }
static zend_async_event_t *make_proxy(void) { return &ZEND_ASYNC_NEW_POLL_PROXY_EVENT_EX(under_proxy, ASYNC_READABLE, EXTRA)->base; }
static zend_async_event_t *make_timer(void) { return &ZEND_ASYNC_NEW_TIMER_EVENT_EX(60000, false, EXTRA)->base; }
static zend_async_event_t *make_periodic(void) { return &ZEND_ASYNC_NEW_TIMER_EVENT_EX(60000, true, EXTRA)->base; }
static zend_async_event_t *make_signal(void) { return &ZEND_ASYNC_NEW_SIGNAL_EVENT_EX(SIGUSR1, EXTRA)->base; }
static zend_async_event_t *make_filesystem(void) { return &ZEND_ASYNC_NEW_FILESYSTEM_EVENT_EX(directory, 0, EXTRA)->base; }
static zend_async_event_t *make_recursive(void)
{
	return &ZEND_ASYNC_NEW_FILESYSTEM_EVENT_EX(directory, ZEND_ASYNC_FS_EVENT_RECURSIVE, EXTRA)->base;
}
static zend_async_event_t *make_trigger(void) { return &ZEND_ASYNC_NEW_TRIGGER_EVENT_EX(EXTRA)->base; }
static zend_async_event_t *make_listen(void) { return &ZEND_ASYNC_SOCKET_LISTEN_EX("127.0.0.1", 0, 16, 0, EXTRA)->base; }

static void nothing(zend_async_task_t *task) { }
static zend_async_event_t *make_task(void) { return &ZEND_ASYNC_NEW_TASK_EX(nothing, NULL, EXTRA)->base; }

static const struct {
	const char *name, *info;
	zend_async_event_t *(*make)(void);
	/* Events below it that start with it, and are counted for themselves. */
	unsigned int below;
} kinds[] = {
	{ "socket", "Poll(socket=", make_socket, 0 },
	{ "descriptor", "Poll(fd=", make_poll, 0 },
	{ "proxy", "PollProxy(events=r)", make_proxy, 1 },
	{ "timer", "Timer(timeout=60000ms, once)", make_timer, 0 },
	{ "periodic timer", "Timer(timeout=60000ms, periodic)", make_periodic, 0 },
	{ "signal", "Signal(signum=10)", make_signal, 0 },
	{ "filesystem", "FilesystemWatch(path=", make_filesystem, 0 },
	{ "recursive filesystem", "FilesystemWatch(path=", make_recursive, 0 },
	{ "trigger", "Trigger", make_trigger, 0 },
	{ "task", "ThreadPoolTask", make_task, 0 },
	{ "listen", "Listen(host=127.0.0.1, port=0)", make_listen, 0 },
};

static const char *current_kind;
static unsigned int events_before, disposals;

static void expect(bool holds, const char *what)
{
	if (!holds) {
		php_printf("%s: not %s\n", current_kind, what);
	}
}

static unsigned int counted(void) { return ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before; }

static void never_called(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("%s: told\n", current_kind);
}

static void callback_disposed(zend_async_event_callback_t *callback, zend_async_event_t *event)
{
	disposals++;
	efree(callback);
}

static void check(zend_async_event_t *(*make)(void), const char *info, unsigned int below)
{
	zend_async_event_t *event = make();
	zend_string *text = event->info(event);
	char *extra = (char *) event + event->extra_offset;

	expect(strncmp(ZSTR_VAL(text), info, strlen(info)) == 0, ZSTR_VAL(text));
	zend_string_release(text);
	for (int i = 0; i < EXTRA; i++) {
		expect(extra[i] == 0, "zeroed");
		extra[i] = (char) i;
	}
	expect(ZEND_ASYNC_EVENT_REFCOUNT(event) == 1 && event->loop_ref_count == 0 && !ZEND_ASYNC_EVENT_IS_CLOSED(event), "new");
	expect(counted() == 0, "uncounted before the first start");

	expect(event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "stopped without a start");
	expect(event->start(event) && event->loop_ref_count == 1 && counted() == 1 + below, "started");
	expect(event->start(event) && event->loop_ref_count == 2 && counted() == 1 + below, "started twice");
	expect(event->stop(event) && event->loop_ref_count == 1 && counted() == 1 + below, "stopped once of two starts");
	expect(event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "stopped");
	expect(event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "stopped once more");
	expect(event->start(event) && event->loop_ref_count == 1 && counted() == 1 + below, "started again");

	ZEND_ASYNC_EVENT_ADD_REF(event);
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(ZEND_ASYNC_EVENT_REFCOUNT(event) == 1 && event->loop_ref_count == 1, "alive with a reference");

	zend_async_event_callback_t *callback = zend_async_event_callback_new(never_called, 0);
	callback->dispose = callback_disposed;
	event->add_callback(event, callback);
	event->start(event);
	disposals = 0;
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(counted() == 0, "disposed while it was started twice");
	expect(disposals == 1, "disposed together with its callbacks");

	event = make();
	event->start(event);
	expect(event->dispose(event) && counted() == 0, "disposed by its method");

	event = make();
	ZEND_ASYNC_EVENT_SET_HIDDEN(event);
	expect(event->start(event) && event->loop_ref_count == 1 && counted() == 0, "started hidden");
	expect(event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "stopped hidden");
	event->start(event);
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(counted() == 0, "disposed hidden");

	event = make();
	ZEND_ASYNC_EVENT_SET_CLOSED(event);
	expect(event->start(event) && event->loop_ref_count == 0 && counted() == 0, "closed before the start");
	expect(event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "closed before the stop");
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(counted() == 0, "disposed when it was closed");

	event = make();
	event->start(event);
	event->start(event);
	ZEND_ASYNC_EVENT_SET_CLOSED(event);
	expect(event->stop(event) && event->stop(event) && event->loop_ref_count == 0 && counted() == 0, "closed between start and stop");
	event->stop(event);
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(counted() == 0, "disposed when it was closed and stopped");

	event = make();
	event->start(event);
	ZEND_ASYNC_EVENT_SET_CLOSED(event);
	ZEND_ASYNC_EVENT_RELEASE(event);
	expect(counted() == 0, "disposed when it was started and closed");
}

/* async_test_kinds(string $directory): void */
ZEND_FUNCTION(async_test_kinds)
{
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(directory)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}

	under_proxy = ZEND_ASYNC_NEW_SOCKET_EVENT(pair[1], ASYNC_READABLE);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		current_kind = kinds[i].name;
		events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
		check(kinds[i].make, kinds[i].info, kinds[i].below);
		php_printf("%s\n", current_kind);
		if (EG(exception) != NULL) {
			test_print_exception(current_kind);
		}
	}
	ZEND_ASYNC_EVENT_RELEASE(&under_proxy->base);
	/* What has a descriptor is torn down, too. */
	for (int i = 0; i < 5; i++) {
		test_sleep(1);
	}
	close(pair[0]);
	close(pair[1]);
}
