/* File system events (ABI-58, ABI-152). */
#include "async_abi_test.h"

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
