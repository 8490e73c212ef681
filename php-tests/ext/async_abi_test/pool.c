/* Recipe h and the pool slots: pools of C handlers, used by C coroutines and from PHP (ABI-48, ABI-165, ABI-166, ABI-171). */
#include "async_abi_test.h"

/* {{{ A pool of numbers: the state of its handlers is in its extra area, so that several pools do not mix */

typedef struct {
	zend_long made;
	zend_long destroyed;
	bool silent;                 /* no output */
	bool suspend;                /* the factory lets others run */
	bool fail, fail_silently;    /* of the factory */
	bool reject_acquire, reject_release, unhealthy;
} pool_state_t;

static pool_state_t *state_of(zend_async_pool_t *pool)
{
	return (pool_state_t *) ((char *) pool + pool->event.extra_offset);
}

#define SAY(pool, ...) \
	do { \
		if (!state_of(pool)->silent) { \
			php_printf(__VA_ARGS__); \
		} \
	} while (0)

static bool factory(zend_async_pool_t *pool, zval *result)
{
	pool_state_t *state = state_of(pool);

	if (state->suspend && !test_yield()) {
		return false;
	}

	if (state->fail) {
		zend_throw_exception(NULL, "the factory fails", 0);
		return false;
	}

	if (state->fail_silently) {
		return false;
	}

	ZVAL_LONG(result, ++state->made);
	SAY(pool, "made %d\n", (int) state->made);

	return true;
}

static void destructor(zend_async_pool_t *pool, zval *resource)
{
	state_of(pool)->destroyed++;
	SAY(pool, "destroyed %d\n", (int) Z_LVAL_P(resource));
}

static bool healthcheck(zend_async_pool_t *pool, zval *resource)
{
	SAY(pool, "checked %d\n", (int) Z_LVAL_P(resource));

	return !state_of(pool)->unhealthy;
}

static bool before_acquire(zend_async_pool_t *pool, zval *resource)
{
	SAY(pool, "before acquire %d\n", (int) Z_LVAL_P(resource));

	return !state_of(pool)->reject_acquire;
}

static bool before_release(zend_async_pool_t *pool, zval *resource)
{
	SAY(pool, "before release %d\n", (int) Z_LVAL_P(resource));

	return !state_of(pool)->reject_release;
}

static zend_async_pool_t *pool_new(uint32_t min, uint32_t max)
{
	return ZEND_ASYNC_NEW_POOL_EX(factory, destructor, healthcheck, before_acquire, before_release, min, max, 0, sizeof(pool_state_t));
}

static void print_pool(const char *label, zend_async_pool_t *pool)
{
	zend_string *info = pool->event.info(&pool->event);

	php_printf("%s: %s\n", label, ZSTR_VAL(info));
	zend_string_release(info);
}

/* }}} */

/* async_test_pool(): Async\Pool - what C code sees of a pool; then the pool is PHP's. */
ZEND_FUNCTION(async_test_pool)
{
	zval first, second;

	ZEND_PARSE_PARAMETERS_NONE();

	zend_async_pool_t *pool = pool_new(1, 2);
	php_printf("flags %u, min %u, max %u, references %u, closed %s\n", pool->handler_flags, pool->min_size, pool->max_size,
			ZEND_ASYNC_EVENT_REFCOUNT(&pool->event), TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&pool->event)));
	print_pool("new", pool);

	bool got = ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &first);
	php_printf("got %s %d\n", TEST_BOOL(got), (int) Z_LVAL(first));
	got = ZEND_ASYNC_POOL_ACQUIRE(pool, &second, 0);
	php_printf("got %s %d\n", TEST_BOOL(got), (int) Z_LVAL(second));
	print_pool("all lent", pool);
	got = ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &first);
	php_printf("got %s, exception %s\n", TEST_BOOL(got), TEST_BOOL(EG(exception) != NULL));
	got = ZEND_ASYNC_POOL_ACQUIRE(pool, &first, 1);
	php_printf("got %s\n", TEST_BOOL(got));
	test_print_exception("after 1 ms");
	ZVAL_LONG(&first, 1);
	ZEND_ASYNC_POOL_RELEASE(pool, &first);
	state_of(pool)->reject_release = true;
	ZEND_ASYNC_POOL_RELEASE(pool, &second);
	state_of(pool)->reject_release = false;
	print_pool("given back", pool);

	zend_object *object = ZEND_ASYNC_NEW_POOL_OBJ(pool);
	php_printf("references %u, wrapper %s, event of the object %s, second object the same %s\n",
			ZEND_ASYNC_EVENT_REFCOUNT(&pool->event), TEST_BOOL(pool->wrapper == object),
			TEST_BOOL(ZEND_ASYNC_OBJECT_TO_EVENT(object) == &pool->event), TEST_BOOL(ZEND_ASYNC_NEW_POOL_OBJ(pool) == object));
	GC_DELREF(object);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
	RETURN_OBJ(object);
}

