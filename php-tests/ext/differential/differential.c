/*
 * For the differential test (php-tests/differential/launch.php): ids of resources. PHP counts them upwards, and tests of PHP's
 * print them; what the launch and its companion open must not shift those of the script.
 */

#include <php.h>
#include <zend_list.h>
#include <ext/standard/file.h>


ZEND_BEGIN_ARG_INFO_EX(arginfo_hide, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, hide, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define HIDDEN 1000000

/*
 * With true: what is opened from now on has an id from a million on. With false: ids go on where they would be if nothing but
 * the three standard streams had been opened; what is open, the file of the launch itself, gets an id above as well.
 */
ZEND_FUNCTION(differential_hide_resources)
{
	bool hide;
	HashTable *list = &EG(regular_list);

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(hide)
	ZEND_PARSE_PARAMETERS_END();

	if (hide) {
		list->nNextFreeElement = HIDDEN;
		RETURN_NULL();
	}
	/* The context of streams that are opened without one is a resource, made for the first of them. */
	if (FG(default_context) != NULL) {
		zend_list_delete(FG(default_context)->res);
		FG(default_context) = NULL;
	}
	for (zend_long id = 4; id < 100; id++) {
		zval *entry = zend_hash_index_find(list, id), moved;
		if (entry != NULL) {
			ZVAL_COPY_VALUE(&moved, entry);
			/* The entry goes, the resource does not. */
			dtor_func_t destroy = list->pDestructor;
			list->pDestructor = NULL;
			zend_hash_index_del(list, id);
			list->pDestructor = destroy;
			Z_RES_HANDLE(moved) = list->nNextFreeElement;
			zend_hash_next_index_insert(list, &moved);
		}
	}
	list->nNextFreeElement = 4;
}

static const zend_function_entry functions[] = {
	ZEND_FE(differential_hide_resources, arginfo_hide)
	ZEND_FE_END
};

zend_module_entry differential_module_entry = {
	STANDARD_MODULE_HEADER, "differential", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(differential)
