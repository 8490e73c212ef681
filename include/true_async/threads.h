/* Part of zend_async_API.h: PHP threads, pools of them, values that cross threads
 * [abi/ABI-67 to ABI-70, abi/ABI-159, abi/ABI-161 to ABI-163].
 *
 * PHP threads need a ZTS build. Where they are not available all slots of this page exist and throw.
 */
#ifndef TRUE_ASYNC_THREADS_H
#define TRUE_ASYNC_THREADS_H

#ifdef ZTS
# include "TSRM.h"
#endif

BEGIN_EXTERN_C()

/* {{{ Slot types */

typedef zend_async_thread_pool_t *(*zend_async_new_thread_pool_t)(
		int32_t workers, int32_t queue_size, const zend_fcall_t *bootloader, bool coroutine_mode, int32_t concurrency);
typedef zend_async_thread_handle_t (*zend_async_start_thread_t)(
		zend_async_thread_internal_entry_t *entry, zend_async_thread_context_t *context);
typedef void (*zend_async_thread_transfer_zval_t)(zend_async_thread_transfer_ctx_t *ctx, zval *dst, const zval *src);
typedef void (*zend_async_thread_load_zval_t)(zend_async_thread_transfer_ctx_t *ctx, zval *dst, const zval *src);
typedef void (*zend_async_thread_transfer_zval_toplevel_t)(zval *dst, const zval *src);
typedef void (*zend_async_thread_load_zval_toplevel_t)(zval *dst, const zval *src);
typedef void (*zend_async_thread_release_transferred_zval_t)(zval *z);
typedef void (*zend_async_thread_release_transferred_zvals_t)(zval **roots, size_t count);
typedef void (*zend_async_thread_xlat_put_t)(zend_async_thread_transfer_ctx_t *ctx, const void *src, void *dst);
typedef void (*zend_async_thread_defer_release_t)(zend_async_thread_transfer_ctx_t *ctx, zval *z);

/* }}} */

/* {{{ Threads [abi/ABI-162] */

/* Creates an event for a PHP thread, which its first start() launches. entry, bootloader: closures, copied; bootloader may be
 * NULL. thread_flags: ZEND_THREAD_F_INHERIT. extra_size: zeroed bytes behind the event.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_thread_event_t zend_async_new_thread_event_fn;

/* Starts an OS thread that runs a C function within a PHP request. entry: ownership passes. context: a reference is added;
 * not to be touched afterwards. Returns a handle. Errors: 0 with an exception. Never suspends. */
ZEND_API extern zend_async_start_thread_t zend_async_start_thread_fn;

/* Copies closures into persistent memory. bootloader: may be NULL. Returns the copy (owned).
 * Errors: NULL with an exception when something cannot be transferred. Never suspends. */
ZEND_API extern zend_async_thread_snapshot_create_t zend_async_thread_snapshot_create_fn;

/* Frees such a copy. No throw, never suspends. */
ZEND_API extern zend_async_thread_snapshot_destroy_t zend_async_thread_snapshot_destroy_fn;

/* Start routine of a thread; only implementations of threads call it. context: zend_async_thread_context_t *. No throw. */
ZEND_API extern zend_async_thread_run_t zend_async_thread_run_fn;

/* Turns the persistent result or exception of a thread into request memory of the parent, once.
 * Errors: exception. Never suspends. */
ZEND_API extern zend_async_thread_load_result_t zend_async_thread_load_result_fn;

#define ZEND_ASYNC_NEW_THREAD_EVENT(entry_, bootloader_) zend_async_new_thread_event_fn((entry_), (bootloader_), 0, 0)
#define ZEND_ASYNC_NEW_THREAD_EVENT_EX(entry_, bootloader_, thread_flags_, extra_size_) \
	zend_async_new_thread_event_fn((entry_), (bootloader_), (thread_flags_), (extra_size_))
#define ZEND_ASYNC_START_THREAD(entry_, context_) zend_async_start_thread_fn((entry_), (context_))
#define ZEND_ASYNC_THREAD_SNAPSHOT_CREATE(entry_, bootloader_) zend_async_thread_snapshot_create_fn((entry_), (bootloader_))
#define ZEND_ASYNC_THREAD_SNAPSHOT_DESTROY(snapshot_) zend_async_thread_snapshot_destroy_fn(snapshot_)
#define ZEND_ASYNC_THREAD_RUN(context_) zend_async_thread_run_fn(context_)
#define ZEND_ASYNC_THREAD_LOAD_RESULT(event_) zend_async_thread_load_result_fn(event_)