/* {{{ Internal coroutines */

typedef struct {
	zend_async_pool_t *pool;
	unsigned int rounds;
	const char *name;
} user_t;

static unsigned int users_ended;

/* Acquires, lets others run, gives back. */
static void user_entry(void)
{
	user_t *user = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	for (unsigned int round = 0; round < user->rounds; round++) {
		zval resource;

		if (!ZEND_ASYNC_POOL_ACQUIRE(user->pool, &resource, 0)) {
			test_print_exception(user->name);
			break;
		}

		php_printf("%s%u has %d\n", user->name, round, (int) Z_LVAL(resource));
		test_yield();
		ZEND_ASYNC_POOL_RELEASE(user->pool, &resource);
	}

	users_ended++;
}

/* async_test_pool_in_coroutines(): void */
ZEND_FUNCTION(async_test_pool_in_coroutines)
{
	zval resource;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_pool_t *pool = pool_new(0, 1);
	pool->user_data = pool;
	state_of(pool)->silent = true;
	state_of(pool)->suspend = true;
	user_t users[] = {{pool, 3, "A"}, {pool, 3, "B"}, {pool, 3, "C"}};
	users_ended = 0;

	for (unsigned int i = 0; i < 3; i++) {
		test_spawn(user_entry, &users[i], NULL);
	}

	TEST_YIELD_UNTIL(users_ended == 3);
	print_pool("used in turn", pool);

	/* One waits when the pool is closed. */
	users_ended = 0;
	ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0);
	test_spawn(user_entry, &users[0], NULL);
	test_yield();
	test_yield();
	print_pool("one waits", pool);
	ZEND_ASYNC_POOL_CLOSE(pool);
	TEST_YIELD_UNTIL(users_ended == 1);
	php_printf("closed %s, made %d, destroyed %d\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&pool->event)),
			(int) state_of(pool)->made, (int) state_of(pool)->destroyed);
	ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	php_printf("destroyed %d\n", (int) state_of(pool)->destroyed);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
}

/* }}} */

static bool factory_that_fails_at_the_second(zend_async_pool_t *pool, zval *result)
{
	static unsigned int calls;

	if (++calls == 2) {
		zend_throw_exception(NULL, "the second cannot be made", 0);
		return false;
	}

	ZVAL_LONG(result, calls);

	return true;
}

static void announcing_destructor(zend_async_pool_t *pool, zval *resource)
{
	php_printf("destroyed %d\n", (int) Z_LVAL_P(resource));
}

/* async_test_pool_failures(): void - of factories, and of the circuit breaker. */
ZEND_FUNCTION(async_test_pool_failures)
{
	zval resource;

	ZEND_PARSE_PARAMETERS_NONE();

	zend_async_pool_t *none = ZEND_ASYNC_NEW_POOL(factory_that_fails_at_the_second, announcing_destructor, NULL, NULL, NULL, 3, 3, 0);
	php_printf("pool %s\n", none == NULL ? "NULL" : "made");
	test_print_exception("first resources");

	zend_async_pool_t *pool = pool_new(0, 1);
	state_of(pool)->fail = true;
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0)));
	test_print_exception("failing factory");
	state_of(pool)->fail = false;
	state_of(pool)->fail_silently = true;
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource)));
	test_print_exception("silent factory");
	state_of(pool)->fail_silently = false;

	pool->circuit_state = ZEND_ASYNC_CIRCUIT_STATE_INACTIVE;
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0)));
	test_print_exception("inactive");
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource)));
	test_print_exception("inactive");
	pool->circuit_state = ZEND_ASYNC_CIRCUIT_STATE_RECOVERING;
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource)));

	/* An exception in flight survives what the pool calls. */
	zend_throw_exception(NULL, "in flight", 0);
	state_of(pool)->reject_release = true;
	ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	test_print_exception("after the release");
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);

	/* Without any handler there is nothing to be had. */
	pool = ZEND_ASYNC_NEW_POOL(NULL, NULL, NULL, NULL, NULL, 0, 1, 1);
	php_printf("got %s\n", TEST_BOOL(ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0)));
	test_print_exception("no factory");
	ZVAL_LONG(&resource, 7);
	ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	print_pool("foreign resource", pool);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
}

/* async_test_pool_references(bool $php_last): void - the last one closes the pool. */
ZEND_FUNCTION(async_test_pool_references)
{
	bool php_last;
	zval resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(php_last)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_pool_t *pool = pool_new(1, 1);
	state_of(pool)->silent = false;
	zend_object *object = ZEND_ASYNC_NEW_POOL_OBJ(pool);

	if (php_last) {
		ZEND_ASYNC_EVENT_RELEASE(&pool->event);
		php_printf("C has let go\n");
		OBJ_RELEASE(object);
		php_printf("PHP has let go\n");
		return;
	}

	OBJ_RELEASE(object);
	php_printf("PHP has let go, wrapper %s, closed %s\n", pool->wrapper == NULL ? "NULL" : "set",
			TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&pool->event)));
	ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource);
	ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
	php_printf("C has let go\n");
}

