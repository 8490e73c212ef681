/* Scopes made and used by C code (ABI-134..138, ABI-43, ABI-89, ABI-141). */
#include "async_abi_test.h"

static void print_state(const char *label, zend_async_scope_t *scope)
{
	php_printf("%s: safe %s, completed %s, done %s, disposable %s, children %u\n", label,
		TEST_BOOL(ZEND_ASYNC_SCOPE_IS_DISPOSE_SAFELY(scope)), TEST_BOOL(ZEND_ASYNC_SCOPE_IS_COMPLETED(scope)),
		TEST_BOOL(ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope)), TEST_BOOL(ZEND_ASYNC_SCOPE_CAN_BE_DISPOSED(scope)),
		scope->scopes.length);
}

static void yielding_entry(void)
{
	test_yield();
	test_yield();

	if (EG(exception) != NULL) {
		test_print_exception("coroutine");
	}
}

static zend_coroutine_t *spawn_in(zend_async_scope_t *scope, zend_coroutine_entry_t entry)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_WITH(scope);

	if (coroutine != NULL) {
		coroutine->internal_entry = entry;
	}

	return coroutine;
}

/* async_test_scope_life(): void - creation, state, release with the last coroutine. */
ZEND_FUNCTION(async_test_scope_life)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *root = ZEND_ASYNC_NEW_SCOPE(NULL);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(root);
	ZEND_ASYNC_EVENT_ADD_REF(&root->event);
	print_state("internal root", root);

	zend_async_scope_t *with_object = ZEND_ASYNC_NEW_SCOPE_WITH_OBJECT(NULL);
	php_printf("object: class %s, counter %u, refers to the scope %s\n", ZSTR_VAL(with_object->scope_object->ce->name),
		GC_REFCOUNT(with_object->scope_object), TEST_BOOL(ZEND_ASYNC_OBJECT_TO_EVENT(with_object->scope_object) == &with_object->event));
	print_state("root with object", with_object);
	zend_string *info = with_object->event.info(&with_object->event);
	php_printf("info starts as expected: %s\n",
			TEST_BOOL(strncmp(ZSTR_VAL(info), "Scope #", 7) == 0 && strstr(ZSTR_VAL(info), " created at ") != NULL));
	zend_string_release(info);
	OBJ_RELEASE(with_object->scope_object);

	root->request_scope = root;
	zend_async_scope_t *child = ZEND_ASYNC_NEW_SCOPE(root);
	php_printf("child: parent %s, request scope %s\n", TEST_BOOL(child->parent_scope == root), TEST_BOOL(child->request_scope == root));

	spawn_in(child, yielding_entry);
	print_state("child with a coroutine", child);
	print_state("its parent", root);
	ZEND_ASYNC_EVENT_RELEASE(&child->event);
	TEST_YIELD_UNTIL(root->scopes.length == 0);
	print_state("the child went with its coroutine", root);

	zval unused;
	php_printf("replay of an open scope: %s\n", TEST_BOOL(root->event.replay(&root->event, NULL, &unused, NULL)));
	php_printf("disposal of a pinned scope: %s\n", TEST_BOOL(root->try_to_dispose(root)));
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(root);
	ZEND_ASYNC_SCOPE_RELEASE(root);
	php_printf("released\n");
}

/* async_test_scope_children(): void - the helpers of the header on scopes with coroutines. */
ZEND_FUNCTION(async_test_scope_children)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *parent = ZEND_ASYNC_NEW_SCOPE(NULL);
	zend_async_scope_t *children[6];
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(parent);
	ZEND_ASYNC_EVENT_ADD_REF(&parent->event);

	for (int i = 0; i < 6; i++) {
		children[i] = ZEND_ASYNC_NEW_SCOPE(NULL);
		ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(children[i]);
		zend_async_scope_add_child(parent, children[i]);
	}
	print_state("six added", parent);

	zend_async_scope_remove_child(parent, children[1]);
	spawn_in(children[4], yielding_entry);
	print_state("one removed, one busy", parent);
	zend_async_scope_add_child(children[1], ZEND_ASYNC_NEW_SCOPE(NULL));
	spawn_in(children[1]->scopes.data[0], yielding_entry);
	ZEND_ASYNC_EVENT_RELEASE(&children[1]->scopes.data[0]->event);
	zend_async_scope_add_child(parent, children[1]);
	print_state("an occupied one added", parent);

	TEST_YIELD_UNTIL(ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(parent));
	print_state("all have ended", parent);

	for (int i = 0; i < 6; i++) {
		ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(children[i]);
		ZEND_ASYNC_SCOPE_RELEASE(children[i]);
	}
	print_state("children released", parent);
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(parent);
	ZEND_ASYNC_SCOPE_RELEASE(parent);
}

static void failing_entry(void)
{
	zend_throw_exception(NULL, "from a coroutine", 0);
}

