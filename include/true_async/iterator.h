/* Part of zend_async_API.h: the concurrent iterator (ABI-50, ABI-143). */
#ifndef TRUE_ASYNC_ITERATOR_H
#define TRUE_ASYNC_ITERATOR_H

BEGIN_EXTERN_C()

/* Creates an iterator in which several items may be under way at once.
 * array: values to pass over (copied), or NULL. iterator: a PHP iterator (ownership passes), or NULL; exactly one of both.
 * fcall: PHP callable for each item (ownership passes), or NULL. handler: C function for each item, or NULL; exactly one;
 * anything but SUCCESS stops. scope: of the coroutines that it makes, NULL for the current one. concurrency: most items at
 * once, 0 for no limit. priority: of these coroutines. iterator_size: total size in bytes of the caller's structure that
 * begins with ZEND_ASYNC_ITERATOR_FIELDS; a smaller one than the private size is raised to that.
 * iterator->run(iterator) passes over everything in the current coroutine, which may suspend; run_in_coroutine(iterator,
 * priority, throw_exception) does so in a new one and throws there the exception that is stored in iterator->exception.
 * iterator->microtask has a counter of 1, the caller's; release it with ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask).
 * Returns it. Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_iterator_t zend_async_new_iterator_fn;

#define ZEND_ASYNC_NEW_ITERATOR(array_, iterator_, fcall_, handler_, concurrency_, priority_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), NULL, (concurrency_), (priority_), 0)
#define ZEND_ASYNC_NEW_ITERATOR_EX(array_, iterator_, fcall_, handler_, concurrency_, priority_, iterator_size_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), NULL, (concurrency_), (priority_), (iterator_size_))
#define ZEND_ASYNC_NEW_ITERATOR_SCOPE(array_, iterator_, fcall_, handler_, scope_, concurrency_, priority_) \
	zend_async_new_iterator_fn((array_), (iterator_), (fcall_), (handler_), (scope_), (concurrency_), (priority_), 0)

END_EXTERN_C()

#endif /* TRUE_ASYNC_ITERATOR_H */
