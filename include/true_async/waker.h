/* Part of zend_async_API.h: what a coroutine waits for and how it is woken [abi/ABI-101 to ABI-109]. */
#ifndef TRUE_ASYNC_WAKER_H
#define TRUE_ASYNC_WAKER_H

BEGIN_EXTERN_C()

/* {{{ Life of a waker. Only the code that suspended cleans the waker [abi/ABI-109]. */

/* Makes sure that a coroutine has a waker, without touching an existing one.
 * coroutine: NULL for the current one. Returns the waker (borrowed).
 * Errors: E_CORE_ERROR and NULL without a coroutine. Never suspends [abi/ABI-103]. */
ZEND_API zend_async_waker_t *zend_async_waker_define(zend_coroutine_t *coroutine);

/* Cleans a coroutine's waker and returns it in the initial state.
 * coroutine: NULL for the current one. Returns the waker (borrowed).
 * Errors: NULL with an exception. Never suspends [abi/ABI-103]. */
ZEND_API zend_async_waker_t *zend_async_waker_new(zend_coroutine_t *coroutine);

/* A new waker with an optional time limit and an optional cancelling event.
 * coroutine: NULL for the current one. timeout: milliseconds, 0 for none; when it passes the coroutine is resumed
 * normally, without exception. cancellation: event that resumes it with OperationCanceledException, may be NULL,
 * the reference stays with the caller. Returns the waker (borrowed).
 * Errors: NULL with an exception, also with one that was pending before. Never suspends [abi/ABI-103]. */
ZEND_API zend_async_waker_t *zend_async_waker_new_with_timeout(
		zend_coroutine_t *coroutine, zend_ulong timeout, zend_async_event_t *cancellation);

/* Sets the initial state of raw waker memory. No errors, never suspends [abi/ABI-103]. */
ZEND_API void zend_async_waker_init(zend_async_waker_t *waker);

/* Ends a wait: runs dtor, drops error, result and location, stops and drops all events; the memory stays.
 * No-op without a waker. No errors, never suspends [abi/ABI-103]. */
ZEND_API void zend_async_waker_clean(zend_coroutine_t *coroutine);

/* As clean; coroutine->waker stays valid, because the waker is embedded. No errors, never suspends [abi/ABI-103]. */
ZEND_API void zend_async_waker_destroy(zend_coroutine_t *coroutine);

/* Stops every event of the waker once; no-op until events are started again. Never suspends [abi/ABI-103]. */
ZEND_API void zend_async_waker_stop_events(zend_async_waker_t *waker);

/* Adds an event, with a reference, to triggered_events, once. No errors, never suspends [abi/ABI-103]. */
ZEND_API void zend_async_waker_add_triggered_event(zend_coroutine_t *coroutine, zend_async_event_t *event);

/* Whether the coroutine waits for the event, or it is among triggered_events. Waits of PHP code (await, a channel, a future) keep
 * their own account and have no entry in waker->events: this function and ZEND_ASYNC_GET_AWAITING_INFO ask them as well.
 * Async\delay() and blocking calls wait for no event: of those, waker->status, filename and lineno tell that they wait and where.
 * No errors, never suspends [abi/ABI-41, abi/ABI-103]. */
ZEND_API bool zend_async_waker_is_event_exists(zend_coroutine_t *coroutine, zend_async_event_t *event);

/* Stores or merges an error.
 * transfer_error: takes over the reference. override: the new error becomes primary, the old one its previous;
 * otherwise the other way round. for_cancellation: a stored cancellation is kept and the new error dropped.
 * Returns false when the error was dropped. No throw, never suspends [abi/ABI-106]. */
ZEND_API bool zend_async_waker_apply_error(
		zend_async_waker_t *waker, zend_object *error, bool transfer_error, bool override, bool for_cancellation);

#define ZEND_ASYNC_WAKER_APPLY_ERROR(waker_, error_, transfer_error_) \
	zend_async_waker_apply_error((waker_), (error_), (transfer_error_), true, false)
#define ZEND_ASYNC_WAKER_APPEND_ERROR(waker_, error_, transfer_error_) \
	zend_async_waker_apply_error((waker_), (error_), (transfer_error_), false, false)
#define ZEND_ASYNC_WAKER_APPLY_CANCELLATION(waker_, error_, transfer_error_) \
	zend_async_waker_apply_error((waker_), (error_), (transfer_error_), true, true)

