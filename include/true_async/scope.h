/* Part of zend_async_API.h: scopes and contexts [abi/ABI-134 to ABI-139, abi/ABI-183]. */
#ifndef TRUE_ASYNC_SCOPE_H
#define TRUE_ASYNC_SCOPE_H

BEGIN_EXTERN_C()

/* {{{ Flags */

#define ZEND_ASYNC_SCOPE_HAS_(scope_, bit) (((scope_)->event.flags & (bit)) != 0)

#define ZEND_ASYNC_SCOPE_IS_CLOSED(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_CLOSED)
#define ZEND_ASYNC_SCOPE_IS_NO_FREE_MEMORY(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_NO_FREE_MEMORY)
#define ZEND_ASYNC_SCOPE_IS_DISPOSE_SAFELY(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_DISPOSE_SAFELY)
#define ZEND_ASYNC_SCOPE_IS_CANCELLED(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_CANCELLED)
#define ZEND_ASYNC_SCOPE_IS_DISPOSING(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_DISPOSING)
#define ZEND_ASYNC_SCOPE_IS_OWNER_PINNED(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_SCOPE_F_OWNER_PINNED)
#define ZEND_ASYNC_SCOPE_IS_BAILOUT(s) ZEND_ASYNC_SCOPE_HAS_(s, ZEND_ASYNC_EVENT_F_BAILOUT)

#define ZEND_ASYNC_SCOPE_SET_CLOSED(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_CLOSED)
#define ZEND_ASYNC_SCOPE_CLR_CLOSED(s) ((s)->event.flags &= ~ZEND_ASYNC_SCOPE_F_CLOSED)
#define ZEND_ASYNC_SCOPE_SET_NO_FREE_MEMORY(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_NO_FREE_MEMORY)
#define ZEND_ASYNC_SCOPE_CLR_NO_FREE_MEMORY(s) ((s)->event.flags &= ~ZEND_ASYNC_SCOPE_F_NO_FREE_MEMORY)
#define ZEND_ASYNC_SCOPE_SET_DISPOSE_SAFELY(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_DISPOSE_SAFELY)
#define ZEND_ASYNC_SCOPE_CLR_DISPOSE_SAFELY(s) ((s)->event.flags &= ~ZEND_ASYNC_SCOPE_F_DISPOSE_SAFELY)
#define ZEND_ASYNC_SCOPE_SET_CANCELLED(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_CANCELLED)
#define ZEND_ASYNC_SCOPE_SET_DISPOSING(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_DISPOSING)
#define ZEND_ASYNC_SCOPE_CLR_DISPOSING(s) ((s)->event.flags &= ~ZEND_ASYNC_SCOPE_F_DISPOSING)
#define ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(s) ((s)->event.flags |= ZEND_ASYNC_SCOPE_F_OWNER_PINNED)
#define ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(s) ((s)->event.flags &= ~ZEND_ASYNC_SCOPE_F_OWNER_PINNED)
#define ZEND_ASYNC_SCOPE_SET_BAILOUT(s) ((s)->event.flags |= ZEND_ASYNC_EVENT_F_BAILOUT)

/* }}} */

/* {{{ Slots */

/* Creates a scope. parent_scope: NULL for none. with_zend_object: also creates the PHP object, which is then the only
 * reference and belongs to the caller. Returns the scope (owned). Errors: NULL with an exception.
 * Never suspends [abi/ABI-134].
 *
 * Without an object the caller owns one reference, and gives it back once, at any time, with ZEND_ASYNC_EVENT_RELEASE(&scope->event)
 * or, when it has pinned the scope, with ZEND_ASYNC_SCOPE_RELEASE(scope). What is in the scope goes on: coroutines, and scopes
 * below that are owned, keep it, and it ends with the last of them. So code that only spawns may give it back right behind that.
 * As long as the reference is there, so is the structure. The scope itself ends with its last coroutine nevertheless, unless it
 * is pinned: it is closed then (ZEND_ASYNC_SCOPE_IS_CLOSED), has no parent, and takes no coroutines and no child scopes.
 * Pin a scope that shall take more coroutines later. */
ZEND_API extern zend_async_new_scope_t zend_async_new_scope_fn;

/* Suspends the current coroutine until no coroutine of a scope tree is left; at once for a closed or drained scope.
 * awaiter: the current coroutine, outside that tree. error_fci, error_fcc: called with errors of children, may be NULL.
 * cancellation: aborts the wait, may be NULL. Errors: exception. May suspend [abi/ABI-141]. */
ZEND_API extern zend_async_scope_await_after_cancellation_t zend_async_scope_await_after_cancellation_fn;

/* Creates an empty PHP-visible context. Returns it (owned). Errors: NULL with an exception.
 * Never suspends [abi/ABI-139]. */
ZEND_API extern zend_async_new_context_t zend_async_new_context_fn;

