/* Part of zend_async_API.h: event flags, references, callbacks, notification [abi/ABI-73 to ABI-100, abi/ABI-182]. */
#ifndef TRUE_ASYNC_EVENTS_H
#define TRUE_ASYNC_EVENTS_H

BEGIN_EXTERN_C()

/* {{{ Flags */

#define ZEND_ASYNC_EVENT_IS_CLOSED(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_CLOSED) != 0)
#define ZEND_ASYNC_EVENT_WILL_RESULT_USED(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_RESULT_USED) != 0)
#define ZEND_ASYNC_EVENT_WILL_EXC_CAUGHT(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_EXC_CAUGHT) != 0)
#define ZEND_ASYNC_EVENT_WILL_ZVAL_RESULT(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_ZVAL_RESULT) != 0)
#define ZEND_ASYNC_EVENT_IS_ZEND_OBJ(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_ZEND_OBJ) != 0)
#define ZEND_ASYNC_EVENT_IS_NO_FREE_MEMORY(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_NO_FREE_MEMORY) != 0)
#define ZEND_ASYNC_EVENT_IS_EXCEPTION_HANDLED(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED) != 0)
#define ZEND_ASYNC_EVENT_SHOULD_CLOSE_FD(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_CLOSE_FD) != 0)
#define ZEND_ASYNC_EVENT_IS_HIDDEN(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_HIDDEN) != 0)
#define ZEND_ASYNC_EVENT_IS_BAILOUT(ev) (((ev)->flags & ZEND_ASYNC_EVENT_F_BAILOUT) != 0)

#define ZEND_ASYNC_EVENT_SET_CLOSED(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_CLOSED)
#define ZEND_ASYNC_EVENT_CLR_CLOSED(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_CLOSED)
#define ZEND_ASYNC_EVENT_SET_RESULT_USED(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_RESULT_USED)
#define ZEND_ASYNC_EVENT_CLR_RESULT_USED(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_RESULT_USED)
#define ZEND_ASYNC_EVENT_SET_EXC_CAUGHT(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_EXC_CAUGHT)
#define ZEND_ASYNC_EVENT_CLR_EXC_CAUGHT(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_EXC_CAUGHT)
#define ZEND_ASYNC_EVENT_SET_ZVAL_RESULT(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_ZVAL_RESULT)
#define ZEND_ASYNC_EVENT_CLR_ZVAL_RESULT(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_ZVAL_RESULT)
#define ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED)
#define ZEND_ASYNC_EVENT_CLR_EXCEPTION_HANDLED(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED)
#define ZEND_ASYNC_EVENT_SET_CLOSE_FD(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_CLOSE_FD)
#define ZEND_ASYNC_EVENT_CLR_CLOSE_FD(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_CLOSE_FD)
/* Hidden must be set before the first start [abi/ABI-80]. */
#define ZEND_ASYNC_EVENT_SET_HIDDEN(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_HIDDEN)
#define ZEND_ASYNC_EVENT_CLR_HIDDEN(ev) ((ev)->flags &= ~ZEND_ASYNC_EVENT_F_HIDDEN)
#define ZEND_ASYNC_EVENT_SET_ZEND_OBJ(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_ZEND_OBJ)
#define ZEND_ASYNC_EVENT_SET_NO_FREE_MEMORY(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_NO_FREE_MEMORY)
#define ZEND_ASYNC_EVENT_SET_BAILOUT(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_BAILOUT)
#define ZEND_ASYNC_EVENT_WITH_OBJECT_REF(ev) ((ev)->flags |= ZEND_ASYNC_EVENT_F_OBJ_REF)
#define ZEND_ASYNC_EVENT_SET_ZEND_OBJ_OFFSET(ev, offset_) ((ev)->zend_object_offset = (uint32_t) (offset_))

/* }}} */

/* {{{ Zend objects and event references [abi/ABI-38, abi/ABI-87] */

#define ZEND_ASYNC_EVENT_REF_SET(ptr, offset_, ev) \
	do { \
		(ptr)->flags = ZEND_ASYNC_EVENT_REFERENCE_PREFIX; \
		(ptr)->zend_object_offset = (uint32_t) (offset_); \
		(ptr)->event = (ev); \
	} while (0)

#define ZEND_ASYNC_EVENT_IS_REFERENCE(ptr) (*((const uint32_t *) (ptr)) == ZEND_ASYNC_EVENT_REFERENCE_PREFIX)

static zend_always_inline zend_async_event_t *zend_async_object_to_event(zend_object *object)
{
	void *head = (char *) object - object->handlers->offset;

	return ZEND_ASYNC_EVENT_IS_REFERENCE(head) ? ((zend_async_event_ref_t *) head)->event : (zend_async_event_t *) head;
}

