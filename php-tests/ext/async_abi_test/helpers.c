/*
 * What has no test of its own: default texts of exceptions, descriptions, contexts, priorities, atomics, predicates,
 * references of callbacks, the index of a waker, and questions to the reactor.
 */
#include "async_abi_test.h"

/* {{{ Exceptions and descriptions (ABI-9, ABI-17, ABI-175..178) */

/* async_test_default_texts(): void. What the helpers throw with and without a format of the caller. */
ZEND_FUNCTION(async_test_default_texts)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_object *thrown = zend_async_throw(ZEND_ASYNC_EXCEPTION_POLL, "%s %d", "formatted", 1);
	php_printf("borrowed %s\n", TEST_BOOL(thrown == EG(exception)));
	test_print_exception("throw");
	zend_async_throw_cancellation("%s %d", "formatted", 2);
	test_print_exception("cancellation");
	zend_async_throw_cancellation(NULL);
	test_print_exception("cancellation by default");
	zend_async_throw_timeout("after " ZEND_LONG_FMT, 3);
	test_print_exception("timeout");
	zend_async_throw_timeout(NULL, 4);
	test_print_exception("timeout by default");
	zend_async_throw_timeout(NULL, 5);
	/* What is pending becomes the previous one, and decides about the text. */
	zend_object *pending = EG(exception);
	thrown = zend_async_throw_cancellation(NULL);
	zval buffer;
	/* The property is private to the class at the root. */
	zend_class_entry *root = thrown->ce;
	while (root->parent != NULL) {
		root = root->parent;
	}
	zval *previous = zend_read_property_ex(root, thrown, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &buffer);
	php_printf("previous %s\n", TEST_BOOL(Z_TYPE_P(previous) == IS_OBJECT && Z_OBJ_P(previous) == pending));
	test_print_exception("cancellation after a timeout");
	zend_object *created = zend_async_new_exception(ZEND_ASYNC_CLASS_NO, "not thrown");
	php_printf("created %s, pending %s\n", ZSTR_VAL(created->ce->name), TEST_BOOL(EG(exception) != NULL));
	OBJ_RELEASE(created);
}

static void described_entry(void)
{
	test_yield();
}

static void print_description(zend_coroutine_t *coroutine)
{
	zend_string *name = zend_coroutine_callable_name(coroutine);
	zend_string *info = zend_coroutine_gen_info(coroutine, ZSTR_VAL(name));
	const char *from = strstr(ZSTR_VAL(info), "spawned at");
	const char *in = strrchr(ZSTR_VAL(info), '(');
	php_printf("%s: %s %s\n", ZSTR_VAL(name), from != NULL ? "spawned at" : ZSTR_VAL(info), in != NULL ? in : "");
	zend_string_release(info);
	zend_string_release(name);
}

/* async_test_descriptions(callable $callable): void */
ZEND_FUNCTION(async_test_descriptions)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	print_description(ZEND_ASYNC_MAIN_COROUTINE);
	zend_coroutine_t *internal = test_spawn(described_entry, NULL, NULL);
	print_description(internal);
	zend_coroutine_t *php = ZEND_ASYNC_SPAWN();
	ZEND_ASYNC_FCALL_DEFINE(fcall, fci, fcc, NULL, 0, NULL);
	php->fcall = fcall;
	print_description(php);
	zend_string *nameless = zend_coroutine_gen_info(php, NULL);
	php_printf("without a name: %s\n", TEST_BOOL(strstr(ZSTR_VAL(nameless), "()") != NULL));
	zend_string_release(nameless);
	zend_fcall_release(NULL);
}

/* }}} */

/* {{{ Contexts (ABI-44, ABI-139, ABI-184) */

static void print_found(const char *label, zend_async_context_t *context, zval *key)
{
	zval value;
	bool found = context->find(context, key, &value, true);
	php_printf("%s: %s %s\n", label, TEST_BOOL(found), zend_zval_type_name(&value));
	zval_ptr_dtor(&value);
}

