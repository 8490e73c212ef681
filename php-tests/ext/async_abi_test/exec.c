/* Exec events (ABI-60, ABI-153). */
#include "async_abi_test.h"

#include <string.h>

/* async_test_exec(int $mode, ?string $command, array $lines = [], int $timeout_ms = 0, ?string $directory = null,
 *     ?string $environment = null, bool $errors = false): array - [code, value, lines, errors]; an exception stays pending. */
ZEND_FUNCTION(async_test_exec)
{
	zend_long mode, timeout_ms = 0;
	zend_string *command, *directory = NULL, *environment = NULL;
	zval *lines = NULL, value, buffer, errors;
	bool with_errors = false;

	ZEND_PARSE_PARAMETERS_START(2, 7)
		Z_PARAM_LONG(mode)
		Z_PARAM_STR_OR_NULL(command)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_OR_NULL(lines)
		Z_PARAM_LONG(timeout_ms)
		Z_PARAM_STR_OR_NULL(directory)
		Z_PARAM_STR_OR_NULL(environment)
		Z_PARAM_BOOL(with_errors)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	if (lines != NULL) {
		ZVAL_COPY(&buffer, lines);
	} else {
		ZVAL_NULL(&buffer);
	}

	ZVAL_LONG(&value, 12345);
	ZVAL_UNDEF(&errors);
	int code = ZEND_ASYNC_EXEC((zend_async_exec_mode) mode, command != NULL ? ZSTR_VAL(command) : NULL, &buffer, &value,
			with_errors ? &errors : NULL, directory != NULL ? ZSTR_VAL(directory) : NULL,
			environment != NULL ? ZSTR_VAL(environment) : NULL, (zend_ulong) timeout_ms);

	if (EG(exception) != NULL) {
		php_printf("code %d, value %s\n", code, zend_zval_type_name(&value));
		zval_ptr_dtor(&value);
		zval_ptr_dtor(&buffer);
		zval_ptr_dtor(&errors);
		return;
	}

	array_init(return_value);
	add_next_index_long(return_value, code);
	add_next_index_zval(return_value, &value);
	add_next_index_zval(return_value, &buffer);
	if (with_errors) {
		add_next_index_zval(return_value, &errors);
	}
}

/* async_test_exec_nothing(): void - no place for any result, and the slot where nothing can wait. */
ZEND_FUNCTION(async_test_exec_nothing)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (ZEND_ASYNC_CURRENT_COROUTINE == NULL) {
		zval value;

		ZVAL_UNDEF(&value);
		int code = ZEND_ASYNC_EXEC(ZEND_ASYNC_EXEC_MODE_EXEC, "exit 1", NULL, &value, NULL, NULL, NULL, 0);
		php_printf("outside: %d, %s\n", code, zend_zval_type_name(&value));
		test_print_exception("outside");
	}

	ZEND_ASYNC_SCHEDULER_INIT();
	for (int mode = ZEND_ASYNC_EXEC_MODE_EXEC; mode <= ZEND_ASYNC_EXEC_MODE_SHELL_EXEC; mode++) {
		int code = ZEND_ASYNC_EXEC((zend_async_exec_mode) mode, "echo one; echo two; exit 9", NULL, NULL, NULL, NULL, NULL, 0);
		php_printf("mode %d: %d\n", mode, code);
	}

	static const char *const commands[] = {NULL, "", "true"};
	for (int i = 0; i < 3; i++) {
		zval value;

		ZVAL_UNDEF(&value);
		zend_async_exec_mode mode = i == 2 ? (zend_async_exec_mode) 5 : ZEND_ASYNC_EXEC_MODE_EXEC;
		zend_async_exec_event_t *event = ZEND_ASYNC_NEW_EXEC_EVENT(mode, commands[i], NULL, &value, NULL, NULL, NULL);
		php_printf("%s, %s\n", event == NULL ? "NULL" : "an event", zend_zval_type_name(&value));
		test_print_exception("new");
	}

	zend_async_exec_event_t *event =
			ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_EXEC, "true", NULL, NULL, NULL, "/no/such/directory", NULL);
	php_printf("%s\n", event == NULL ? "NULL" : "an event");
	test_print_exception("no such directory");
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT);

	ZEND_ASYNC_SCHEDULER_CONTEXT = true;
	php_printf("scheduler context: %d\n", ZEND_ASYNC_EXEC(ZEND_ASYNC_EXEC_MODE_EXEC, "true", NULL, NULL, NULL, NULL, NULL, 0));
	ZEND_ASYNC_SCHEDULER_CONTEXT = false;
	test_print_exception("scheduler context");
}

/* {{{ The event */

static void told(zend_async_event_t *base, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_async_exec_event_t *event = (zend_async_exec_event_t *) base;

	php_printf("  told: code " ZEND_LONG_FMT ", signal %d, %s, %s, result %s, exception %s\n", event->exit_code, event->term_signal,
			event->terminated ? "terminated" : "running", ZEND_ASYNC_EVENT_IS_CLOSED(base) ? "closed" : "open",
			result == NULL ? "NULL" : "?", exception == NULL ? "NULL" : "?");
}

/* async_test_exec_event(int $mode, string $command, string $do): array - [value, lines, errors]
 * $do: "wait" until it has ended; "stop" it, then wait; "dispose" it at once; "start" and then dispose it. */
ZEND_FUNCTION(async_test_exec_event)
{
	zend_long mode;
	zend_string *command, *what;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(mode)
		Z_PARAM_STR(command)
		Z_PARAM_STR(what)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	unsigned int events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zval value, lines, errors;

	ZVAL_UNDEF(&value);
	ZVAL_NULL(&lines);
	ZVAL_UNDEF(&errors);
	zend_async_exec_event_t *event =
			ZEND_ASYNC_NEW_EXEC_EVENT_EX((zend_async_exec_mode) mode, ZSTR_VAL(command), &lines, &value, &errors, NULL, NULL, 16);
	if (event == NULL) {
		return;
	}

	char *extra = (char *) event + event->base.extra_offset;
	zend_string *info = event->base.info(&event->base);
	php_printf("%s, extra %s, value %s, %s, counted %u\n", ZSTR_VAL(info),
			event->base.extra_offset >= sizeof(*event) && extra[0] == 0 && extra[15] == 0 ? "zeroed" : "?", zend_zval_type_name(&value),
			event->terminated ? "terminated" : "running", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	zend_string_release(info);
	memset(extra, 0x55, 16);

	zend_async_event_callback_t *callback = zend_async_event_callback_new(told, 0);
	event->base.add_callback(&event->base, callback);

	if (zend_string_equals_literal(what, "start") || zend_string_equals_literal(what, "stop")) {
		event->base.start(&event->base);
		event->base.start(&event->base);
		php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	}

	if (zend_string_equals_literal(what, "stop")) {
		event->base.stop(&event->base);
		event->base.stop(&event->base);
		event->base.stop(&event->base);
		php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	}

	if (zend_string_equals_literal(what, "wait") || zend_string_equals_literal(what, "stop")) {
		if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
				&& zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)) {
			ZEND_ASYNC_SUSPEND();
		}
		zend_async_waker_clean(coroutine);
	}

	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	array_init(return_value);
	add_next_index_zval(return_value, &value);
	add_next_index_zval(return_value, &lines);
	add_next_index_zval(return_value, &errors);
}

/* }}} */
