/* Part of zend_async_API.h: the pool group of slots [abi/ABI-48, abi/ABI-49, abi/ABI-165, abi/ABI-166, abi/ABI-171]. */
#ifndef TRUE_ASYNC_POOL_H
#define TRUE_ASYNC_POOL_H

BEGIN_EXTERN_C()

/* {{{ Slot types */

typedef zend_async_pool_t *(*zend_async_new_pool_t)(zend_async_pool_factory_fn factory, zend_async_pool_destructor_fn destructor,
		zend_async_pool_healthcheck_fn healthcheck, zend_async_pool_before_acquire_fn before_acquire,
		zend_async_pool_before_release_fn before_release, uint32_t min, uint32_t max, uint32_t healthcheck_interval_ms, size_t extra_size);
typedef zend_object *(*zend_async_new_pool_obj_t)(zend_async_pool_t *pool);
typedef bool (*zend_async_pool_acquire_t)(zend_async_pool_t *pool, zval *result, zend_long timeout_ms);
typedef bool (*zend_async_pool_try_acquire_t)(zend_async_pool_t *pool, zval *result);
typedef void (*zend_async_pool_release_t)(zend_async_pool_t *pool, zval *resource);
typedef void (*zend_async_pool_close_t)(zend_async_pool_t *pool);

/* }}} */

/* {{{ Creating pools
 *
 * Handlers [abi/ABI-166]: the factory fills result, which then belongs to the pool, and returns true, or returns false,
 * optionally with an exception. The destructor releases what is behind the zval; the pool destroys the zval itself. The
 * other three look at a resource: false or an exception rejects it, and it is destroyed.
 * They may suspend. The strategy [abi/ABI-49] may be set in pool->strategy, with ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL in
 * pool->handler_flags for the C form, which stays the caller's.
 */

/* Creates a pool of C handlers and its first min resources.
 * factory, destructor, healthcheck, before_acquire, before_release: C functions or NULL. min, max: numbers of resources.
 * healthcheck_interval_ms: period of the health check in milliseconds, 0 for none. extra_size: zeroed bytes at extra_offset.
 * Returns the pool (owned). Errors: NULL with an exception when a first resource cannot be made; what was made is destroyed.
 * May suspend in handlers [abi/ABI-165]. */
ZEND_API extern zend_async_new_pool_t zend_async_new_pool_fn;

/* PHP object Async\Pool of a pool: the living one, or a new one with a reference of its own, stored in pool->wrapper. Its
 * end closes the pool unless there is another reference.
 * Returns the object (owned), NULL for NULL. No throw, never suspends [abi/ABI-165]. */
ZEND_API extern zend_async_new_pool_obj_t zend_async_new_pool_obj_fn;

#define ZEND_ASYNC_NEW_POOL(factory_, destructor_, healthcheck_, before_acquire_, before_release_, min_, max_, interval_ms_) \
	zend_async_new_pool_fn((factory_), (destructor_), (healthcheck_), (before_acquire_), (before_release_), (min_), (max_), \
			(interval_ms_), 0)
#define ZEND_ASYNC_NEW_POOL_EX(factory_, destructor_, healthcheck_, before_acquire_, before_release_, min_, max_, interval_ms_, extra_size_) \
	zend_async_new_pool_fn((factory_), (destructor_), (healthcheck_), (before_acquire_), (before_release_), (min_), (max_), \
			(interval_ms_), (extra_size_))
#define ZEND_ASYNC_NEW_POOL_OBJ(pool_) zend_async_new_pool_obj_fn(pool_)

/* }}} */

/* {{{ Using pools [abi/ABI-165] */

/* Takes a resource: an idle one that passes before_acquire, a new one while there is room, otherwise waits first in, first out.
 * result: gets the resource (owned). timeout_ms: bounds each wait in milliseconds, 0 or less waits for ever.
 * Returns true, or false with an exception: PoolException "Pool is closed", ServiceUnavailableException while the circuit
 * breaker is INACTIVE, TimeoutException, a cancellation, or what the factory threw. May suspend. */
ZEND_API extern zend_async_pool_acquire_t zend_async_pool_acquire_fn;

/* The same without waiting for others: false without an exception when nothing is free, closed or unavailable.
 * Errors: false with what the factory or a destructor threw. May suspend in handlers. */
ZEND_API extern zend_async_pool_try_acquire_t zend_async_pool_try_acquire_fn;

/* Gives a resource back: idle again, or destroyed when before_release rejects it or the pool is closed; wakes one waiter.
 * resource: borrowed, the pool takes a reference of its own. Errors: what a destructor threw. May suspend in handlers. */
ZEND_API extern zend_async_pool_release_t zend_async_pool_release_fn;

/* Closes the pool, once: stops the health check, fails all waiters, destroys what is idle; borrowed resources die when they
 * are released. Errors: what destructors threw, linked. May suspend in handlers. */
ZEND_API extern zend_async_pool_close_t zend_async_pool_close_fn;

#define ZEND_ASYNC_POOL_ACQUIRE(pool_, result_, timeout_ms_) zend_async_pool_acquire_fn((pool_), (result_), (timeout_ms_))
#define ZEND_ASYNC_POOL_TRY_ACQUIRE(pool_, result_) zend_async_pool_try_acquire_fn((pool_), (result_))
#define ZEND_ASYNC_POOL_RELEASE(pool_, resource_) zend_async_pool_release_fn((pool_), (resource_))
#define ZEND_ASYNC_POOL_CLOSE(pool_) zend_async_pool_close_fn(pool_)

/* }}} */

/* {{{ Registration [abi/ABI-167, abi/ABI-171].
 * Parameters as for zend_async_scheduler_register. A refusal changes nothing. Never suspends. */

ZEND_API void zend_async_pool_api_register(char *module, bool allow_override,
		zend_async_new_pool_t new_pool_fn,
		zend_async_new_pool_obj_t new_pool_obj_fn,
		zend_async_pool_acquire_t acquire_fn,
		zend_async_pool_try_acquire_t try_acquire_fn,
		zend_async_pool_release_t release_fn,
		zend_async_pool_close_t close_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_POOL_H */
