/*
 * An extension of an outsider: many elements, some at a time (ABI-143).
 *
 *   each_call(array $elements, callable $call, int $limit): void        $call(element, key); false stops
 *   each_map(iterable $elements, callable $call, int $limit): array     what $call(element) returns, under the same keys
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "Zend/zend_async_API.h"

/* What one of the elements has thrown ends the iteration, and is thrown here. */
static void throw_of(zend_async_iterator_t *iterator)
{
	if (iterator->exception != NULL && EG(exception) == NULL) {
		GC_ADDREF(iterator->exception);
		zend_throw_exception_internal(iterator->exception);
	}
}

ZEND_FUNCTION(each_call)
{
	zval *elements;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long limit;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_ARRAY(elements)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	/* recipe: each */
	ZEND_ASYNC_FCALL_DEFINE(call, fci, fcc, NULL, 0, NULL);
	zend_async_iterator_t *iterator = ZEND_ASYNC_NEW_ITERATOR(elements, NULL, call, NULL, (unsigned int) limit, 0);
	if (iterator == NULL) {
		return;
	}
	iterator->run(iterator); /* returns when all elements have been handled */
	throw_of(iterator);
	ZEND_ASYNC_MICROTASK_RELEASE(&iterator->microtask);
	/* end */
}

/* recipe: each-handler */
typedef struct {
	ZEND_ASYNC_ITERATOR_FIELDS
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *results;
} map_t;

/* Called for one element while others are suspended in here: what it needs for itself lies on its stack. */
static zend_result map_element(zend_async_iterator_t *iterator, zval *current, zval *key)
{
	map_t *map = (map_t *) iterator;
	zend_fcall_info fci = map->fci;
	zval result;

	ZVAL_UNDEF(&result);
	fci.retval = &result;
	fci.params = current;
	fci.param_count = 1;
	if (zend_call_function(&fci, &map->fcc) == SUCCESS && EG(exception) == NULL) {
		array_set_zval_key(Z_ARRVAL_P(map->results), key, &result);
	}
	zval_ptr_dtor(&result);

	return SUCCESS; /* FAILURE stops; an exception does so by itself */
}
/* end */

ZEND_FUNCTION(each_map)
{
	zval *elements;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long limit;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_ITERABLE(elements)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	array_init(return_value);
	/* recipe: each-map */
	zend_object_iterator *of_object = NULL;
	if (Z_TYPE_P(elements) == IS_OBJECT) {
		of_object = Z_OBJCE_P(elements)->get_iterator(Z_OBJCE_P(elements), elements, 0);
		if (EG(exception) != NULL) {
			return;
		}
	}
	map_t *map = (map_t *) ZEND_ASYNC_NEW_ITERATOR_EX(
			of_object != NULL ? NULL : elements, of_object, NULL, map_element, (unsigned int) limit, 0, sizeof(map_t));
	if (map == NULL) {
		return;
	}
	map->fci = fci;
	map->fcc = fcc;
	map->results = return_value;
	map->run((zend_async_iterator_t *) map);
	/* end */
	throw_of((zend_async_iterator_t *) map);
	ZEND_ASYNC_MICROTASK_RELEASE(&map->microtask);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_each, 0, 0, 3)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, call, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, limit, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_map, 0, 0, 3)
	ZEND_ARG_INFO(0, elements)
	ZEND_ARG_TYPE_INFO(0, call, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, limit, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(each_call, arginfo_each)
	ZEND_FE(each_map, arginfo_map)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry async_each_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"async_each", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(async_each)
