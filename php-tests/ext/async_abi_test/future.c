/* Futures made, completed and awaited in C (ABI-45, ABI-141, ABI-144). */
#include "async_abi_test.h"

/* The future of async_test_future(), a reference of its own; NULL when there is none. */
static zend_future_t *test_future = NULL;

static void test_future_release(void)
{
	if (test_future != NULL) {
		zend_future_t *future = test_future;
		test_future = NULL;
		ZEND_ASYNC_EVENT_RELEASE(&future->event);
	}
}

/* async_test_future(): Async\Future - a pending future whose writing side stays in C. */
ZEND_FUNCTION(async_test_future)
{
	ZEND_PARSE_PARAMETERS_NONE();

	test_future_release();
	zend_future_t *future = ZEND_ASYNC_NEW_FUTURE_EX(false, 64);
	if (future == NULL) {
		return;
	}
	char *extra = (char *) future + future->event.extra_offset;
	for (int i = 0; i < 64; i++) {
		if (future->event.extra_offset == 0 || extra[i] != 0) {
			php_printf("extra memory is missing or not zeroed\n");
			break;
		}
	}
	memset(extra, 0x5a, 64);
	ZEND_ASYNC_EVENT_ADD_REF(&future->event);
	test_future = future;
	RETURN_OBJ(ZEND_ASYNC_NEW_FUTURE_OBJ(future));
}

/* async_test_future_complete(mixed $value): void - an exception rejects. Lets go of the writing side. */
ZEND_FUNCTION(async_test_future_complete)
{
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();

	if (test_future == NULL) {
		return;
	}
	if (Z_TYPE_P(value) == IS_OBJECT && instanceof_function(Z_OBJCE_P(value), zend_ce_throwable)) {
		ZEND_FUTURE_REJECT(test_future, Z_OBJ_P(value));
		/* A second outcome is ignored. */
		ZEND_FUTURE_COMPLETE(test_future, value);
	} else {
		ZEND_FUTURE_COMPLETE(test_future, value);
		ZEND_FUTURE_COMPLETE(test_future, value);
	}
	php_printf("completed %s, used %s, caught %s\n", TEST_BOOL(ZEND_FUTURE_IS_COMPLETED(test_future)),
			TEST_BOOL(ZEND_FUTURE_IS_USED(test_future)), TEST_BOOL(ZEND_FUTURE_IS_EXCEPTION_CAUGHT(test_future)));
	test_future_release();
}

/* async_test_future_await(Async\Future $future): mixed - waits through the waker. Calls a late subscriber as well. */
ZEND_FUNCTION(async_test_future_await)
{
	zval *object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_FUTURE))
	ZEND_PARSE_PARAMETERS_END();

	zend_async_event_t *event = ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	ZEND_ASYNC_EVENT_SET_RESULT_USED(event);
	if (ZEND_ASYNC_EVENT_IS_CLOSED(event)) {
		event->replay(event, NULL, return_value, NULL);
		return;
	}
	ZEND_ASYNC_SCHEDULER_INIT();
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	if (EG(exception) != NULL || ZEND_ASYNC_WAKER_NEW(coroutine) == NULL) {
		return;
	}
	zend_async_resume_when(coroutine, event, false, zend_async_waker_callback_resolve, NULL);
	if (ZEND_ASYNC_SUSPEND()) {
		ZVAL_COPY(return_value, &coroutine->waker->result);
	}
	zend_async_waker_clean(coroutine);
}

static void late_subscriber(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	if (exception != NULL) {
		php_printf("late subscriber: %s\n", ZSTR_VAL(exception->ce->name));
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	} else {
		php_printf("late subscriber: " ZEND_LONG_FMT "\n", Z_LVAL_P((zval *) result));
	}
}

/* async_test_future_subscribe(Async\Future $future): void - to a completed future: is called at once. */
ZEND_FUNCTION(async_test_future_subscribe)
{
	zval *object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_FUTURE))
	ZEND_PARSE_PARAMETERS_END();

	zend_async_event_t *event = ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	ZEND_ASYNC_EVENT_SET_RESULT_USED(event);
	zend_async_event_callback_t *callback = zend_async_event_callback_new(late_subscriber, 0);
	event->add_callback(event, callback);
	php_printf("subscribed\n");
	event->del_callback(event, callback);
}