#define ZEND_THREAD_IS_RESULT_LOADED(thread_) (((thread_)->base.flags & ZEND_THREAD_F_RESULT_LOADED) != 0)
#define ZEND_THREAD_SET_RESULT_LOADED(thread_) ((thread_)->base.flags |= ZEND_THREAD_F_RESULT_LOADED)
#define ZEND_THREAD_IS_EXCEPTION_CONSUMED(thread_) (((thread_)->base.flags & ZEND_THREAD_F_EXCEPTION_CONSUMED) != 0)
#define ZEND_THREAD_SET_EXCEPTION_CONSUMED(thread_) ((thread_)->base.flags |= ZEND_THREAD_F_EXCEPTION_CONSUMED)

/* }}} */

/* {{{ Thread contexts: what a thread and its parent share, in persistent memory, counted [abi/ABI-162] */

#ifdef ZTS
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_ALLOC(context_) ((void) ((context_)->event_mutex = (void *) tsrm_mutex_alloc()))
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_FREE(context_) \
	do { \
		if ((context_)->event_mutex != NULL) { \
			tsrm_mutex_free((MUTEX_T) (context_)->event_mutex); \
			(context_)->event_mutex = NULL; \
		} \
	} while (0)
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_LOCK(context_) ((void) tsrm_mutex_lock((MUTEX_T) (context_)->event_mutex))
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_UNLOCK(context_) ((void) tsrm_mutex_unlock((MUTEX_T) (context_)->event_mutex))
#else
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_ALLOC(context_) ((void) (context_))
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_FREE(context_) ((void) (context_))
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_LOCK(context_) ((void) (context_))
# define ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_UNLOCK(context_) ((void) (context_))
#endif

static zend_always_inline void zend_async_thread_context_release(zend_async_thread_context_t *context)
{
	if (zend_atomic_int_dec(&context->ref_count) > 1) {
		return;
	}

	if (context->snapshot != NULL) {
		zend_async_thread_snapshot_destroy_fn(context->snapshot);
	}

	if (context->bailout_error_message != NULL) {
		pefree(context->bailout_error_message, 1);
	}

	if (context->internal_entry != NULL) {
		pefree(context->internal_entry, 1);
	}

	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_FREE(context);
	pefree(context, 1);
}

#define ZEND_ASYNC_THREAD_CONTEXT_ADDREF(context_) ((void) zend_atomic_int_inc(&(context_)->ref_count))
/* With the last reference it frees the context with its snapshot, message, entry and mutex. */
#define ZEND_ASYNC_THREAD_CONTEXT_RELEASE(context_) zend_async_thread_context_release(context_)

/* }}} */

/* {{{ Pools of threads [abi/ABI-161]
 *
 * pool->submit_internal(pool, handler, ctx) runs handler(event, ctx) on a worker, within a PHP request, and returns an event
 * to await (owned), or NULL with an exception, ctx untouched; it may suspend while the queue is full.
 * pool->close(pool) takes nothing more and lets the workers finish. pool->reload(pool) replaces the workers one by one.
 */

/* Creates a pool. workers: their number. queue_size: tasks that may wait. bootloader: run once by each worker, may be NULL.
 * coroutine_mode: each PHP task is a coroutine; concurrency: most of them at once on a worker, 0 for no limit.
 * Returns it (one reference, persistent memory). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_new_thread_pool_t zend_async_new_thread_pool_fn;

#define ZEND_ASYNC_NEW_THREAD_POOL(workers_, queue_size_) zend_async_new_thread_pool_fn((workers_), (queue_size_), NULL, false, 0)
#define ZEND_ASYNC_NEW_THREAD_POOL_EX(workers_, queue_size_, bootloader_, coroutine_mode_, concurrency_) \
	zend_async_new_thread_pool_fn((workers_), (queue_size_), (bootloader_), (coroutine_mode_), (concurrency_))

static zend_always_inline void zend_thread_pool_delref(zend_async_thread_pool_t *pool)
{
	if (zend_atomic_int_dec(&pool->ref_count) == 1) {
		pool->dispose(pool);
	}
}

#define ZEND_THREAD_POOL_ADDREF(pool_) ((void) zend_atomic_int_inc(&(pool_)->ref_count))
/* The last reference disposes the pool. */
#define ZEND_THREAD_POOL_DELREF(pool_) zend_thread_pool_delref(pool_)