/* async_test_contexts(object $key): void */
ZEND_FUNCTION(async_test_contexts)
{
	zval *object, name, number, value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT(object)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_context_t *context = ZEND_ASYNC_NEW_CONTEXT(NULL);
	zend_object *of_php = (zend_object *) ((char *) context + context->offset);
	php_printf("object %s, references %u\n", ZSTR_VAL(of_php->ce->name), GC_REFCOUNT(of_php));
	ZVAL_STRING(&name, "name");
	array_init(&value);
	context->set(context, &name, &value);
	context->set(context, object, &value);
	php_printf("copied %s, held %s\n", TEST_BOOL(Z_REFCOUNT(value) == 3), TEST_BOOL(Z_REFCOUNT_P(object) > 1));
	print_found("by name", context, &name);
	print_found("by object", context, object);
	php_printf("test only: %s\n", TEST_BOOL(context->find(context, &name, NULL, false)));
	php_printf("unset: %s", TEST_BOOL(context->unset(context, &name)));
	php_printf(", again %s\n", TEST_BOOL(context->unset(context, &name)));
	print_found("unset", context, &name);
	ZVAL_LONG(&number, 5);
	context->set(context, &number, &value);
	test_print_exception("key of another type");
	zval_ptr_dtor(&name);
	zval_ptr_dtor(&value);
	OBJ_RELEASE(of_php);

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_context_t *own = ZEND_ASYNC_GET_COROUTINE_CONTEXT();
	php_printf("own context: %s\n", TEST_BOOL(own != NULL && own == ZEND_ASYNC_CURRENT_COROUTINE->context));
}

/* }}} */

/* {{{ Priorities (ABI-112) and aliases (ABI-3, ABI-185) */

static void printing_entry(void)
{
	php_printf("%s\n", (char *) ZEND_ASYNC_CURRENT_COROUTINE->extended_data);
}

/* async_test_priorities(): void */
ZEND_FUNCTION(async_test_priorities)
{
	ZEND_PARSE_PARAMETERS_NONE();

	const char *names[] = { "first", "second", "high", "higher" };
	zend_coroutine_t *last = NULL;

	for (int i = 0; i < 4; i++) {
		zend_coroutine_t *coroutine = i < 2 ? ZEND_ASYNC_SPAWN() : ZEND_ASYNC_SPAWN_WITH_PRIORITY(ZEND_COROUTINE_HI_PRIORITY);
		coroutine->internal_entry = printing_entry;
		coroutine->extended_data = (void *) names[i];
		if (i == 1) {
			last = coroutine;
		}
	}

	php_printf("alias %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_REF(&last->event) == ZEND_ASYNC_EVENT_REFCOUNT(&last->event)));
	test_await_coroutine(last);
}

/* }}} */

/* {{{ Atomics, predicates, macros, references of callbacks, index of a waker (ABI-13, ABI-25, ABI-41, ABI-100, ABI-107) */

static unsigned int released;

static void count_release(zend_async_event_callback_t *callback, zend_async_event_t *event)
{
	php_printf("disposed, event %s\n", event == NULL ? "NULL" : "given");
	released++;
	efree(callback);
}

static void ignore(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	(void) event, (void) callback, (void) result, (void) exception;
}

/* async_test_small_parts(): void */
ZEND_FUNCTION(async_test_small_parts)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_atomic_int number;
	zend_atomic_int64 large;
	zend_atomic_ptr pointer;
	int expected = 5;
	ZEND_ATOMIC_INT_INIT(&number, 5);
	ZEND_ATOMIC_INT64_INIT(&large, INT64_MAX);
	ZEND_ATOMIC_PTR_INIT(&pointer, &number);
	php_printf("before: %d", zend_atomic_int_inc(&number));
	php_printf(" %d", zend_atomic_int_dec(&number));
	php_printf(" %s", TEST_BOOL(zend_atomic_int_compare_exchange(&number, &expected, 7)));
	php_printf(" %d", zend_atomic_int_exchange(&number, 8));
	php_printf(" %d %s %s\n", zend_atomic_int_load(&number), TEST_BOOL(zend_atomic_int64_load_ex(&large) == INT64_MAX),
			TEST_BOOL(zend_atomic_ptr_load(&pointer) == &number));

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_waker_t waker;
	zend_async_waker_init(&waker);
	for (int status = ZEND_ASYNC_WAKER_NO_STATUS; status <= ZEND_ASYNC_WAKER_RESULT; status++) {
		waker.status = status;
		php_printf("status %d: in queue %s %s, waiting %s\n", status, TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(&waker)),
				TEST_BOOL(ZEND_ASYNC_WAKER_NOT_IN_QUEUE(&waker)), TEST_BOOL(ZEND_ASYNC_WAKER_WAITING(&waker)));
	}
	zend_async_waker_t *none = NULL;
	php_printf("no waker: in queue %s %s\n", TEST_BOOL(ZEND_ASYNC_WAKER_IN_QUEUE(none)), TEST_BOOL(ZEND_ASYNC_WAKER_NOT_IN_QUEUE(none)));

	/* Macros in every position where those of the fork can stand: values that are assigned to, statements without braces. */
	bool context = ZEND_ASYNC_SCHEDULER_CONTEXT;
	ZEND_ASYNC_SCHEDULER_CONTEXT = true;
	php_printf("scheduler context %s", TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));
	ZEND_ASYNC_SCHEDULER_CONTEXT = context;
	ZEND_ASYNC_ACTIVE_EVENT_COUNT++;
	--ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	if (ZEND_ASYNC_IS_ACTIVE && ZEND_ASYNC_ON && !ZEND_ASYNC_IS_OFF)
		ZEND_ASYNC_ACT_AS_START(coroutine);
	else
		ZEND_ASYNC_ACT_AS_END();
	php_printf(", acting %s", TEST_BOOL(ZEND_ASYNC_ACTING_COROUTINE == coroutine));
	if (ZEND_ASYNC_ACTING_COROUTINE == NULL)
		ZEND_ASYNC_SCHEDULER_WAIT;
	else
		ZEND_ASYNC_ACT_AS_END();
	php_printf(" %s, scope %s\n", TEST_BOOL(ZEND_ASYNC_ACTING_COROUTINE == NULL), TEST_BOOL(ZEND_ASYNC_CURRENT_SCOPE != NULL));

	zend_async_event_callback_t *callback = ZEND_ASYNC_EVENT_CALLBACK(ignore);
	callback->dispose = count_release;
	php_printf("references %u", callback->ref_count);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(callback);
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(callback);
	php_printf(" %u", callback->ref_count);
	ZEND_ASYNC_EVENT_CALLBACK_DEC_REF(callback);
	php_printf(" %u", callback->ref_count);
	ZEND_ASYNC_EVENT_CALLBACK_DEC_REF(callback);
	php_printf(" %u\n", callback->ref_count);
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(callback);

	test_event_t *event = test_event_new("indexed", NULL);
	ZEND_ASYNC_WAKER_NEW(coroutine);
	zend_async_resume_when(coroutine, &event->base, true, zend_async_waker_callback_resolve, NULL);
	zend_ulong address = (zend_ulong) (uintptr_t) event;
	zend_ulong index = (address >> 3) | (address << (sizeof(zend_ulong) * 8 - 3));
	zend_async_waker_trigger_t *trigger = zend_hash_index_find_ptr(&coroutine->waker->events, index);
	php_printf("index: %s\n", TEST_BOOL(trigger != NULL && trigger->event == &event->base));
	php_printf("inline: %s\n", TEST_BOOL((void *) trigger == (void *) &coroutine->waker->inline_triggers[0]
			|| (void *) trigger == (void *) &coroutine->waker->inline_triggers[1]));
	zend_async_waker_clean(coroutine);
}