/* Stops the events of a waker and ends its subscriptions. One by one, and not with zend_hash_clean(): the end of an event
 * may run code that uses the waker again [abi/ABI-183]. */
static zend_always_inline void zend_async_waker_clean_events(zend_async_waker_t *waker)
{
	zend_async_waker_stop_events(waker);

	while (waker != NULL && zend_hash_num_elements(&waker->events) > 0) {
		HashPosition first;
		zend_string *name;
		zend_ulong index;

		zend_hash_internal_pointer_reset_ex(&waker->events, &first);
		zend_hash_get_current_key_ex(&waker->events, &name, &index, &first);
		zend_hash_index_del(&waker->events, index);
	}
}

#define ZEND_ASYNC_WAKER_CLEAN_EVENTS(waker_) zend_async_waker_clean_events(waker_)

/* Slots behind ZEND_ASYNC_WAKER_NEW and ZEND_ASYNC_WAKER_DESTROY; contracts of the functions above
 * [abi/ABI-103, abi/ABI-141]. */
ZEND_API extern zend_async_waker_new_t zend_async_waker_new_fn;
ZEND_API extern zend_async_waker_destroy_t zend_async_waker_destroy_fn;

#define ZEND_ASYNC_WAKER_NEW(coroutine_) zend_async_waker_new_fn(coroutine_)
#define ZEND_ASYNC_WAKER_DESTROY(coroutine_) zend_async_waker_destroy_fn(coroutine_)

/* }}} */

/* {{{ Predicates [abi/ABI-107] */

static zend_always_inline bool zend_async_waker_in_queue(const zend_async_waker_t *waker)
{
	return waker != NULL && (waker->status == ZEND_ASYNC_WAKER_QUEUED || waker->status == ZEND_ASYNC_WAKER_IGNORED);
}

#define ZEND_ASYNC_WAKER_IN_QUEUE(waker_) zend_async_waker_in_queue(waker_)
#define ZEND_ASYNC_WAKER_NOT_IN_QUEUE(waker_) (!zend_async_waker_in_queue(waker_))
/* Without arguments the name is the enumerator. */
#define ZEND_ASYNC_WAKER_WAITING(waker_) ((waker_)->status < ZEND_ASYNC_WAKER_RESULT)
#define ZEND_COROUTINE_SUSPENDED(coroutine_) \
	((coroutine_)->waker != NULL && (coroutine_)->waker->status < ZEND_ASYNC_WAKER_RESULT)

/* }}} */

/* {{{ Subscribing a coroutine to an event [abi/ABI-104, abi/ABI-105] */

/* Subscribes a coroutine to an event; suspend starts it.
 * coroutine: the one that waits. event: what it waits for. trans_event: the waker takes over the caller's reference; it may
 * be gone when suspend returns [abi/ABI-108]. callback: function for a callback object made here, or NULL.
 * event_callback: the caller's callback object, or NULL; with a counter of 0 its ownership passes.
 * Returns false with an exception when the event is closed (the reference stays with the caller), when subscribing failed
 * (an add_callback that returns false without an exception gets an AsyncException), or when an exception was pending before; false with a warning when both callbacks are NULL. Between this and
 * suspend nothing may run that could suspend, such as PHP code: an event that happens meanwhile ends the wait of that code instead, and
 * the subscriptions are gone. Never suspends [abi/ABI-104]. */
ZEND_API bool zend_async_resume_when(zend_coroutine_t *coroutine, zend_async_event_t *event, bool trans_event,
		zend_async_event_callback_fn callback, zend_coroutine_event_callback_t *event_callback);

/* Standard callbacks for zend_async_resume_when; the object must be a coroutine callback.
 * Errors: as left by resume. Never suspend [abi/ABI-105]. */

/* Resumes with the event's result or, marking it handled, with its exception. */
ZEND_API void zend_async_waker_callback_resolve(
		zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception);

/* Resumes with OperationCanceledException "Operation has been cancelled". */
ZEND_API void zend_async_waker_callback_cancel(
		zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception);

/* Resumes with TimeoutException "Operation has been cancelled by timeout", or with the event's exception. */
ZEND_API void zend_async_waker_callback_timeout(
		zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_WAKER_H */