/* async_test_scope_cancel(): void - catch_or_cancel both ways, a closed scope refuses coroutines. */
ZEND_FUNCTION(async_test_scope_cancel)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *scope = ZEND_ASYNC_NEW_SCOPE(NULL);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
	ZEND_ASYNC_EVENT_ADD_REF(&scope->event);
	spawn_in(scope, yielding_entry);
	test_yield();

	zend_object *reason = zend_throw_exception(ZEND_ASYNC_GET_EXCEPTION_CE(ZEND_ASYNC_EXCEPTION_CANCELLATION), "by C", 0);
	GC_ADDREF(reason);
	zend_clear_exception();
	bool done = ZEND_ASYNC_SCOPE_CANCEL(scope, reason, true, false);
	php_printf("cancel: %s, cancelled %s\n", TEST_BOOL(done), TEST_BOOL(ZEND_ASYNC_SCOPE_IS_CANCELLED(scope)));
	TEST_YIELD_UNTIL(ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope));
	php_printf("closed %s\n", TEST_BOOL(ZEND_ASYNC_SCOPE_IS_CLOSED(scope)));
	php_printf("close again: %s\n", TEST_BOOL(ZEND_ASYNC_SCOPE_CLOSE(scope, false)));
	php_printf("replay of a closed scope: %s\n", TEST_BOOL(scope->event.replay(&scope->event, NULL, NULL, NULL)));
	if (spawn_in(scope, yielding_entry) == NULL) {
		test_print_exception("spawn");
	}
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_RELEASE(scope);

	/* Zombies count as done only when they are not asked for. */
	scope = ZEND_ASYNC_NEW_SCOPE(NULL);
	ZEND_ASYNC_SCOPE_SET_OWNER_PINNED(scope);
	spawn_in(scope, yielding_entry);
	test_yield();
	ZEND_ASYNC_SCOPE_CLOSE(scope, true);
	print_state("with a zombie", scope);
	TEST_YIELD_UNTIL(ZEND_ASYNC_SCOPE_IS_COMPLETELY_DONE(scope));
	ZEND_ASYNC_SCOPE_CLR_OWNER_PINNED(scope);
	ZEND_ASYNC_SCOPE_RELEASE(scope);
}

/* async_test_scope_failure(Scope $scope): void - offers an exception to a scope of PHP code, from here and through a
 * coroutine that fails. */
ZEND_FUNCTION(async_test_scope_failure)
{
	zval *object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE))
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *scope = (zend_async_scope_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	zend_object *error = zend_throw_exception(NULL, "from C", 0);
	GC_ADDREF(error);
	zend_clear_exception();
	php_printf("handled: %s\n", TEST_BOOL(ZEND_ASYNC_SCOPE_CATCH(scope, NULL, NULL, error, false, false)));
	if (EG(exception) != NULL) {
		/* A handler added its own. */
		OBJ_RELEASE(error);
		return;
	}
	php_printf("spawn_and_throw: %s\n", TEST_BOOL(ZEND_ASYNC_SPAWN_AND_THROW(error, scope, 0)));
	OBJ_RELEASE(error);
	spawn_in(scope, failing_entry);
	test_yield();
	test_yield();
}

/* async_test_scope_wait(Scope $scope, ?callable $handler, ?Awaitable $token): void - the slot for waiting. */
ZEND_FUNCTION(async_test_scope_wait)
{
	zval *object;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *token = NULL;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE))
		Z_PARAM_FUNC_OR_NULL(fci, fcc)
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(token, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_AWAITABLE))
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *scope = (zend_async_scope_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	bool handles = ZEND_FCI_INITIALIZED(fci);
	ZEND_ASYNC_SCOPE_AWAIT_AFTER_CANCELLATION(scope, ZEND_ASYNC_CURRENT_COROUTINE, handles ? &fci : NULL, handles ? &fcc : NULL,
		token != NULL ? ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(token)) : NULL);
}

/* async_test_spawn_with_provider(ScopeProvider $provider): void */
ZEND_FUNCTION(async_test_spawn_with_provider)
{
	zval *provider;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(provider, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE_PROVIDER))
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_WITH_PROVIDER(Z_OBJ_P(provider));

	if (coroutine == NULL) {
		return;
	}

	coroutine->internal_entry = yielding_entry;
	php_printf("C coroutine in the provided scope: %s\n", TEST_BOOL(coroutine->scope->scope_object != NULL));
}

/* async_test_detached_coroutine(Scope $scope): void - a coroutine that is never enqueued leaves its scope. */
ZEND_FUNCTION(async_test_detached_coroutine)
{
	zval *object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(object, ZEND_ASYNC_GET_CE(ZEND_ASYNC_CLASS_SCOPE))
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASYNC_SCHEDULER_INIT();

	zend_async_scope_t *scope = (zend_async_scope_t *) ZEND_ASYNC_OBJECT_TO_EVENT(Z_OBJ_P(object));
	zend_coroutine_t *coroutine = ZEND_ASYNC_NEW_COROUTINE(scope);
	print_state("attached", scope);
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	print_state("dropped", scope);
}
