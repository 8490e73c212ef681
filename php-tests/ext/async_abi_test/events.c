/* Subscriber vectors and notification, without any coroutine (ABI-90..98). */
#include "async_abi_test.h"

/* {{{ Exactly once: every actor, every pair of removals, during one pass (ABI-94) */

#define MAX_SUBSCRIBERS 8

typedef struct pass_s pass_t;

typedef struct {
	zend_async_event_callback_t base;
	pass_t *pass;
	unsigned int index;
} pass_callback_t;

struct pass_s {
	pass_callback_t *callbacks[MAX_SUBSCRIBERS];
	unsigned int calls[MAX_SUBSCRIBERS];
	bool removed[MAX_SUBSCRIBERS];
	bool removed_before_call[MAX_SUBSCRIBERS];
	unsigned int actor;        /* the one that removes */
	unsigned int remove[2];    /* which ones, in this order */
	unsigned int remove_count;
	unsigned int append;       /* index to subscribe after the removals, 0 for none */
};

static void pass_callback(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	pass_callback_t *callback = (pass_callback_t *) base;
	pass_t *pass = callback->pass;

	pass->calls[callback->index]++;

	if (callback->index != pass->actor || pass->calls[callback->index] > 1) {
		return;
	}

	for (unsigned int i = 0; i < pass->remove_count; i++) {
		unsigned int target = pass->remove[i];

		if (!pass->removed[target]) {
			pass->removed[target] = true;
			pass->removed_before_call[target] = pass->calls[target] == 0;
			event->del_callback(event, &pass->callbacks[target]->base);
		}
	}

	if (pass->append > 0) {
		event->add_callback(event, &pass->callbacks[pass->append]->base);
	}
}

/* Runs one pass over size subscribers; returns the number of rules broken. */
static unsigned int run_pass(unsigned int size, pass_t *pass)
{
	unsigned int broken = 0;
	unsigned int total = size + (pass->append > 0 ? 1 : 0);
	test_event_t *event = test_event_new("pass", NULL);

	for (unsigned int i = 0; i < total; i++) {
		pass->callbacks[i] = (pass_callback_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(pass_callback, sizeof(pass_callback_t));
		pass->callbacks[i]->pass = pass;
		pass->callbacks[i]->index = i;
		/* An own reference, because the pass looks at callbacks that were removed. */
		ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&pass->callbacks[i]->base);
		if (i < size) {
			event->base.add_callback(&event->base, &pass->callbacks[i]->base);
		}
	}

	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, NULL, NULL);

	for (unsigned int i = 0; i < total; i++) {
		unsigned int expected = pass->removed_before_call[i] ? 0 : 1;

		if (pass->calls[i] != expected) {
			php_printf("size %u, actor %u removes %u,%u (%u), appends %u: subscriber %u called %u times, expected %u\n", size, pass->actor,
					pass->remove[0], pass->remove[1], pass->remove_count, pass->append, i, pass->calls[i], expected);
			broken++;
		}
	}

	if (event->base.callbacks.current_iterator != NULL) {
		php_printf("the pass is still published\n");
		broken++;
	}

	ZEND_ASYNC_EVENT_RELEASE(&event->base);

	for (unsigned int i = 0; i < total; i++) {
		if (pass->callbacks[i]->base.ref_count != 1) {
			php_printf("subscriber %u: counter %u\n", i, pass->callbacks[i]->base.ref_count);
			broken++;
		}
		ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&pass->callbacks[i]->base);
	}

	return broken;
}

static void run_all_passes(bool append)
{
	unsigned int passes = 0, broken = 0;

	for (unsigned int size = 1; size <= 5; size++) {
		for (unsigned int actor = 0; actor < size; actor++) {
			for (unsigned int first = 0; first < size; first++) {
				for (unsigned int second = 0; second < size; second++) {
					pass_t pass;
					memset(&pass, 0, sizeof(pass));
					pass.actor = actor;
					pass.remove[0] = first;
					pass.remove[1] = second;
					/* Equal targets stand for a single removal. */
					pass.remove_count = first == second ? 1 : 2;
					pass.append = append ? size : 0;
					broken += run_pass(size, &pass);
					passes++;
				}
			}
		}
	}

	php_printf("%u passes, %u rules broken\n", passes, broken);
}

