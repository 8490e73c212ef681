/* Channels made and used in C (ABI-46, ABI-141, ABI-145). */
#include "async_abi_test.h"

#define EXTRA_SIZE 40

/* A channel argument. */
static zend_async_channel_t *to_channel(zval *object)
{
	return (zend_async_channel_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
}

/* async_test_channel(int size, bool resizable = false, bool thread_safe = false): ?Async\Channel */
ZEND_FUNCTION(async_test_channel)
{
	zend_long size;
	bool resizable = false;
	bool thread_safe = false;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_LONG(size)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(resizable)
		Z_PARAM_BOOL(thread_safe)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_channel_t *channel = ZEND_ASYNC_NEW_CHANNEL_EX((size_t) size, resizable, thread_safe, EXTRA_SIZE);
	if (channel == NULL) {
		return;
	}
	char *extra = (char *) channel + channel->event.extra_offset;
	for (int i = 0; i < EXTRA_SIZE; i++) {
		if (channel->event.extra_offset == 0 || extra[i] != 0) {
			php_printf("extra memory is missing or not zeroed\n");
			break;
		}
	}
	memset(extra, 0x5a, EXTRA_SIZE);
	/* The object has a reference of its own. */
	RETVAL_OBJ(ZEND_ASYNC_NEW_CHANNEL_OBJ(channel));
	ZEND_ASYNC_EVENT_RELEASE(&channel->event);
}

/* async_test_channel_life(): void - the life of a channel without a PHP object. */
ZEND_FUNCTION(async_test_channel_life)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_async_channel_t *channel = ZEND_ASYNC_NEW_CHANNEL(2, false, false);
	zval value, received;

	php_printf("references %u, object of no channel %s\n", ZEND_ASYNC_EVENT_REFCOUNT(&channel->event),
			TEST_BOOL(ZEND_ASYNC_NEW_CHANNEL_OBJ(NULL) != NULL));
	ZVAL_STR(&value, zend_strpprintf(0, "text %d", 1));
	for (int i = 0; i < 2; i++) {
		bool sent = channel->send(channel, &value);
		php_printf("sent %s, counter %u\n", TEST_BOOL(sent), Z_REFCOUNT(value));
	}
	zend_string *info = channel->event.info(&channel->event);
	php_printf("%s\n", ZSTR_VAL(info));
	zend_string_release(info);
	php_printf("received %s", TEST_BOOL(channel->receive(channel, &received, NULL)));
	php_printf(", %s, counter %u\n", Z_STRVAL(received), Z_REFCOUNT(value));
	zval_ptr_dtor(&received);

	channel->close(channel);
	channel->close(channel);
	php_printf("closed %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&channel->event)));
	php_printf("sent %s\n", TEST_BOOL(channel->send(channel, &value)));
	test_print_exception("send");
	php_printf("received %s, what was left\n", TEST_BOOL(channel->receive(channel, &received, NULL)));
	zval_ptr_dtor(&received);
	php_printf("received %s\n", TEST_BOOL(channel->receive(channel, &received, NULL)));
	test_print_exception("receive");
	php_printf("waited %s, exception %s\n", TEST_BOOL(channel->receive(channel, NULL, NULL)), TEST_BOOL(EG(exception) != NULL));
	ZEND_ASYNC_EVENT_RELEASE(&channel->event);
	php_printf("counter %u\n", Z_REFCOUNT(value));
	zval_ptr_dtor(&value);
}

typedef struct {
	zval in;
	zval out;
} echo_t;

static void echo_dispose(zend_coroutine_t *coroutine)
{
	echo_t *pair = coroutine->extended_data;
	coroutine->extended_data = NULL;
	zval_ptr_dtor(&pair->in);
	zval_ptr_dtor(&pair->out);
	efree(pair);
}

static void echo_entry(void)
{
	echo_t *pair = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;
	zend_async_channel_t *in = to_channel(&pair->in);
	zend_async_channel_t *out = to_channel(&pair->out);
	zval value;

	while (in->receive(in, &value, NULL)) {
		bool sent = out->send(out, &value);
		zval_ptr_dtor(&value);
		if (!sent) {
			break;
		}
	}
	test_print_exception("echo");
	out->close(out);
}

/* async_test_channel_echo(Channel in, Channel out): void - a C coroutine that passes values on until in is closed. */
ZEND_FUNCTION(async_test_channel_echo)
{
	zval *in, *out;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJECT_OF_CLASS(in, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_CHANNEL))
		Z_PARAM_OBJECT_OF_CLASS(out, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_CHANNEL))
	ZEND_PARSE_PARAMETERS_END();

	echo_t *pair = emalloc(sizeof(echo_t));
	ZVAL_COPY(&pair->in, in);
	ZVAL_COPY(&pair->out, out);
	test_spawn(echo_entry, pair, echo_dispose);
}

/* async_test_channel_receive(Channel channel, int timeout_ms, bool wait_only = false): mixed - false when the time was up. */
ZEND_FUNCTION(async_test_channel_receive)
{
	zval *object;
	zend_long timeout_ms;
	bool wait_only = false;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_CHANNEL))
		Z_PARAM_LONG(timeout_ms)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(wait_only)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_channel_t *channel = to_channel(object);
	zend_async_event_t *timer = NULL;
	ZEND_ASYNC_SCHEDULER_INIT();
	if (timeout_ms > 0) {
		timer = &ZEND_ASYNC_NEW_TIMER_EVENT(timeout_ms, false)->base;
	}
	bool done = channel->receive(channel, wait_only ? NULL : return_value, timer);
	if (!done || wait_only) {
		ZVAL_BOOL(return_value, done);
	}
	if (timer != NULL) {
		ZEND_ASYNC_EVENT_RELEASE(timer);
	}
}

/* async_test_channel_object(): Channel */
ZEND_FUNCTION(async_test_channel_object)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_async_channel_t *channel = ZEND_ASYNC_NEW_CHANNEL(1, false, false);
	zend_object *first = ZEND_ASYNC_NEW_CHANNEL_OBJ(channel);
	zend_object *second = ZEND_ASYNC_NEW_CHANNEL_OBJ(channel);
	php_printf("the same %s, references %u\n", TEST_BOOL(first == second), ZEND_ASYNC_EVENT_REFCOUNT(&channel->event));
	OBJ_RELEASE(second);
	ZEND_ASYNC_EVENT_RELEASE(&channel->event);
	php_printf("references %u\n", GC_REFCOUNT(first));
	RETURN_OBJ(first);
}