/* }}} */

/* {{{ Questions to the reactor and the scheduler (ABI-142, ABI-146) */

static void on_main_stack(void *seen)
{
	*(bool *) seen = true;
}

static void waiting_entry(void)
{
	test_sleep(60000);
}

/* async_test_questions(): void. In a coroutine. */
ZEND_FUNCTION(async_test_questions)
{
	ZEND_PARSE_PARAMETERS_NONE();

	bool called = false;
	ZEND_ASYNC_CALL_ON_MAIN_STACK(on_main_stack, &called);
	php_printf("called %s\n", TEST_BOOL(called));
	php_printf("startup again %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_STARTUP() && ZEND_ASYNC_REACTOR_STARTUP()));
	uint64_t before = ZEND_ASYNC_NOW();
	test_sleep(2);
	php_printf("time goes on %s\n", TEST_BOOL(ZEND_ASYNC_NOW() > before));
	php_printf("processors %s\n", TEST_BOOL(ZEND_ASYNC_AVAILABLE_PARALLELISM() >= 1));

	zend_coroutine_t *waiting = test_spawn(waiting_entry, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&waiting->event);
	TEST_YIELD_UNTIL(waiting->waker->status == ZEND_ASYNC_WAKER_WAITING);
	php_printf("alive %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()));
	zend_array *info = ZEND_ASYNC_GET_AWAITING_INFO(waiting);
	zval *line = info != NULL ? zend_hash_index_find(info, 0) : NULL;
	php_printf("awaits %s\n", line != NULL ? Z_STRVAL_P(line) : "nothing");
	if (info != NULL) {
		zend_array_release(info);
	}
	zval *listed = zend_hash_index_find(ZEND_ASYNC_GET_COROUTINES(), ZEND_ASYNC_EVENT_TO_OBJECT(&waiting->event)->handle);
	php_printf("listed %s\n", TEST_BOOL(listed != NULL && Z_PTR_P(listed) == waiting));
	php_printf("frames: own %s\n", TEST_BOOL(ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(waiting) != execute_data));
	ZEND_ASYNC_REACTOR_TICK();
	php_printf("scheduler context after a tick %s\n", TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));
	ZEND_ASYNC_CANCEL(waiting, NULL, false);
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(waiting));
	php_printf("finished, frame %s\n", ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(waiting) == NULL ? "none" : "left");
	ZEND_ASYNC_EVENT_RELEASE(&waiting->event);
}

/* }}} */
