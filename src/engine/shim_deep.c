/*
 * Functions and object handlers that may recurse deeply in C (io FW-6): finds them and puts wrappers in their place. When to
 * change to another stack is decided by the wrappers, which are not here.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "php.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_generators.h"
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- functions: a wrapper finds the original in a field that the engine reserves for extensions ---- */

static int reserved = -1;

/* At module start; -1 when other extensions have taken all such fields. */
int true_async_deep_startup(void) { return reserved = zend_get_resource_handle("true_async"); }

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

/* What Rust knows of a function; the class name is empty for functions. 0 stands for none. */
typedef zif_handler (*true_async_choose)(const char *class_name, size_t class_length, const char *name, size_t length, bool takes_callable);

static void wrap(zend_function *function, zend_string *class_name, zend_string *key, true_async_choose choose)
{
	zend_internal_function *internal = &function->internal_function;
	if (function->type != ZEND_INTERNAL_FUNCTION || !internal->handler || (internal->fn_flags & ZEND_ACC_ABSTRACT)) {
		return;
	}
	zif_handler ours = choose(class_name ? ZSTR_VAL(class_name) : "", class_name ? ZSTR_LEN(class_name) : 0,
		ZSTR_VAL(key), ZSTR_LEN(key), takes_callable(internal));
	if (ours && internal->handler != ours) {
		internal->reserved[reserved] = (void *) internal->handler;
		internal->handler = ours;
	}
}

/* Of this thread's tables; classes are shared by all threads, and done again without effect. */
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
				/* One that was inherited is a copy; its scope is the class that declared it. */
				wrap(function, function->common.scope ? function->common.scope->name : ce->name, key, choose);
			}
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
}

/* ---- values ---- */

/*
 * Whether a value is small: so few elements that it cannot be nested deeply, and no objects, whose methods decide what belongs
 * to them. Takes what it has looked at from the budget.
 */
bool true_async_is_small(const zval *value, int *budget)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT) {
		return false;
	}
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return true;
	}
	zval *element;
	*budget -= (int) MIN(zend_hash_num_elements(Z_ARRVAL_P(value)), 1 << 20) + 1;
	if (*budget < 0) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (Z_TYPE_P(element) >= IS_ARRAY && !true_async_is_small(element, budget)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* ---- object handlers ---- */

/*
 * The table of handlers that objects of a class get, or NULL. Before PHP 8.3 only an object knows it: one is made and goes
 * again, as when its constructor throws.
 */
const zend_object_handlers *true_async_handlers_of(const char *name, size_t length)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), name, length);
	if (!ce || ce->type != ZEND_INTERNAL_CLASS) {
		return NULL;
	}
#if PHP_VERSION_ID >= 80300
	return ce->default_object_handlers;
#else
	if (!ce->create_object || (ce->ce_flags & (ZEND_ACC_INTERFACE | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_ENUM))) {
		return NULL;
	}
	zend_object *object = ce->create_object(ce);
	const zend_object_handlers *handlers = object->handlers;
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	OBJ_RELEASE(object);
	return handlers;
#endif
}

const zend_object_handlers *true_async_std_handlers(void) { return &std_object_handlers; }

typedef struct {
	uintptr_t page, page_size;
	bool sealed;
} true_async_page;

/* The loader makes whole pages between these bounds read-only when it has relocated an object. */
static int find_seal(struct dl_phdr_info *object, size_t size, void *arg)
{
	true_async_page *at = arg;
	(void) size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &object->dlpi_phdr[i];
		uintptr_t start = object->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
		if (header->p_type == PT_GNU_RELRO && at->page >= (start & ~(at->page_size - 1)) && at->page < (end & ~(at->page_size - 1))) {
			at->sealed = true;
			return 1;
		}
	}
	return 0;
}

/* Writes a field of a table that is constant for everybody else, and may lie on a page that was made read-only. */
bool true_async_write_handler(void **field, void *value)
{
	if (*field == value) {
		return true;
	}
	true_async_page at = {.page_size = (uintptr_t) sysconf(_SC_PAGESIZE)};
	at.page = (uintptr_t) field & ~(at.page_size - 1);
	dl_iterate_phdr(find_seal, &at);
	if (at.sealed && mprotect((void *) at.page, at.page_size, PROT_READ | PROT_WRITE) != 0) {
		return false;
	}
	__atomic_store_n(field, value, __ATOMIC_SEQ_CST);
	if (at.sealed) {
		mprotect((void *) at.page, at.page_size, PROT_READ);
	}
	return true;
}
