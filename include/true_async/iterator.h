/* Part of zend_async_API.h: the concurrent iterator [abi/ABI-50, abi/ABI-143]. */
#ifndef TRUE_ASYNC_ITERATOR_H
#define TRUE_ASYNC_ITERATOR_H

BEGIN_EXTERN_C()

/* Creates an iterator whose elements are handled concurrently: while the handling of one is suspended, other coroutines go on
 * with the next ones. Handling begins with run() or run_in_coroutine(), once.
 * array: an array, which is copied, or NULL. iterator: an engine's iterator, or NULL; ownership passes on every path. One of both.
 * fcall: called with value and key, false stops; or NULL; ownership passes on every path. handler: called with the iterator, value
 * and key, which are borrowed; FAILURE stops; or NULL. One of both. Both may suspend. An exception of either, or of the engine's
 * iterator, ends the iteration: it is stored in `exception`, and the iterator's scope is cancelled.
 * scope: where further coroutines belong; NULL for a child of the current scope. concurrency: most elements at a time, 0 for any
 * number. priority: of the further coroutines, above 0 for the front of the queue. iterator_size: total size of the caller's
 * structure, which begins with ZEND_ASYNC_ITERATOR_FIELDS and whose other fields are zeroed; at least that size is allocated.
 *
 * Returns the iterator, with a counter of 1 that is the caller's: ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask) gives it back. The
 * caller may set extended_data and extended_dtor (called once, at the end of the iterator) and completion_event, a reference to an
 * event that passes: it is notified and closed when all elements have been handled, with `exception`, and released.
 * microtask.is_cancelled stops before the next element. As a microtask, the iterator runs in a coroutine of its own.
 *
 * run(iterator): handles elements in the current coroutine, suspends with it, and returns when all have been handled. Throws only
 * where it cannot begin: suspending is not allowed, or it was run before.
 * run_in_coroutine(iterator, priority, throw_exception): the same in a new coroutine of the iterator's scope; with throw_exception that
 * coroutine ends with the stored exception.
 * Errors: NULL with an exception. Never suspends [abi/ABI-143]. */
ZEND_API extern zend_async_new_iterator_t zend_async_new_iterator_fn;

#define ZEND_ASYNC_NEW_ITERATOR(array_, iterator_, fcall_, handler_, concurrency_, priority_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), NULL, (concurrency_), (priority_), 0)
#define ZEND_ASYNC_NEW_ITERATOR_EX(array_, iterator_, fcall_, handler_, concurrency_, priority_, size_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), NULL, (concurrency_), (priority_), (size_))
#define ZEND_ASYNC_NEW_ITERATOR_SCOPE(array_, iterator_, fcall_, handler_, scope_, concurrency_, priority_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), (scope_), (concurrency_), (priority_), 0)

END_EXTERN_C()

#endif /* TRUE_ASYNC_ITERATOR_H */
