/*
 * Values and object handlers that may make C code recurse deeply [io/FW-6]. When to change to another stack is decided above.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "php.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_generators.h"
#include "shim_classes.h"
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- values ---- */

/*
 * Whether a value is small: so few elements that it cannot be nested deeply, and no objects, whose methods decide what
 * belongs to them. Takes what it has looked at from the budget.
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
 * The table of handlers that objects of a class get, or NULL. From PHP 8.3 on a class may name it; where it does not, only an
 * object knows: one is made and goes again, as when its constructor throws.
 */
const zend_object_handlers *true_async_handlers_of(const char *name, size_t length)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), name, length);
	if (!ce || ce->type != ZEND_INTERNAL_CLASS || true_async_is_disabled(ce)) {
		return NULL;
	}
#if PHP_VERSION_ID >= 80300
	if (ce->default_object_handlers != &std_object_handlers) {
		return ce->default_object_handlers;
	}
#endif
	if (!ce->create_object || (ce->ce_flags & (ZEND_ACC_INTERFACE | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_ENUM))) {
		return NULL;
	}
	zend_object *object = ce->create_object(ce);
	const zend_object_handlers *handlers = object->handlers;
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	OBJ_RELEASE(object);
	return handlers;
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

/* The page that is writable for now. One thread at a time changes tables (shared_tables.rs). */
static uintptr_t unsealed, page_size;
/* More of one page may be written: it is made read-only again by true_async_seal_tables(). */
static bool keeps_unsealed;

static void seal(void)
{
	if (unsealed) {
		mprotect((void *) unsealed, page_size, PROT_READ);
		unsealed = 0;
	}
}

/* From now on pages stay writable from one field to the next one on them. */
void true_async_unseal_tables(void)
{
	keeps_unsealed = true;
}

void true_async_seal_tables(void)
{
	keeps_unsealed = false;
	seal();
}

/* Writes a field of a table that is constant for other code, and may lie on a page that was made read-only. */
bool true_async_write_handler(void **field, void *value)
{
	if (*field == value) {
		return true;
	}
	if (!page_size) {
		page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	}
	true_async_page at = {.page_size = page_size, .page = (uintptr_t) field & ~(page_size - 1)};
	if (at.page != unsealed) {
		seal();
		dl_iterate_phdr(find_seal, &at);
		if (at.sealed) {
			if (mprotect((void *) at.page, page_size, PROT_READ | PROT_WRITE) != 0) {
				return false;
			}
			unsealed = at.page;
		}
	}
	__atomic_store_n(field, value, __ATOMIC_SEQ_CST);
	if (!keeps_unsealed) {
		seal();
	}
	return true;
}
