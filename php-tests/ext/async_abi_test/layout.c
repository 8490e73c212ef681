/*
 * Layout conformance (ABI-210). The numbers of the specification are asserted
 * against the header at compile time; the header is compared with the table
 * that the Rust side exports at run time.
 */
#include "async_abi_test.h"

#include <dlfcn.h>

/* abi.md gives LP64 numbers (ABI-5). */
#ifdef __LP64__
# define TYPE(type, size) _Static_assert(sizeof(type) == (size), "sizeof(" #type ")");
# define FIELD(type, member, offset) _Static_assert(offsetof(type, member) == (offset), "offsetof(" #type ", " #member ")");
# define CONSTANT(owner, name, value) _Static_assert((name) == (value), #name);
# include "layout_structures.h"
# include "layout_constants.h"
# undef TYPE
# undef FIELD
# undef CONSTANT
#endif

typedef struct {
	const char *name;
	size_t value;
} layout_entry_t;

/* Defined by true_async, terminated by {NULL, 0}. */
ZEND_API extern const layout_entry_t zend_async_abi_layout[];

/* owner: the structure that the entry belongs to. */
typedef struct {
	layout_entry_t entry;
	const char *owner;
} header_entry_t;

static const header_entry_t header_layout[] = {
#define TYPE(type, size) { { #type, sizeof(type) }, #type },
#define FIELD(type, member, offset) { { #type "." #member, offsetof(type, member) }, #type },
#define CONSTANT(owner, name, value) { { "const." #name, (size_t) (name) }, #owner },
#include "layout_structures.h"
#include "layout_constants.h"
#undef TYPE
#undef FIELD
#undef CONSTANT
	{ { NULL, 0 }, NULL }
};

/* The form of a waker trigger with an open array is one Rust structure with the inline form; Rust has atomics of its own,
 * without a member. */
static bool of_the_header_only(const char *owner)
{
	return strcmp(owner, "header_only") == 0 || strcmp(owner, "zend_async_waker_trigger_t") == 0
			|| strncmp(owner, "zend_atomic_", sizeof("zend_atomic_") - 1) == 0;
}

#define LAYOUT_MIN_COMPARED 400

static const layout_entry_t *rust_find(const char *name)
{
	for (const layout_entry_t *entry = zend_async_abi_layout; entry->name != NULL; entry++) {
		if (strcmp(entry->name, name) == 0) {
			return entry;
		}
	}

	return NULL;
}

static bool header_has(const char *name)
{
	for (const header_entry_t *line = header_layout; line->owner != NULL; line++) {
		if (strcmp(line->entry.name, name) == 0) {
			return true;
		}
	}

	return false;
}

static void layout_mismatch(zval *list, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add_next_index_str(list, zend_vstrpprintf(0, format, args));
	va_end(args);
}

/* Returns the list of differences between the header and the Rust side; empty when they agree. */
ZEND_FUNCTION(async_test_layout)
{
	ZEND_PARSE_PARAMETERS_NONE();

	size_t compared = 0;
	array_init(return_value);

	for (const header_entry_t *line = header_layout; line->owner != NULL; line++) {
		const layout_entry_t *other = rust_find(line->entry.name);

		if (other == NULL) {
			if (!of_the_header_only(line->owner)) {
				layout_mismatch(return_value, "%s: missing in Rust", line->entry.name);
			}
			continue;
		}

		compared++;
		if (other->value != line->entry.value) {
			layout_mismatch(return_value, "%s: header %zu, Rust %zu", line->entry.name, line->entry.value, other->value);
		}
	}

	for (const layout_entry_t *entry = zend_async_abi_layout; entry->name != NULL; entry++) {
		if (!header_has(entry->name)) {
			layout_mismatch(return_value, "%s: missing in the header", entry->name);
		}
	}

	zend_async_waker_t waker;
	memset(&waker, 0, sizeof(waker));
	waker.events_stopped = 1;
	if (((unsigned char *) &waker)[4] != 1) {
		layout_mismatch(return_value, "zend_async_waker_t.events_stopped: not bit 0 of byte 4");
	}

	if (compared < LAYOUT_MIN_COMPARED) {
		layout_mismatch(return_value, "only %zu entries compared, at least %d expected", compared, LAYOUT_MIN_COMPARED);
	}
}

/* Returns the header's table: name => value. Input for generating the Rust table. */
ZEND_FUNCTION(async_test_header_layout)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	for (const header_entry_t *line = header_layout; line->owner != NULL; line++) {
		add_assoc_long(return_value, line->entry.name, (zend_long) line->entry.value);
	}
}

/* Returns the version as the header and as the module know it. */
ZEND_FUNCTION(async_test_versions)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	add_next_index_string(return_value, ZEND_ASYNC_API);
	add_next_index_string(return_value, zend_async_get_api_version());
	add_next_index_long(return_value, ZEND_ASYNC_API_VERSION_NUMBER);
	add_next_index_long(return_value, zend_async_get_api_version_number());
}

/* The header declares every name of the list; taking no address keeps a missing one from failing the load. */
#define SYMBOL(name) _Static_assert(sizeof(&name) > 0, #name);
#include "symbols.h"
#undef SYMBOL

static const char *const exported_symbols[] = {
#define SYMBOL(name) #name,
#include "symbols.h"
#undef SYMBOL
};

/* Returns the names that the header declares and no loaded module exports. */
ZEND_FUNCTION(async_test_missing_symbols)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	for (size_t i = 0; i < sizeof(exported_symbols) / sizeof(exported_symbols[0]); i++) {
		if (dlsym(RTLD_DEFAULT, exported_symbols[i]) == NULL) {
			add_next_index_string(return_value, exported_symbols[i]);
		}
	}
}
