/* A module around every_macro.c, so that PHP's loader resolves what the macros name. */
#include "php.h"

static const zend_module_dep async_macro_test_deps[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry async_macro_test_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	async_macro_test_deps,
	"async_macro_test",
	NULL,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL,
	"1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(async_macro_test)