/* async_test_callbacks_exactly_once(): void */
ZEND_FUNCTION(async_test_callbacks_exactly_once)
{
	ZEND_PARSE_PARAMETERS_NONE();
	run_all_passes(false);
}

/* async_test_callbacks_append(): void - the actor also subscribes another callback, called in the same pass. */
ZEND_FUNCTION(async_test_callbacks_append)
{
	ZEND_PARSE_PARAMETERS_NONE();
	run_all_passes(true);
}

/* }}} */

/* {{{ Single notifications */

typedef struct {
	zend_async_event_callback_t base;
	const char *name;
} named_callback_t;

static zend_async_event_callback_t *named_callback_new(zend_async_event_callback_fn function, const char *name)
{
	named_callback_t *callback = (named_callback_t *) ZEND_ASYNC_EVENT_CALLBACK_EX(function, sizeof(named_callback_t));
	callback->name = name;

	return &callback->base;
}

static void printing_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("%s on %s: result ", ((named_callback_t *) callback)->name, ((test_event_t *) event)->name);

	if (result == NULL) {
		php_printf("NULL");
	} else if (ZEND_ASYNC_EVENT_WILL_ZVAL_RESULT(event)) {
		php_printf(ZEND_LONG_FMT, Z_LVAL_P((zval *) result));
	}

	php_printf(", exception %s\n", exception != NULL ? ZSTR_VAL(exception->ce->name) : "none");

	if (exception != NULL) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	}
}

static void throwing_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	printing_callback(event, callback, result, exception);
	zend_throw_exception(NULL, "thrown by a subscriber", 0);
}

static void notifying_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	printing_callback(event, callback, result, exception);
	ZEND_ASYNC_CALLBACKS_NOTIFY(event, NULL, NULL);
}

