/* Part of zend_async_API.h: futures, channels and task groups
 * [abi/ABI-45 to ABI-47, abi/ABI-141, abi/ABI-144, abi/ABI-145]. */
#ifndef TRUE_ASYNC_PRIMITIVES_H
#define TRUE_ASYNC_PRIMITIVES_H

BEGIN_EXTERN_C()

/* {{{ Futures */

/* Owned pending future, NULL with an exception. It is the state of a PHP FutureState; ZVAL_RESULT is set. Never suspends. */
ZEND_API extern zend_async_new_future_t zend_async_new_future_fn;
/* PHP Future on the future, whose reference it takes over; owned. NULL gives NULL. Never suspends. */
ZEND_API extern zend_async_new_future_obj_t zend_async_new_future_obj_fn;

#define ZEND_ASYNC_NEW_FUTURE(thread_safe) zend_async_new_future_fn((thread_safe), 0)
#define ZEND_ASYNC_NEW_FUTURE_EX(thread_safe, extra_size) zend_async_new_future_fn((thread_safe), (extra_size))
#define ZEND_ASYNC_NEW_FUTURE_OBJ(future) zend_async_new_future_obj_fn(future)

#define ZEND_FUTURE_IS_COMPLETED(future) (((future)->event.flags & ZEND_ASYNC_EVENT_F_CLOSED) != 0)
#define ZEND_FUTURE_IS_IGNORED(future) (((future)->event.flags & ZEND_FUTURE_F_IGNORED) != 0)
#define ZEND_FUTURE_IS_USED(future) (((future)->event.flags & ZEND_ASYNC_EVENT_F_RESULT_USED) != 0)
#define ZEND_FUTURE_IS_EXCEPTION_CAUGHT(future) (((future)->event.flags & ZEND_ASYNC_EVENT_F_EXC_CAUGHT) != 0)
#define ZEND_FUTURE_SET_THREAD_SAFE(future) ((future)->event.flags |= ZEND_FUTURE_F_THREAD_SAFE)
#define ZEND_FUTURE_SET_IGNORED(future) ((future)->event.flags |= ZEND_FUTURE_F_IGNORED)
#define ZEND_FUTURE_SET_USED(future) ((future)->event.flags |= ZEND_ASYNC_EVENT_F_RESULT_USED)
#define ZEND_FUTURE_SET_EXCEPTION_CAUGHT(future) ((future)->event.flags |= ZEND_ASYNC_EVENT_F_EXC_CAUGHT)

/* Completes a pending future with a copy of the value; a completed one stays as it is. iterator is for the future's own
 * processing of derived futures, NULL otherwise. Waiters are put on the run queue; never suspends. */
static zend_always_inline void zend_future_complete(zend_future_t *future, zval *value, void *iterator)
{
	if (!ZEND_FUTURE_IS_COMPLETED(future)) {
		ZVAL_COPY_DEREF(&future->result, value);
		future->resolve(&future->event, iterator);
	}
}

/* Rejects a pending future with one more reference to the exception; otherwise as zend_future_complete(). */
static zend_always_inline void zend_future_reject(zend_future_t *future, zend_object *exception, void *iterator)
{
	if (!ZEND_FUTURE_IS_COMPLETED(future)) {
		GC_ADDREF(exception);
		future->exception = exception;
		future->resolve(&future->event, iterator);
	}
}

#define ZEND_FUTURE_COMPLETE(future, value) zend_future_complete((future), (value), NULL)
#define ZEND_FUTURE_COMPLETE_WITH_ITERATOR(future, value, iterator) zend_future_complete((future), (value), (iterator))
#define ZEND_FUTURE_REJECT(future, error) zend_future_reject((future), (error), NULL)
#define ZEND_FUTURE_REJECT_WITH_ITERATOR(future, error, iterator) zend_future_reject((future), (error), (iterator))

/* }}} */

/* {{{ Channels. The methods of zend_async_channel_t: send copies the value and suspends while the channel is full; receive
 * moves a value into result and suspends while it is empty; close wakes all waiters. False with an exception when closed. */

/* Owned channel, NULL with an exception. buffer_size 0: rendezvous. Never suspends. */
ZEND_API extern zend_async_new_channel_t zend_async_new_channel_fn;
/* PHP object Async\Channel of a channel, the same each time, with a reference that the caller owns and gives back like that
 * of any object. The caller's reference to the channel stays the caller's, as with pools: give it back too
 * (ZEND_ASYNC_EVENT_RELEASE) when only the object is to go on. Returns NULL for NULL. No throw, never suspends
 * [abi/ABI-141]. */
ZEND_API extern zend_async_new_channel_obj_t zend_async_new_channel_obj_fn;

#define ZEND_ASYNC_NEW_CHANNEL(buffer_size, resizable, thread_safe) \
	zend_async_new_channel_fn((buffer_size), (resizable), (thread_safe), 0)
#define ZEND_ASYNC_NEW_CHANNEL_EX(buffer_size, resizable, thread_safe, extra_size) \
	zend_async_new_channel_fn((buffer_size), (resizable), (thread_safe), (extra_size))
#define ZEND_ASYNC_NEW_CHANNEL_OBJ(channel) zend_async_new_channel_obj_fn(channel)

/* }}} */

/* {{{ Task groups */

/* TaskGroup; owned. concurrency 0: unlimited; queue_limit 0: unbounded. scope: a Scope object, which is referenced; NULL: the
 * group owns a new child of the current scope. Never suspends. */
ZEND_API extern zend_async_new_group_t zend_async_new_group_fn;

#define ZEND_ASYNC_NEW_GROUP(concurrency, queue_limit, scope) zend_async_new_group_fn((concurrency), (queue_limit), (scope))

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_PRIMITIVES_H */