static zend_always_inline zend_object *zend_async_event_to_object(zend_async_event_t *event)
{
	if ((event->flags & ZEND_ASYNC_EVENT_F_OBJ_REF) != 0) {
		return *(zend_object **) ((char *) event + event->extra_offset);
	}

	return (zend_object *) ((char *) event + event->zend_object_offset);
}

#define ZEND_ASYNC_OBJECT_TO_EVENT(obj) zend_async_object_to_event(obj)
#define ZEND_ASYNC_EVENT_TO_OBJECT(ev) zend_async_event_to_object(ev)

/* }}} */

/* {{{ Reference counting [abi/ABI-81, abi/ABI-82] */

static zend_always_inline uint32_t zend_async_event_refcount(zend_async_event_t *event)
{
	return ZEND_ASYNC_EVENT_IS_ZEND_OBJ(event) ? GC_REFCOUNT(zend_async_event_to_object(event)) : event->ref_count;
}

static zend_always_inline uint32_t zend_async_event_add_ref(zend_async_event_t *event)
{
	return ZEND_ASYNC_EVENT_IS_ZEND_OBJ(event) ? GC_ADDREF(zend_async_event_to_object(event)) : ++event->ref_count;
}

static zend_always_inline uint32_t zend_async_event_del_ref(zend_async_event_t *event)
{
	if (ZEND_ASYNC_EVENT_IS_ZEND_OBJ(event)) {
		return GC_DELREF(zend_async_event_to_object(event));
	}

	return event->ref_count > 0 ? --event->ref_count : 0;
}

static zend_always_inline void zend_async_event_release(zend_async_event_t *event)
{
	if (ZEND_ASYNC_EVENT_IS_ZEND_OBJ(event)) {
		OBJ_RELEASE(zend_async_event_to_object(event));
	} else if (event->ref_count > 1) {
		event->ref_count--;
	} else if (event->ref_count == 1) {
		/* 0 tells dispose that this was the last reference, and later releases that it is running. */
		event->ref_count = 0;
		event->dispose(event);
	}
}

#define ZEND_ASYNC_EVENT_REFCOUNT(ev) zend_async_event_refcount(ev)
#define ZEND_ASYNC_EVENT_ADD_REF(ev) zend_async_event_add_ref(ev)
/* Decrements only; for a caller that knows that other references exist. */
#define ZEND_ASYNC_EVENT_DEL_REF(ev) zend_async_event_del_ref(ev)
/* Decrements and disposes the event with the last reference. */
#define ZEND_ASYNC_EVENT_RELEASE(ev) zend_async_event_release(ev)
/* Name of older levels [abi/ABI-185]. */
#define ZEND_ASYNC_EVENT_REF(ev) ZEND_ASYNC_EVENT_REFCOUNT(ev)

/* }}} */

/* {{{ Replay of a finished event [abi/ABI-85]. All three are false when the event keeps no outcome. */

static zend_always_inline bool zend_async_event_replay(
		zend_async_event_t *event, zend_async_event_callback_t *callback, zval *result, zend_object **exception)
{
	return event->replay != NULL && event->replay(event, callback, result, exception);
}

/* A late subscriber: add_callback() of a coroutine that has finished, and of a completed future, appends the callback and calls it at
 * once, within add_callback(). Of other events, ask ZEND_ASYNC_EVENT_IS_CLOSED and call this instead: a closed one calls no callback. */
#define ZEND_ASYNC_EVENT_REPLAY(ev, callback_) zend_async_event_replay((ev), (callback_), NULL, NULL)
/* Copies the result into *zv, throws a stored exception. */
#define ZEND_ASYNC_EVENT_EXTRACT_RESULT(ev, zv) zend_async_event_replay((ev), NULL, (zv), NULL)
/* Copies the result into *zv, stores a new reference to a stored exception in *exc_pp. */
#define ZEND_ASYNC_EVENT_EXTRACT_RESULT_OR_ERROR(ev, zv, exc_pp) zend_async_event_replay((ev), NULL, (zv), (exc_pp))

/* }}} */

/* {{{ Callbacks [abi/ABI-90, abi/ABI-98 to ABI-100] */

/* Allocates a zeroed callback with ref_count 0 and the default dispose.
 * callback: function to call. size: total size in bytes, 0 for the base size.
 * Returns the callback, which the first vector it is pushed to owns. No errors, never suspends [abi/ABI-98]. */
ZEND_API zend_async_event_callback_t *zend_async_event_callback_new(zend_async_event_callback_fn callback, size_t size);

/* The same for a callback that wakes a coroutine.
 * coroutine: the one that is woken. callback: function to call. size: total size in bytes, 0 for the base size.
 * Returns the callback with ref_count 0. No errors, never suspends [abi/ABI-98]. */
ZEND_API zend_coroutine_event_callback_t *zend_async_coroutine_callback_new(
		zend_coroutine_t *coroutine, zend_async_event_callback_fn callback, size_t size);