#define ZEND_ASYNC_NEW_SCOPE(parent_) zend_async_new_scope_fn((parent_), false)
#define ZEND_ASYNC_NEW_SCOPE_WITH_OBJECT(parent_) zend_async_new_scope_fn((parent_), true)
#define ZEND_ASYNC_SCOPE_AWAIT_AFTER_CANCELLATION(scope_, awaiter_, error_fci_, error_fcc_, cancellation_) \
	zend_async_scope_await_after_cancellation_fn((scope_), (awaiter_), (error_fci_), (error_fcc_), (cancellation_))
/* The argument is accepted and ignored, as in older levels. */
#define ZEND_ASYNC_NEW_CONTEXT(parent_) zend_async_new_context_fn()

/* The current coroutine's own context, created on demand; NULL without a coroutine. */
static zend_always_inline zend_async_context_t *zend_async_get_coroutine_context(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	if (coroutine == NULL) {
		return NULL;
	}

	if (coroutine->context == NULL) {
		coroutine->context = zend_async_new_context_fn();
	}

	return coroutine->context;
}

#define ZEND_ASYNC_GET_COROUTINE_CONTEXT() zend_async_get_coroutine_context()

/* }}} */

/* {{{ Method calls */

#define ZEND_ASYNC_SCOPE_CLOSE(scope_, is_safely_) \
	(scope_)->catch_or_cancel((scope_), NULL, NULL, NULL, false, (is_safely_), true)
#define ZEND_ASYNC_SCOPE_CANCEL(scope_, exception_, transfer_error_, is_safely_) \
	(scope_)->catch_or_cancel((scope_), NULL, NULL, (exception_), (transfer_error_), (is_safely_), true)
#define ZEND_ASYNC_SCOPE_CATCH(scope_, coroutine_, from_scope_, exception_, transfer_error_, is_safely_) \
	(scope_)->catch_or_cancel((scope_), (coroutine_), (from_scope_), (exception_), (transfer_error_), (is_safely_), false)

#define ZEND_ASYNC_SCOPE_IS_COMPLETED(scope_) (scope_)->can_be_disposed((scope_), false, false)
#define ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope_) (scope_)->can_be_disposed((scope_), true, false)
#define ZEND_ASYNC_SCOPE_CAN_BE_DISPOSED(scope_) (scope_)->can_be_disposed((scope_), true, true)

/* The end of what a C owner does with a scope, after it cleared OWNER_PINNED [abi/ABI-138]: drops the reference that it
 * has added when it pinned the scope. If only the one is left that the scope was made with, that is given back too: the code that has
 * made the scope and pinned it calls this once, and nothing else. Code that shares a scope with others adds a reference of its
 * own for each pointer that is kept. The scope ends at once, or with what still uses it; do not touch it again. */
static zend_always_inline void zend_async_scope_release(zend_async_scope_t *scope)
{
	if (ZEND_ASYNC_EVENT_REFCOUNT(&scope->event) > 1) {
		ZEND_ASYNC_EVENT_DEL_REF(&scope->event);
	}

	if (ZEND_ASYNC_EVENT_REFCOUNT(&scope->event) == 1) {
		/* Its dispose tries to dispose the scope; what is still used goes later. */
		ZEND_ASYNC_EVENT_RELEASE(&scope->event);
	} else {
		scope->try_to_dispose(scope);
	}
}

#define ZEND_ASYNC_SCOPE_RELEASE(scope_) zend_async_scope_release(scope_)

/* }}} */

/* {{{ Child scopes [abi/ABI-137] */

static zend_always_inline void zend_async_scope_add_child(zend_async_scope_t *parent_scope, zend_async_scope_t *child_scope)
{
	zend_async_scopes_vector_t *vector = &parent_scope->scopes;

	child_scope->parent_scope = parent_scope;

	if (vector->length == vector->capacity) {
		vector->capacity = vector->capacity == 0 ? 4 : vector->capacity * 2;
		vector->data = (zend_async_scope_t **) safe_erealloc(vector->data, vector->capacity, sizeof(zend_async_scope_t *), 0);
	}

	vector->data[vector->length++] = child_scope;
}

/* The order of the remaining children is not kept; a parent that became childless tries to dispose itself. */
static zend_always_inline void zend_async_scope_remove_child(zend_async_scope_t *parent_scope, zend_async_scope_t *child_scope)
{
	zend_async_scopes_vector_t *vector = &parent_scope->scopes;

	for (uint32_t i = 0; i < vector->length; i++) {
		if (vector->data[i] == child_scope) {
			vector->data[i] = vector->data[--vector->length];
			child_scope->parent_scope = NULL;

			if (vector->length == 0) {
				parent_scope->try_to_dispose(parent_scope);
			}

			return;
		}
	}
}

static zend_always_inline void zend_async_scope_free_children(zend_async_scope_t *parent_scope)
{
	zend_async_scopes_vector_t *vector = &parent_scope->scopes;

	if (vector->data != NULL) {
		efree(vector->data);
	}

	vector->data = NULL;
	vector->length = 0;
	vector->capacity = 0;
}

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_SCOPE_H */
