/*
 * What slots hold while no module has registered anything (ABI-20, ABI-121). PHP opens all shared objects before it starts
 * the modules: this one is listed before true_async, so that at its start the other is open and has not started. It keeps the
 * values of all slots of that moment. They are functions, which a script then calls within a request, where they can throw.
 */
#include "php.h"

#include <dlfcn.h>

/* Names end in _fn; the list has functions, too. */
static const char *const names[] = {
#define SYMBOL(name) #name,
#include "../async_abi_test/symbols.h"
#undef SYMBOL
};

#define COUNT (sizeof(names) / sizeof(names[0]))

static void *values[COUNT];

static bool report_at_end;

static bool is_slot(const char *name)
{
	size_t length = strlen(name);

	return length > 3 && strcmp(name + length - 3, "_fn") == 0;
}

static PHP_MINIT_FUNCTION(async_early_test)
{
	(void) type;
	(void) module_number;

	for (size_t i = 0; i < COUNT; i++) {
		void **slot = is_slot(names[i]) ? (void **) dlsym(RTLD_DEFAULT, names[i]) : NULL;
		values[i] = slot != NULL ? *slot : NULL;
	}

	return SUCCESS;
}

/* The first to start is the last to end: true_async has ended, but its shared object stays. */
static PHP_MSHUTDOWN_FUNCTION(async_early_test)
{
	(void) type;
	(void) module_number;

	if (report_at_end) {
		for (size_t i = 0; i < COUNT; i++) {
			void **slot = is_slot(names[i]) ? (void **) dlsym(RTLD_DEFAULT, names[i]) : NULL;

			if (slot != NULL && *slot != values[i]) {
				printf("%s is not what it was\n", names[i]);
			}
		}
		printf("all slots were looked at again\n");
		fflush(stdout);
	}

	return SUCCESS;
}

/* async_early_report_at_end(): void - names the slots that are not what they were at first, when the process ends. */
ZEND_FUNCTION(async_early_report_at_end)
{
	ZEND_PARSE_PARAMETERS_NONE();

	report_at_end = true;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_slots, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_call, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

/* async_early_slots(): array - name => whether the slot was set. */
ZEND_FUNCTION(async_early_slots)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	for (size_t i = 0; i < COUNT; i++) {
		if (is_slot(names[i])) {
			add_assoc_bool(return_value, names[i], values[i] != NULL);
		}
	}
}

/* All arguments of all slots are integers or pointers, which the calling conventions of LP64 systems pass alike. */
typedef uintptr_t (*any_function_t)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* async_early_call(string $name): int - calls what the slot held with zeroes; the low byte of the result, which is all that a
 * bool defines. */
ZEND_FUNCTION(async_early_call)
{
	char *name;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(name, length)
	ZEND_PARSE_PARAMETERS_END();

	for (size_t i = 0; i < COUNT; i++) {
		if (values[i] != NULL && strcmp(names[i], name) == 0) {
			RETURN_LONG((zend_long) (((any_function_t) values[i])(0, 0, 0, 0, 0, 0, 0, 0, 0) & 0xff));
		}
	}
	zend_argument_value_error(1, "is no slot that was set");
}

static const zend_function_entry async_early_test_functions[] = {
	ZEND_FE(async_early_slots, arginfo_slots)
	ZEND_FE(async_early_call, arginfo_call)
	ZEND_FE(async_early_report_at_end, arginfo_slots)
	ZEND_FE_END
};

zend_module_entry async_early_test_module_entry = {
	STANDARD_MODULE_HEADER,
	"async_early_test",
	async_early_test_functions,
	PHP_MINIT(async_early_test),
	PHP_MSHUTDOWN(async_early_test),
	NULL,
	NULL,
	NULL,
	"1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(async_early_test)
