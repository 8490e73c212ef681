/* References of scopes, and the method of a scope that a C owner has replaced (ABI-119, ABI-134..138, ABI-141). */
#include "async_abi_test.h"

/* {{{ Scopes */

static zend_async_scope_t *scopes[8];

/* The scope with the given number. */
static zend_async_scope_t *scope_of(zend_long number)
{
	return scopes[number & 7];
}

/* async_test_scope_make(int $number, ?int $parent): void. A parent of -1 is the current scope. */
ZEND_FUNCTION(async_test_scope_make)
{
	zend_long number, parent = 0;
	bool is_root = true;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_LONG_OR_NULL(parent, is_root)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	scopes[number & 7] = ZEND_ASYNC_NEW_SCOPE(is_root ? NULL : parent < 0 ? ZEND_ASYNC_CURRENT_SCOPE : scope_of(parent));
	if (scope_of(number) == NULL) {
		test_print_exception("new scope");
	}
}

static void three_turns(void)
{
	for (int i = 0; i < 3; i++) {
		test_yield();
	}
	if (EG(exception) == NULL) {
		php_printf("%s has ended\n", (char *) ZEND_ASYNC_CURRENT_COROUTINE->extended_data);
	} else {
		test_print_exception((char *) ZEND_ASYNC_CURRENT_COROUTINE->extended_data);
	}
}

/* async_test_scope_spawn(int $number): bool */
ZEND_FUNCTION(async_test_scope_spawn)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_WITH(scope_of(number));
	if (coroutine == NULL) {
		test_print_exception("spawn");
		RETURN_FALSE;
	}
	coroutine->internal_entry = three_turns;
	coroutine->extended_data = (void *) "a coroutine";
	RETURN_TRUE;
}

/* async_test_scope_do(int $number, string $what): void */
ZEND_FUNCTION(async_test_scope_do)
{
	zend_long number;
	char *what;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_STRING(what, length)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_scope_t *scope = scope_of(number);
	if (strcmp(what, "release") == 0) {
		ZEND_ASYNC_EVENT_RELEASE(&scope->event);
	} else if (strcmp(what, "pin") == 0) {
		ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
		ZEND_ASYNC_EVENT_ADD_REF(&scope->event);
	} else if (strcmp(what, "unpin") == 0) {
		ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	} else if (strcmp(what, "finish") == 0) {
		ZEND_ASYNC_SCOPE_RELEASE(scope);
	} else if (strcmp(what, "dispose") == 0) {
		php_printf("disposed %s\n", TEST_BOOL(scope->try_to_dispose(scope)));
	} else if (strcmp(what, "attach") == 0) {
		zend_coroutine_t *coroutine = ZEND_ASYNC_NEW_COROUTINE(scope);
		if (coroutine == NULL) {
			test_print_exception("new coroutine");
		} else {
			RETURN_OBJ(ZEND_ASYNC_EVENT_TO_OBJECT(&coroutine->event));
		}
	} else if (strcmp(what, "adopt") == 0) {
		zend_async_scope_add_child(scope, scope_of(number + 1));
	} else {
		php_printf("closed %s, parent %s, references %u, children %u\n", TEST_BOOL(ZEND_ASYNC_SCOPE_IS_CLOSED(scope)),
				scope->parent_scope == NULL ? "none" : "there", ZEND_ASYNC_EVENT_REFCOUNT(&scope->event), scope->scopes.length);
	}
}

/* async_test_turns(int $count): void */
ZEND_FUNCTION(async_test_turns)
{
	zend_long count;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();

	for (zend_long i = 0; i < count; i++) {
		test_yield();
	}
}

/* }}} */

/* {{{ The method of a scope */

static zend_async_scope_catch_or_cancel_t original;
/* 0: handle it; 1: pass it on to the original; 2: throw another one. */
static zend_long hook_mode;

static bool hook(zend_async_scope_t *scope, zend_coroutine_t *coroutine, zend_async_scope_t *from, zend_object *exception,
		bool transfer, bool is_safely, bool is_cancellation)
{
	if (is_cancellation) {
		return original(scope, coroutine, from, exception, transfer, is_safely, is_cancellation);
	}
	php_printf("asked for a failure of %s, %s the coroutine\n", from == NULL ? "its own" : "a child",
			coroutine != NULL ? "with" : "without");
	if (hook_mode == 1) {
		return original(scope, coroutine, from, exception, transfer, is_safely, is_cancellation);
	}
	if (transfer) {
		OBJ_RELEASE(exception);
	}
	if (hook_mode == 2) {
		zend_throw_exception(NULL, "from the hook", 0);
		return false;
	}
	return true;
}

static void failing(void)
{
	zend_throw_exception(NULL, "from a coroutine", 0);
}

/* async_test_scope_hook(int $mode, bool $in_child): void */
ZEND_FUNCTION(async_test_scope_hook)
{
	bool in_child;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(hook_mode)
		Z_PARAM_BOOL(in_child)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_scope_t *scope = ZEND_ASYNC_NEW_SCOPE(NULL);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
	ZEND_ASYNC_EVENT_ADD_REF(&scope->event);
	original = scope->catch_or_cancel;
	scope->catch_or_cancel = hook;
	zend_async_scope_t *inner = in_child ? ZEND_ASYNC_NEW_SCOPE(scope) : scope;
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_WITH(inner);
	coroutine->internal_entry = failing;
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	if (in_child) {
		ZEND_ASYNC_EVENT_RELEASE(&inner->event);
	}
	TEST_YIELD_UNTIL(ZEND_COROUTINE_IS_FINISHED(coroutine));
	test_yield();
	php_printf("scope cancelled %s\n", TEST_BOOL(ZEND_ASYNC_SCOPE_IS_CANCELLED(scope)));
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_RELEASE(scope);
}

/* }}} */
