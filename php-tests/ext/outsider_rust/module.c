/* The module of outsider_rust.rs: what PHP's headers have as macros. */
#include "php.h"
#include "zend_async_API.h"

bool outsider_rust_race(uint64_t milliseconds, uint64_t limit);

zend_coroutine_t *outsider_rust_coroutine(void)
{
	return ZEND_ASYNC_SCHEDULER_INIT() ? ZEND_ASYNC_CURRENT_COROUTINE : NULL;
}

/* rust_race(int $milliseconds, int $limit): bool */
ZEND_FUNCTION(rust_race)
{
	zend_long milliseconds, limit;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(milliseconds)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_BOOL(outsider_rust_race((uint64_t) milliseconds, (uint64_t) limit));
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_rust_race, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, limit, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(rust_race, arginfo_rust_race)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry outsider_rust_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"outsider_rust", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(outsider_rust)