static void report_success(zend_async_pool_t *pool)
{
	php_printf("C strategy: success\n");
}

static void report_failure(zend_async_pool_t *pool, zend_object *error)
{
	zval buffer;
	zval *message = zend_read_property_ex(error->ce, error, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &buffer);

	php_printf("C strategy: failure, %s: %s\n", ZSTR_VAL(error->ce->name), Z_STRVAL_P(message));
}

static bool should_recover(zend_async_pool_t *pool)
{
	php_printf("never asked\n");

	return false;
}

/* async_test_pool_strategy(CircuitBreakerStrategy $strategy): void - a C strategy, then a PHP one without a PHP pool. */
ZEND_FUNCTION(async_test_pool_strategy)
{
	zend_object *php_strategy;
	zval resource;
	zend_async_circuit_breaker_strategy_t strategy = {report_success, report_failure, should_recover, NULL};

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ(php_strategy)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_pool_t *pool = pool_new(1, 1);
	state_of(pool)->silent = true;
	pool->strategy.internal = &strategy;
	pool->handler_flags |= ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL;

	for (unsigned int i = 0; i < 2; i++) {
		ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource);
		state_of(pool)->reject_release = i == 1;
		ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	}

	GC_ADDREF(php_strategy);
	pool->strategy.object = php_strategy;
	pool->handler_flags &= ~ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL;
	ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, &resource);
	ZEND_ASYNC_POOL_RELEASE(pool, &resource);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
}

/* async_test_pool_health(): void - the health check of C handlers. */
ZEND_FUNCTION(async_test_pool_health)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_pool_t *pool =
			ZEND_ASYNC_NEW_POOL_EX(factory, destructor, healthcheck, NULL, NULL, 2, 3, 1, sizeof(pool_state_t));
	pool_state_t *state = state_of(pool);
	php_printf("active events %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	state->silent = true;
	state->unhealthy = true;

	for (unsigned int i = 0; i < 1000 && state->destroyed < 2; i++) {
		test_sleep(1);
	}

	state->unhealthy = false;
	php_printf("destroyed %s, made again %s\n", TEST_BOOL(state->destroyed >= 2), TEST_BOOL(state->made >= 4));
	print_pool("refilled", pool);
	ZEND_ASYNC_EVENT_RELEASE(&pool->event);
	/* A check that the timer began before that ends in its own coroutine. */
	for (unsigned int i = 0; i < 1000 && ZEND_ASYNC_ACTIVE_COROUTINE_COUNT > 1; i++) {
		test_sleep(1);
	}
}

/* {{{ Registration over true_async */

static zend_async_pool_t *other_new_pool(zend_async_pool_factory_fn make, zend_async_pool_destructor_fn destroy,
		zend_async_pool_healthcheck_fn check, zend_async_pool_before_acquire_fn acquire, zend_async_pool_before_release_fn release,
		uint32_t min, uint32_t max, uint32_t healthcheck_interval_ms, size_t extra_size)
{
	return NULL;
}

/* A refusal is a core error and may end in a bailout. */
static void register_pool(char *module, bool allow_override, zend_async_new_pool_t new_pool)
{
	zend_execute_data *execute_data = EG(current_execute_data);

	zend_try {
		zend_async_pool_api_register(module, allow_override, new_pool, zend_async_new_pool_obj_fn, zend_async_pool_acquire_fn,
				zend_async_pool_try_acquire_fn, zend_async_pool_release_fn, zend_async_pool_close_fn);
	} zend_catch {
		EG(current_execute_data) = execute_data;
		CG(unclean_shutdown) = 0;
	} zend_end_try();
}

/* async_test_pool_override(): void */
ZEND_FUNCTION(async_test_pool_override)
{
	static char module[] = "async_abi_test", other[] = "async_abi_test_other";
	zend_async_new_pool_t original = zend_async_new_pool_fn;

	ZEND_PARSE_PARAMETERS_NONE();

	register_pool(module, false, other_new_pool);
	php_printf("refused: %s\n", zend_async_new_pool_fn == original ? "original" : "replaced");
	register_pool(module, true, other_new_pool);
	php_printf("allowed: %s\n", zend_async_new_pool_fn == original ? "original" : "replaced");
	register_pool(module, true, original);
	php_printf("same module: %s\n", zend_async_new_pool_fn == original ? "original" : "replaced");
	register_pool(other, true, original);
	php_printf("back: %s\n", zend_async_new_pool_fn == original ? "original" : "replaced");
}

/* }}} */
