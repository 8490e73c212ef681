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

#define FIRST_HIDDEN 1000000

/* One request, one thread. */
static zend_long next_hidden = FIRST_HIDDEN;

static void hide_ids(void)
{
	EG(regular_list).nNextFreeElement = next_hidden;
}

static void restore_ids(void)
{
	HashTable *list = &EG(regular_list);

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
	next_hidden = list->nNextFreeElement;
	list->nNextFreeElement = 4;
}

/*
 * With true: what is opened from now on has an id from a million on. With false: ids go on where they would be if nothing but
 * the three standard streams had been opened; what is open, the file of the launch itself, gets an id above as well.
 */
ZEND_FUNCTION(differential_hide_resources)
{
	bool hide;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(hide)
	ZEND_PARSE_PARAMETERS_END();

	if (hide) {
		hide_ids();
	} else {
		restore_ids();
	}
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_include, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

/* As include in the function that calls it; the file's own stream shifts no id. */
ZEND_FUNCTION(differential_include)
{
	zend_string *path;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END();

	hide_ids();
	zend_op_array *code = compile_filename(ZEND_INCLUDE, path);
	restore_ids();
	if (code == NULL) {
		return;
	}
	zend_execute(code, return_value);
	zend_destroy_static_vars(code);
	destroy_op_array(code);
	efree_size(code, sizeof(zend_op_array));
}

static const zend_function_entry functions[] = {
	ZEND_FE(differential_hide_resources, arginfo_hide)
	ZEND_FE(differential_include, arginfo_include)
	ZEND_FE_END
};

zend_module_entry differential_module_entry = {
	STANDARD_MODULE_HEADER, "differential", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(differential)
