/* Task groups made by C code (ABI-47, ABI-73, ABI-77, ABI-87, ABI-89, ABI-141). */
#include "async_abi_test.h"
#include "zend_interfaces.h"

/* Counts what a group tells a subscriber that stays. */
typedef struct {
	zend_async_event_callback_t base;
	unsigned int told;
	bool null_result;
} watcher_t;

static void watch(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	watcher_t *watcher = (watcher_t *) callback;
	watcher->told++;
	watcher->null_result = exception == NULL && result != NULL && Z_TYPE_P((zval *) result) == IS_NULL;
}

static void print_group(const char *label, zend_async_group_t *group)
{
	zend_string *info = group->event.info(&group->event);
	php_printf("%s: %s\n", label, ZSTR_VAL(info));
	zend_string_release(info);
}

/* Waits as C code does. */
static bool await_group(zend_async_group_t *group)
{
	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;

	if (ZEND_ASYNC_WAKER_NEW(current) == NULL) {
		return false;
	}

	if (!zend_async_resume_when(current, &group->event, false, zend_async_waker_callback_resolve, NULL)) {
		zend_async_waker_clean(current);
		return false;
	}

	bool resumed = ZEND_ASYNC_SUSPEND();
	resumed = resumed && Z_TYPE(current->waker->result) == IS_NULL;
	zend_async_waker_clean(current);

	return resumed;
}

static void spawn_task(zend_async_group_t *group, zval *task)
{
	zval unused;
	zend_object *object = ZEND_ASYNC_EVENT_TO_OBJECT(&group->event);

	zend_call_method_with_1_params(object, object->ce, NULL, "spawn", &unused, task);
	zval_ptr_dtor(&unused);
}

/* async_test_group(callable $task): void - a group with a scope of its own. */
ZEND_FUNCTION(async_test_group)
{
	zval *task;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(task)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_group_t *group = ZEND_ASYNC_NEW_GROUP(1, 0, NULL);
	zend_object *object = ZEND_ASYNC_EVENT_TO_OBJECT(&group->event);
	php_printf("class %s, counter %u, the way back %s, closed %s\n", ZSTR_VAL(object->ce->name), GC_REFCOUNT(object),
		TEST_BOOL(ZEND_ASYNC_OBJECT_TO_EVENT(object) == &group->event && object->ce == ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_GROUP)),
		TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&group->event)));

	watcher_t *watcher = (watcher_t *) zend_async_event_callback_new(watch, sizeof(watcher_t));
	ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&watcher->base);
	group->event.add_callback(&group->event, &watcher->base);
	print_group("empty", group);
	php_printf("replay while idle: %s, awaited: %s\n", TEST_BOOL(group->event.replay(&group->event, NULL, NULL, NULL)),
		TEST_BOOL(await_group(group)));

	for (unsigned int i = 0; i < 3; i++) {
		spawn_task(group, task);
	}

	print_group("with tasks", group);
	php_printf("replay while busy: %s, counter %s\n", TEST_BOOL(group->event.replay(&group->event, NULL, NULL, NULL)),
		GC_REFCOUNT(object) == 2 ? "raised by the tasks" : "as before");
	watcher->told = 0;
	bool awaited = await_group(group);
	php_printf("awaited: %s, told %u, null %s\n", TEST_BOOL(awaited), watcher->told, TEST_BOOL(watcher->null_result));
	print_group("finished", group);

	zval unused;
	zend_call_method_with_0_params(object, object->ce, NULL, "close", &unused);
	php_printf("closed %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&group->event)));
	ZVAL_UNDEF(&unused);
	bool replayed = group->event.replay(&group->event, NULL, &unused, NULL);
	php_printf("replay: %s, %s\n", TEST_BOOL(replayed), Z_TYPE(unused) == IS_NULL ? "null" : "something");
	php_printf("the callback is let go: %s\n", TEST_BOOL(zend_async_callbacks_remove(&group->event, &watcher->base)));
	ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&watcher->base);
	ZEND_ASYNC_EVENT_RELEASE(&group->event);
}

/* async_test_group_in_scope(object $scope, callable $task): void - in a scope that PHP code has. */
ZEND_FUNCTION(async_test_group_in_scope)
{
	zend_object *scope;
	zval *task;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJ(scope)
		Z_PARAM_ZVAL(task)
	ZEND_PARSE_PARAMETERS_END();

	const uint32_t before = GC_REFCOUNT(scope);
	zend_async_group_t *group = ZEND_ASYNC_NEW_GROUP(0, 0, scope);

	if (group == NULL) {
		test_print_exception("no group");
		php_printf("scope kept: %s\n", TEST_BOOL(GC_REFCOUNT(scope) != before));
		return;
	}

	php_printf("scope kept: %s\n", TEST_BOOL(GC_REFCOUNT(scope) == before + 1));
	spawn_task(group, task);
	php_printf("awaited: %s\n", TEST_BOOL(await_group(group)));
	/* C code may end what it has made: a group whose event is closed takes no tasks. */
	ZEND_ASYNC_EVENT_SET_CLOSED(&group->event);
	spawn_task(group, task);
	test_print_exception("completed");
	ZEND_ASYNC_EVENT_RELEASE(&group->event);
	php_printf("scope kept: %s\n", TEST_BOOL(GC_REFCOUNT(scope) != before));
}
