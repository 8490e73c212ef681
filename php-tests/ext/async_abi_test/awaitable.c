/* A class of an extension whose objects can be awaited: the event is part of the object (ABI-30, ABI-87). */
#include "async_abi_test.h"

typedef struct {
	zend_async_event_t event;
	zend_object std;
} test_awaitable_t;

static zend_object_handlers handlers;
static zend_class_entry *awaitable_class;

static test_awaitable_t *from_object(zend_object *object)
{
	return (test_awaitable_t *) ((char *) object - XtOffsetOf(test_awaitable_t, std));
}

static bool add_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_vector_push(&event->callbacks, callback);
}

static bool remove_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_remove(event, callback);
}

static zend_object *create(zend_class_entry *ce)
{
	test_awaitable_t *self = zend_object_alloc(sizeof(test_awaitable_t), ce);
	memset(&self->event, 0, sizeof self->event);
	ZEND_ASYNC_EVENT_SET_ZEND_OBJ(&self->event);
	ZEND_ASYNC_EVENT_SET_ZEND_OBJ_OFFSET(&self->event, XtOffsetOf(test_awaitable_t, std));
	self->event.add_callback = add_callback;
	self->event.del_callback = remove_callback;
	zend_object_std_init(&self->std, ce);
	self->std.handlers = &handlers;
	return &self->std;
}

static void free_object(zend_object *object)
{
	zend_async_callbacks_free(&from_object(object)->event);
	zend_object_std_dtor(object);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_cancel, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\AsyncCancellation, 1, "null")
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_bool, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

/* Completes the event without a result; it keeps nothing for late subscribers. */
static ZEND_METHOD(Unreplayable, cancel)
{
	zend_async_event_t *event = &from_object(Z_OBJ_P(ZEND_THIS))->event;
	zend_async_callbacks_notify_and_close(event, NULL, NULL);
}

static ZEND_METHOD(Unreplayable, isCompleted)
{
	RETURN_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&from_object(Z_OBJ_P(ZEND_THIS))->event));
}

static ZEND_METHOD(Unreplayable, isCancelled)
{
	RETURN_FALSE;
}

static const zend_function_entry methods[] = {
	ZEND_ME(Unreplayable, cancel, arginfo_cancel, ZEND_ACC_PUBLIC)
	ZEND_ME(Unreplayable, isCompleted, arginfo_bool, ZEND_ACC_PUBLIC)
	ZEND_ME(Unreplayable, isCancelled, arginfo_bool, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

/* Class AsyncTest\Unreplayable: its event is open until cancel(). */
void test_register_awaitable(void)
{
	zend_class_entry ce;
	INIT_NS_CLASS_ENTRY(ce, "AsyncTest", "Unreplayable", methods);
	awaitable_class = zend_register_internal_class(&ce);
	awaitable_class->create_object = create;
	zend_class_implements(awaitable_class, 1, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_COMPLETABLE));
	memcpy(&handlers, &std_object_handlers, sizeof handlers);
	handlers.offset = XtOffsetOf(test_awaitable_t, std);
	handlers.free_obj = free_object;
	handlers.clone_obj = NULL;
}
