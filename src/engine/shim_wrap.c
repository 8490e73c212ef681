/*
 * Finds PHP's internal functions and puts wrappers in the place of their handlers. What a wrapper needs to know of its
 * function it finds in a field that the engine reserves for extensions.
 */
#include "php.h"
#include "zend_extensions.h"
#include "shim_classes.h"
#include "shim_mirror.h"

static int reserved = -1;

/* At module start; -1 when other extensions have taken all such fields. */
int true_async_wrap_startup(void) { return reserved = zend_get_resource_handle("true_async"); }

/* As engine/wrap.rs has it. */
typedef struct {
	/* The class that declared it, empty for functions. */
	const char *class_name;
	size_t class_length;
	/* In lower case. */
	const char *name;
	size_t name_length;
	/* The extension's, in lower case; empty for functions that none declared. */
	const char *module;
	size_t module_length;
	bool takes_callable;
	bool is_static;
	/* Whether it is called on an object, or may be given one, or a resource. */
	bool takes_handle;
	zif_handler handler;
} true_async_function;
MIRRORED(true_async_function, 64, handler, 56);

/* The wrapper of a function, or NULL; `*note` is what it finds in the reserved field. */
typedef zif_handler (*true_async_choose)(const true_async_function *function, void **note);

bool true_async_is_disabled(const zend_class_entry *ce)
{
	const char *list = INI_STR("disable_classes");
	while (list && *(list += strspn(list, " ,"))) {
		size_t length = strcspn(list, " ,");
		if (zend_binary_strcasecmp(list, length, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name)) == 0) {
			return true;
		}
		list += length;
	}
	return false;
}

static bool takes_callable(const zend_internal_function *function)
{
	uint32_t count = function->num_args + ((function->fn_flags & ZEND_ACC_VARIADIC) != 0);
	for (uint32_t i = 0; i < count; i++) {
		if (ZEND_TYPE_FULL_MASK(function->arg_info[i].type) & MAY_BE_CALLABLE) {
			return true;
		}
	}
	return false;
}

/* Parameters for resources have no type. */
static bool takes_handle(const zend_internal_function *function)
{
	uint32_t count = function->num_args + ((function->fn_flags & ZEND_ACC_VARIADIC) != 0);
	for (uint32_t i = 0; i < count; i++) {
		zend_type type = function->arg_info[i].type;
		if (!ZEND_TYPE_IS_SET(type) || ZEND_TYPE_IS_COMPLEX(type) || (ZEND_TYPE_FULL_MASK(type) & MAY_BE_OBJECT)) {
			return true;
		}
	}
	return function->scope != NULL;
}

/* `ce` is the class in whose table the function is, or NULL. */
static void wrap(zend_function *function, const zend_class_entry *ce, const zend_string *key, true_async_choose choose)
{
	zend_internal_function *internal = &function->internal_function;
	if (function->type != ZEND_INTERNAL_FUNCTION || !internal->handler || (internal->fn_flags & ZEND_ACC_ABSTRACT)) {
		return;
	}
	/* A method that was inherited is a copy; its scope is the class that declared it. */
	zend_string *class_name = internal->scope ? internal->scope->name : NULL;
	/* If that class was taken away, what the engine knew of the parameters is freed memory. */
	bool unknown = internal->scope && internal->scope != ce && true_async_is_disabled(internal->scope);
	true_async_function described = {
		.class_name = class_name ? ZSTR_VAL(class_name) : "",
		.class_length = class_name ? ZSTR_LEN(class_name) : 0,
		.name = ZSTR_VAL(key),
		.name_length = ZSTR_LEN(key),
		.module = internal->module ? internal->module->name : "",
		.module_length = internal->module ? strlen(internal->module->name) : 0,
		.takes_callable = unknown || takes_callable(internal),
		.is_static = (internal->fn_flags & ZEND_ACC_STATIC) != 0,
		.takes_handle = unknown || takes_handle(internal),
		.handler = internal->handler,
	};
	void *note = NULL;
	zif_handler ours = choose(&described, &note);
	if (ours) {
		internal->reserved[reserved] = note;
		internal->handler = ours;
	}
}

/* One that is in no table. */
void true_async_wrap_function(zend_function *function, true_async_choose choose)
{
	if (reserved >= 0 && function->type == ZEND_INTERNAL_FUNCTION) {
		wrap(function, NULL, function->common.function_name, choose);
	}
}

/* XMLReader has other functions for two of its static methods when they are called on an object: they are in no table. */
static void wrap_methods_of_objects(true_async_choose choose)
{
	static const char *const names[] = {"open", "xml"};
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("xmlreader"));
	if (!ce || ce->type != ZEND_INTERNAL_CLASS || true_async_is_disabled(ce)) {
		return;
	}
	zend_object *object = ce->create_object(ce);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		zend_string *name = zend_string_init(names[i], strlen(names[i]), false);
		zend_function *function = object->handlers->get_method(&object, name, NULL);
		if (function && function != zend_hash_find_ptr(&ce->function_table, name)) {
			wrap(function, ce, name, choose);
		}
		zend_string_release(name);
	}
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	OBJ_RELEASE(object);
}

/* Of this thread's tables; classes are shared by all threads. */
void true_async_wrap_functions(true_async_choose choose)
{
	zend_string *key;
	zend_function *function;
	zend_class_entry *ce;
	if (reserved < 0) {
		return;
	}
	ZEND_HASH_MAP_FOREACH_STR_KEY_PTR(CG(function_table), key, function) {
		if (key) {
			wrap(function, NULL, key, choose);
		}
	} ZEND_HASH_FOREACH_END();
	ZEND_HASH_MAP_FOREACH_PTR(CG(class_table), ce) {
		if (ce->type != ZEND_INTERNAL_CLASS) {
			continue;
		}
		ZEND_HASH_MAP_FOREACH_STR_KEY_PTR(&ce->function_table, key, function) {
			if (key) {
				wrap(function, ce, key, choose);
			}
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
	wrap_methods_of_objects(choose);
}