/* Default dispose of a coroutine callback: drops one reference; the last one unlinks it from waker and event and frees it.
 * One that its creator keeps forgets the event that it has left: it may be released after coroutine and event are gone, or used
 * for another wait.
 * callback: a coroutine callback. event: where it is subscribed, NULL for the stored pointer.
 * No errors, never suspends [abi/ABI-99]. */
ZEND_API void coroutine_event_callback_dispose(zend_async_event_callback_t *callback, zend_async_event_t *event);

#define ZEND_ASYNC_EVENT_CALLBACK(callback_) zend_async_event_callback_new((callback_), 0)
#define ZEND_ASYNC_EVENT_CALLBACK_EX(callback_, total_size) zend_async_event_callback_new((callback_), (total_size))

#define ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(cb) ((cb)->ref_count++)

#define ZEND_ASYNC_EVENT_CALLBACK_DEC_REF(cb) \
	do { \
		if ((cb)->ref_count > 1) { \
			(cb)->ref_count--; \
		} \
	} while (0)

static zend_always_inline void zend_async_event_callback_release(zend_async_event_callback_t *callback)
{
	if (callback->ref_count > 1) {
		callback->ref_count--;
	} else if (callback->dispose != NULL) {
		callback->dispose(callback, NULL);
	} else {
		coroutine_event_callback_dispose(callback, NULL);
	}
}

#define ZEND_ASYNC_EVENT_CALLBACK_RELEASE(cb) zend_async_event_callback_release(cb)

/* }}} */

/* {{{ Subscriber vectors and notification [abi/ABI-91 to ABI-97] */

/* Subscribes a callback; the vector takes one reference. Always true. Never suspends [abi/ABI-91]. */
static zend_always_inline bool zend_async_callbacks_push(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	zend_async_callbacks_vector_t *vector = &event->callbacks;

	if (vector->length == vector->capacity) {
		vector->capacity = vector->capacity == 0 ? 4 : vector->capacity * 2;
		vector->data = (zend_async_event_callback_t **) safe_erealloc(
				vector->data, vector->capacity, sizeof(zend_async_event_callback_t *), 0);
	}

	/* The padding behind the counter says where the callback is, so that removing it needs no search [abi/ABI-92]. */
	((uint32_t *) callback)[1] = vector->length;
	callback->ref_count++;
	vector->data[vector->length++] = callback;

	return true;
}

/* Unsubscribes a callback, which is alive, in constant time and calls its dispose. Legal during a notification.
 * Returns false when it was not subscribed. No errors, never suspends [abi/ABI-92, abi/ABI-94]. */
ZEND_API bool zend_async_callbacks_remove(zend_async_event_t *event, zend_async_event_callback_t *callback);

/* Calls every subscriber exactly once.
 * result: kind specific, borrowed, may be NULL. exception: borrowed, may be NULL.
 * from_handler: true when called by the event's notify_handler, which is then not called again.
 * Errors: stops at the first subscriber that leaves an exception; a nested call for the same event emits a core
 * warning and does nothing. Never suspends [abi/ABI-93, abi/ABI-94]. */
ZEND_API void zend_async_callbacks_notify(zend_async_event_t *event, void *result, zend_object *exception, bool from_handler);

/* Stops the event, marks it closed, then notifies. Parameters and errors as above. Never suspends [abi/ABI-97]. */
ZEND_API void zend_async_callbacks_notify_and_close(zend_async_event_t *event, void *result, zend_object *exception);

/* Disposes all subscribers and frees the vector.
 * Errors: core warning, and nothing done, during a notification of the event. Never suspends [abi/ABI-97]. */
ZEND_API void zend_async_callbacks_free(zend_async_event_t *event);

/* zend_async_callbacks_push for a bare vector (initial capacity 2). Always true. Never suspends [abi/ABI-91]. */
ZEND_API bool zend_async_callbacks_vector_push(zend_async_callbacks_vector_t *vector, zend_async_event_callback_t *callback);

/* Calls every entry of a bare vector with the given event and result, without exception.
 * Errors: as left by the callbacks. Never suspends [abi/ABI-97]. */
ZEND_API void zend_async_callbacks_vector_notify(zend_async_callbacks_vector_t *vector, zend_async_event_t *event, void *result);

/* Disposes all entries of a bare vector and zeroes it. event: passed to the callbacks' dispose, may be NULL.
 * No errors, never suspends [abi/ABI-97]. */
ZEND_API void zend_async_callbacks_vector_free(zend_async_callbacks_vector_t *vector, zend_async_event_t *event);

#define ZEND_ASYNC_CALLBACKS_NOTIFY(ev, result_, exception_) zend_async_callbacks_notify((ev), (result_), (exception_), false)
#define ZEND_ASYNC_CALLBACKS_NOTIFY_FROM_HANDLER(ev, result_, exception_) \
	zend_async_callbacks_notify((ev), (result_), (exception_), true)
#define ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(ev, result_, exception_) \
	zend_async_callbacks_notify_and_close((ev), (result_), (exception_))

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_EVENTS_H */
