/*
 * Modules of others: which are loaded, what belongs to them, and functions that are made when they are looked up.
 */
#include "php.h"

bool true_async_module_is_loaded(const char *name, size_t length)
{
	return zend_hash_str_exists(&module_registry, name, length);
}

/* The class of an extension which an object's class is or extends; NULL for those of user space alone. */
static const zend_class_entry *internal_class(const zend_object *object)
{
	const zend_class_entry *ce = object->ce;
	while (ce && ce->type != ZEND_INTERNAL_CLASS) {
		ce = ce->parent;
	}
	return ce;
}

const char *true_async_internal_class_of(const zend_object *object)
{
	const zend_class_entry *ce = internal_class(object);
	return ce ? ZSTR_VAL(ce->name) : NULL;
}

const zend_module_entry *true_async_module_of(const zend_object *object)
{
	const zend_class_entry *ce = internal_class(object);
	return ce ? ce->info.internal.module : NULL;
}

const char *true_async_module_name(const zend_module_entry *module)
{
	return module->name;
}

/* Of one that stays as long as the process; -1 for what dl() loads for a request. */
int true_async_module_number(const zend_module_entry *module)
{
	return module->type == MODULE_PERSISTENT ? module->module_number : -1;
}

/* A resource of an extension: streams and what belongs to them are PHP's. */
void *true_async_foreign_resource(const zval *value)
{
	static const char *const own[] = {"stream", "persistent stream", "stream-context", "stream filter", "process", "userfilter.bucket",
		"userfilter.bucket brigade"};
	if (Z_TYPE_P(value) != IS_RESOURCE) {
		return NULL;
	}
	const char *name = zend_rsrc_list_get_rsrc_type(Z_RES_P(value));
	for (size_t i = 0; name && i < sizeof own / sizeof *own; i++) {
		if (strcmp(name, own[i]) == 0) {
			return NULL;
		}
	}
	return name ? Z_RES_P(value) : NULL;
}

/* ---- FFI ---- */

typedef zif_handler (*true_async_choose_handler)(zif_handler handler);

static true_async_choose_handler choose_handler;
static zend_function *(*get_method_original)(zend_object **object, zend_string *name, const zval *key);
static zend_result (*get_closure_original)(zend_object *object, zend_class_entry **ce, zend_function **function,
	zend_object **bound, bool check_only);

/* A function of C has a description that is made for one call; the static methods of FFI have not. */
static void replace(zend_function *function)
{
	if (function && function->type == ZEND_INTERNAL_FUNCTION && (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		function->internal_function.handler = choose_handler(function->internal_function.handler);
	}
}

static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_function *function = get_method_original(object, name, key);
	replace(function);
	return function;
}

static zend_result get_closure(zend_object *object, zend_class_entry **ce, zend_function **function, zend_object **bound, bool check_only)
{
	zend_result result = get_closure_original(object, ce, function, bound, check_only);
	if (result == SUCCESS) {
		replace(*function);
	}
	return result;
}

/* The tables of handlers of libraries and of data; either may be NULL. */
void true_async_watch_ffi(zend_object_handlers *library, zend_object_handlers *data, true_async_choose_handler choose)
{
	choose_handler = choose;
	if (library && library->get_method && library->get_method != get_method) {
		get_method_original = library->get_method;
		library->get_method = get_method;
	}
	if (data && data->get_closure && data->get_closure != get_closure) {
		get_closure_original = data->get_closure;
		data->get_closure = get_closure;
	}
}