/* async_test_callbacks_stop_at_exception(): void */
ZEND_FUNCTION(async_test_callbacks_stop_at_exception)
{
	ZEND_PARSE_PARAMETERS_NONE();

	test_event_t *event = test_event_new("event", NULL);
	event->base.add_callback(&event->base, named_callback_new(printing_callback, "first"));
	event->base.add_callback(&event->base, named_callback_new(throwing_callback, "second"));
	event->base.add_callback(&event->base, named_callback_new(printing_callback, "third"));
	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, NULL, NULL);
	test_print_exception("after the pass");
	php_printf("counter %u\n", ZEND_ASYNC_EVENT_REFCOUNT(&event->base));
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_nested_notify(): void */
ZEND_FUNCTION(async_test_nested_notify)
{
	ZEND_PARSE_PARAMETERS_NONE();

	test_event_t *event = test_event_new("event", NULL);
	event->base.add_callback(&event->base, named_callback_new(notifying_callback, "first"));
	event->base.add_callback(&event->base, named_callback_new(printing_callback, "second"));
	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, NULL, NULL);
	php_printf("counter %u\n", ZEND_ASYNC_EVENT_REFCOUNT(&event->base));
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* Doubles the result and replaces an exception, then passes both on. */
static void rewriting_notify_handler(zend_async_event_t *event, void *result, zend_object *exception)
{
	zval doubled;

	if (exception != NULL) {
		zend_object *replacement = zend_async_new_exception(ZEND_ASYNC_EXCEPTION_TIMEOUT, "rewritten %d", 1);

		ZEND_ASYNC_CALLBACKS_NOTIFY_FROM_HANDLER(event, NULL, replacement);
		php_printf("handled after the pass: %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_EXCEPTION_HANDLED(event)));
		OBJ_RELEASE(replacement);
		return;
	}

	ZVAL_LONG(&doubled, Z_LVAL_P((zval *) result) * 2);
	ZEND_ASYNC_CALLBACKS_NOTIFY_FROM_HANDLER(event, &doubled, NULL);
	php_printf("handled after the pass: %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_EXCEPTION_HANDLED(event)));
}

/* async_test_notify_handler(): void */
ZEND_FUNCTION(async_test_notify_handler)
{
	zval value;

	ZEND_PARSE_PARAMETERS_NONE();

	test_event_t *event = test_event_new("event", NULL);
	event->base.notify_handler = rewriting_notify_handler;
	event->base.add_callback(&event->base, named_callback_new(printing_callback, "subscriber"));
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&event->base);

	ZVAL_LONG(&value, 21);
	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, &value, NULL);

	zend_object *exception = zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "original");
	php_printf("created, not thrown: %s\n", TEST_BOOL(EG(exception) == NULL));
	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, NULL, exception);
	OBJ_RELEASE(exception);

	/* The flag belongs to one notification. */
	ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, &value, NULL);

	php_printf("counter %u\n", ZEND_ASYNC_EVENT_REFCOUNT(&event->base));
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_shared_callback(): void - one callback object subscribed to two events. */
ZEND_FUNCTION(async_test_shared_callback)
{
	unsigned int disposed = 0;

	ZEND_PARSE_PARAMETERS_NONE();

	test_event_t *first = test_event_new("first event", &disposed);
	test_event_t *second = test_event_new("second event", &disposed);
	zend_async_event_callback_t *callback = named_callback_new(printing_callback, "shared");

	php_printf("new counter %u\n", callback->ref_count);
	first->base.add_callback(&first->base, callback);
	second->base.add_callback(&second->base, callback);
	php_printf("counter %u, capacity %u\n", callback->ref_count, first->base.callbacks.capacity);

	ZEND_ASYNC_CALLBACKS_NOTIFY(&first->base, NULL, NULL);
	ZEND_ASYNC_CALLBACKS_NOTIFY(&second->base, NULL, NULL);

	ZEND_ASYNC_EVENT_RELEASE(&first->base);
	php_printf("disposed %u, counter %u\n", disposed, callback->ref_count);
	ZEND_ASYNC_CALLBACKS_NOTIFY(&second->base, NULL, NULL);

	bool removed = second->base.del_callback(&second->base, callback);
	bool again = second->base.del_callback(&second->base, callback);
	php_printf("removed %s, again %s, left %u\n", TEST_BOOL(removed), TEST_BOOL(again), second->base.callbacks.length);
	ZEND_ASYNC_EVENT_RELEASE(&second->base);
	php_printf("disposed %u\n", disposed);
}

/* async_test_bare_vector(): void */
ZEND_FUNCTION(async_test_bare_vector)
{
	zend_async_callbacks_vector_t vector;
	zval value;

	ZEND_PARSE_PARAMETERS_NONE();

	memset(&vector, 0, sizeof(vector));
	test_event_t *event = test_event_new("event", NULL);
	ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(&event->base);

	zend_async_callbacks_vector_push(&vector, named_callback_new(printing_callback, "first"));
	php_printf("length %u, capacity %u, counter %u\n", vector.length, vector.capacity, vector.data[0]->ref_count);
	zend_async_callbacks_vector_push(&vector, named_callback_new(printing_callback, "second"));
	zend_async_callbacks_vector_push(&vector, named_callback_new(printing_callback, "third"));
	php_printf("length %u, capacity %u\n", vector.length, vector.capacity);

	ZVAL_LONG(&value, 3);
	zend_async_callbacks_vector_notify(&vector, &event->base, &value);
	zend_async_callbacks_vector_free(&vector, &event->base);
	php_printf("freed: length %u, capacity %u, data %s\n", vector.length, vector.capacity, vector.data == NULL ? "NULL" : "kept");
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* }}} */