/* }}} */

/* {{{ Values that cross threads [abi/ABI-163]
 *
 * Transferring copies a value into persistent memory, loading copies it back. The forms with a context keep identity and
 * cycles over several values and set ctx->error instead of throwing; the toplevel forms throw. dst is UNDEF on failure.
 */

ZEND_API extern zend_async_thread_transfer_zval_t zend_async_thread_transfer_zval_fn;
ZEND_API extern zend_async_thread_load_zval_t zend_async_thread_load_zval_fn;
ZEND_API extern zend_async_thread_transfer_zval_toplevel_t zend_async_thread_transfer_zval_toplevel_fn;
ZEND_API extern zend_async_thread_load_zval_toplevel_t zend_async_thread_load_zval_toplevel_fn;

/* Frees a transferred value and makes it UNDEF. */
ZEND_API extern zend_async_thread_release_transferred_zval_t zend_async_thread_release_transferred_zval_fn;

/* Frees several values of one transfer, shared parts once. roots: count pointers. */
ZEND_API extern zend_async_thread_release_transferred_zvals_t zend_async_thread_release_transferred_zvals_fn;

/* Records that src has become dst. */
ZEND_API extern zend_async_thread_xlat_put_t zend_async_thread_xlat_put_fn;

/* Moves a temporary value into the context, until that is torn down. */
ZEND_API extern zend_async_thread_defer_release_t zend_async_thread_defer_release_fn;

#define ZEND_ASYNC_THREAD_TRANSFER_ZVAL(ctx_, dst_, src_) zend_async_thread_transfer_zval_fn((ctx_), (dst_), (src_))
#define ZEND_ASYNC_THREAD_LOAD_ZVAL(ctx_, dst_, src_) zend_async_thread_load_zval_fn((ctx_), (dst_), (src_))
#define ZEND_ASYNC_THREAD_TRANSFER_ZVAL_TOPLEVEL(dst_, src_) zend_async_thread_transfer_zval_toplevel_fn((dst_), (src_))
#define ZEND_ASYNC_THREAD_LOAD_ZVAL_TOPLEVEL(dst_, src_) zend_async_thread_load_zval_toplevel_fn((dst_), (src_))
#define ZEND_ASYNC_THREAD_RELEASE_TRANSFERRED_ZVAL(z_) zend_async_thread_release_transferred_zval_fn(z_)
#define ZEND_ASYNC_THREAD_RELEASE_TRANSFERRED_ZVALS(roots_, count_) zend_async_thread_release_transferred_zvals_fn((roots_), (count_))
#define ZEND_ASYNC_THREAD_XLAT_PUT(ctx_, src_, dst_) zend_async_thread_xlat_put_fn((ctx_), (src_), (dst_))
#define ZEND_ASYNC_THREAD_DEFER_RELEASE(ctx_, z_) zend_async_thread_defer_release_fn((ctx_), (z_))

/* }}} */

/* {{{ Registration [abi/ABI-167, abi/ABI-170].
 * Parameters as for zend_async_scheduler_register. A refusal changes nothing. Never suspends. */

ZEND_API void zend_async_thread_pool_register(char *module, bool allow_override,
		zend_async_new_task_t new_task_fn,
		zend_async_queue_task_t queue_task_fn,
		zend_async_new_thread_pool_t new_thread_pool_fn,
		zend_async_start_thread_t start_thread_fn,
		zend_async_thread_transfer_zval_t transfer_zval_fn,
		zend_async_thread_load_zval_t load_zval_fn,
		zend_async_thread_transfer_zval_toplevel_t transfer_zval_toplevel_fn,
		zend_async_thread_load_zval_toplevel_t load_zval_toplevel_fn,
		zend_async_thread_release_transferred_zval_t release_transferred_zval_fn,
		zend_async_thread_xlat_put_t xlat_put_fn,
		zend_async_thread_defer_release_t defer_release_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_THREADS_H */
