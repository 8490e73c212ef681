/* File system events (ABI-58, ABI-152). */
#include "async_abi_test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void print_event(zend_async_filesystem_event_t *event)
{
	php_printf("%s:%s%s\n", event->triggered_filename != NULL ? ZSTR_VAL(event->triggered_filename) : "NULL",
			event->triggered_events & ZEND_ASYNC_FS_EVENT_RENAME ? " rename" : "",
			event->triggered_events & ZEND_ASYNC_FS_EVENT_CHANGE ? " change" : "");
}

/* async_test_filesystem_wait(string $path, bool $recursive, int $timeout_ms, callable $then): void
 * Waits for one event; $then is called when the event was started. */
ZEND_FUNCTION(async_test_filesystem_wait)
{
	zend_string *path;
	bool recursive;
	zend_long timeout_ms;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval result;

	ZEND_PARSE_PARAMETERS_START(4, 4)
		Z_PARAM_STR(path)
		Z_PARAM_BOOL(recursive)
		Z_PARAM_LONG(timeout_ms)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_filesystem_event_t *event =
			ZEND_ASYNC_NEW_FILESYSTEM_EVENT(path, recursive ? ZEND_ASYNC_FS_EVENT_RECURSIVE : 0);
	if (event == NULL) {
		return;
	}

	zend_string *info = event->base.info(&event->base);
	php_printf("%s\n", ZSTR_VAL(info));
	zend_string_release(info);

	/* Started by itself as well, so that what happens before the wait counts. */
	if (!event->base.start(&event->base)) {
		test_print_exception("start");
		php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
		ZEND_ASYNC_EVENT_RELEASE(&event->base);
		return;
	}

	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	fci.retval = &result;
	if (zend_call_function(&fci, &fcc) == SUCCESS) {
		zval_ptr_dtor(&result);
	}

	if (zend_async_waker_new_with_timeout(coroutine, (zend_ulong) timeout_ms, NULL) != NULL
			&& zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_SUSPEND()) {
		print_event(event);
	}

	zend_async_waker_clean(coroutine);
	event->base.stop(&event->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* {{{ Which listeners are told */

typedef struct {
	zend_async_event_callback_t base;
	const char *name;
	zend_async_event_t *stops; /* stopped by the first call, or NULL */
} listener_t;

static void listener_callback(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	listener_t *listener = (listener_t *) base;

	php_printf("  %s%s%s: ", listener->name, result == NULL ? "" : ", a result", exception == NULL ? "" : ", an exception");
	print_event((zend_async_filesystem_event_t *) event);

	if (listener->stops != NULL) {
		listener->stops->stop(listener->stops);
		listener->stops = NULL;
	}
}

static listener_t *listen_to(zend_async_filesystem_event_t *event, const char *name)
{
	listener_t *listener = (listener_t *) zend_async_event_callback_new(listener_callback, sizeof(listener_t));

	listener->name = name;
	event->base.add_callback(&event->base, &listener->base);

	return listener;
}

static void change(zend_string *directory, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", ZSTR_VAL(directory), name);
	close(open(path, O_CREAT | O_CLOEXEC, 0600));
}

static void turns(const char *what)
{
	php_printf("%s\n", what);
	/* The clock of the loop is that of its last turn: a sleep takes at least one more. */
	for (int i = 0; i < 20; i++) {
		test_sleep(1);
	}
}

/* async_test_filesystem_events(string $directory): void - several events of one empty directory. */
ZEND_FUNCTION(async_test_filesystem_events)
{
	zend_string *directory;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(directory)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_async_filesystem_event_t *first = ZEND_ASYNC_NEW_FILESYSTEM_EVENT_EX(directory, 0, 16);
	zend_async_filesystem_event_t *second = ZEND_ASYNC_NEW_FILESYSTEM_EVENT(directory, ZEND_ASYNC_FS_EVENT_RECURSIVE);
	char *extra = (char *) first + first->base.extra_offset;

	php_printf("extra %s, path %s, flags %u and %u\n", extra[0] == 0 && extra[15] == 0 ? "zeroed" : "not zeroed",
			zend_string_equals(first->path, directory) ? "kept" : "lost", first->flags, second->flags);
	listener_t *first_listener = listen_to(first, "first");
	listen_to(second, "second");

	first->base.start(&first->base);
	first->base.start(&first->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);

	change(directory, "1");
	/* What happened before its start is not its own. */
	second->base.start(&second->base);
	change(directory, "2");
	turns("one change, then the second is started, one more");

	first_listener->stops = &second->base;
	change(directory, "3");
	turns("the first stops the second");

	first->base.stop(&first->base);
	change(directory, "4");
	turns("stopped once, of two starts");

	change(directory, "5");
	first->base.stop(&first->base);
	first->base.stop(&first->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	turns("stopped before the loop has looked");

	change(directory, "6");
	first->base.start(&first->base);
	change(directory, "7");
	turns("started again");

	/* Still started, with something to tell. */
	change(directory, "8");
	ZEND_ASYNC_EVENT_RELEASE(&first->base);
	ZEND_ASYNC_EVENT_RELEASE(&second->base);
	php_printf("counted: %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	turns("released");
}

/* }}} */

/* {{{ A backend that reports errors */

static zend_async_new_filesystem_event_t original_new_filesystem_event;
static zend_async_filesystem_event_t *recorded;

static zend_async_filesystem_event_t *recording_new_filesystem_event(zend_string *path, unsigned int flags, size_t extra_size)
{
	recorded = original_new_filesystem_event(path, flags, extra_size);

	return recorded;
}

/* async_test_filesystem_record(bool $on): void - remembers the next event that is made. */
ZEND_FUNCTION(async_test_filesystem_record)
{
	bool on;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(on)
	ZEND_PARSE_PARAMETERS_END();

	if (on) {
		original_new_filesystem_event = zend_async_new_filesystem_event_fn;
		zend_async_new_filesystem_event_fn = recording_new_filesystem_event;
	} else {
		zend_async_new_filesystem_event_fn = original_new_filesystem_event;
	}
}

/* async_test_filesystem_fail(string $message): void - notifies the remembered event of an error, as its backend would. */
ZEND_FUNCTION(async_test_filesystem_fail)
{
	zend_string *message;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(message)
	ZEND_PARSE_PARAMETERS_END();

	zend_object *error = zend_async_new_exception_str(ZEND_ASYNC_EXCEPTION_INPUT_OUTPUT, message);
	zend_async_callbacks_notify(&recorded->base, NULL, error, false);
	OBJ_RELEASE(error);
}

/* }}} */
