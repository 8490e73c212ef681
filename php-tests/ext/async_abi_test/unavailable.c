/* Slots of what this build does not offer (ABI-121, ABI-159), and that no slot of a started module is empty. */
#include "async_abi_test.h"

static const char *const slot_names[] = {
#define SYMBOL(name) #name,
#include "symbols.h"
#undef SYMBOL
};

static void *const slot_addresses[] = {
#define SYMBOL(name) (void *) &name,
#include "symbols.h"
#undef SYMBOL
};

/* async_test_empty_slots(): array - names of slots that are NULL. */
ZEND_FUNCTION(async_test_empty_slots)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	for (size_t i = 0; i < sizeof(slot_names) / sizeof(slot_names[0]); i++) {
		size_t length = strlen(slot_names[i]);

		if (length > 3 && strcmp(slot_names[i] + length - 3, "_fn") == 0 && *(void **) slot_addresses[i] == NULL) {
			add_next_index_string(return_value, slot_names[i]);
		}
	}
}

static void report(const char *what, bool failed)
{
	php_printf("%s %s", what, failed ? "failed" : "SUCCEEDED");
	test_print_exception("");
}

/* async_test_unavailable(): void */
ZEND_FUNCTION(async_test_unavailable)
{
	zval value, copy;
	zend_async_thread_internal_entry_t entry = { NULL, NULL };
	zend_async_thread_context_t context;
	zend_async_thread_transfer_ctx_t transfer;

	ZEND_PARSE_PARAMETERS_NONE();

	memset(&context, 0, sizeof(context));
	memset(&transfer, 0, sizeof(transfer));
	ZVAL_LONG(&value, 1);
	ZVAL_LONG(&copy, 2);

	report("new_thread_event", ZEND_ASYNC_NEW_THREAD_EVENT(NULL, NULL) == NULL);
	report("start_thread", ZEND_ASYNC_START_THREAD(&entry, &context) == 0);
	report("new_thread_pool", ZEND_ASYNC_NEW_THREAD_POOL(2, 8) == NULL);
	report("snapshot_create", ZEND_ASYNC_THREAD_SNAPSHOT_CREATE(NULL, NULL) == NULL);

	ZEND_ASYNC_THREAD_TRANSFER_ZVAL(&transfer, &copy, &value);
	php_printf("transfer_zval: %s, result %s\n", transfer.error, zend_zval_type_name(&copy));
	report("transfer_zval", transfer.error != NULL);

	ZEND_ASYNC_THREAD_TRANSFER_ZVAL_TOPLEVEL(&copy, &value);
	report("transfer_zval_toplevel", Z_ISUNDEF(copy));
	ZEND_ASYNC_THREAD_LOAD_ZVAL_TOPLEVEL(&copy, &value);
	report("load_zval_toplevel", Z_ISUNDEF(copy));

	/* On a build without threads these do nothing, and the pointer stays NULL. */
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_ALLOC(&context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_LOCK(&context);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_UNLOCK(&context);
#ifdef ZTS
	php_printf("mutex as expected: %s\n", TEST_BOOL(context.event_mutex != NULL));
#else
	php_printf("mutex as expected: %s\n", TEST_BOOL(context.event_mutex == NULL));
#endif
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_FREE(&context);

	/* The last reference frees everything; leaks and errors are seen by the debug build and valgrind. */
	zend_async_thread_context_t *counted = (zend_async_thread_context_t *) pecalloc(1, sizeof(*counted), 1);
	counted->bailout_error_message = pestrdup("message", 1);
	counted->internal_entry = (zend_async_thread_internal_entry_t *) pecalloc(1, sizeof(*counted->internal_entry), 1);
	zend_atomic_int_store(&counted->ref_count, 1);
	ZEND_ASYNC_THREAD_CONTEXT_EVENT_MUTEX_ALLOC(counted);
	ZEND_ASYNC_THREAD_CONTEXT_ADDREF(counted);
	ZEND_ASYNC_THREAD_CONTEXT_RELEASE(counted);
	php_printf("references left: %d\n", zend_atomic_int_load(&counted->ref_count));
	ZEND_ASYNC_THREAD_CONTEXT_RELEASE(counted);
}

/* async_test_atomics(): void - what the operations return (ABI-25). */
ZEND_FUNCTION(async_test_atomics)
{
	zend_atomic_int number;
	zend_atomic_int64 large;
	zend_atomic_ptr pointer;
	int expected = 9;

	ZEND_PARSE_PARAMETERS_NONE();

	ZEND_ATOMIC_INT_INIT(&number, 5);
	ZEND_ATOMIC_INT64_INIT(&large, INT64_C(1) << 40);
	ZEND_ATOMIC_PTR_INIT(&pointer, (void *) &number);

	php_printf("inc %d", zend_atomic_int_inc(&number));
	php_printf(", dec %d", zend_atomic_int_dec(&number));
	php_printf(", add %d", zend_atomic_int_fetch_add(&number, 7));
	php_printf(", sub %d", zend_atomic_int_fetch_sub(&number, 2));
	php_printf(", exchange %d", zend_atomic_int_exchange(&number, 20));
	php_printf(", compare %s", TEST_BOOL(zend_atomic_int_compare_exchange(&number, &expected, 30)));
	php_printf(" sees %d", expected);
	php_printf(", compare %s", TEST_BOOL(zend_atomic_int_compare_exchange(&number, &expected, 30)));
	php_printf(", at last %d\n", zend_atomic_int_load(&number));

	zend_atomic_int64_fetch_add(&large, 1);
	php_printf("large %" PRId64, zend_atomic_int64_fetch_sub(&large, 2));
	php_printf(", at last %" PRId64 "\n", zend_atomic_int64_load_ex(&large));
	php_printf("pointer %s\n", TEST_BOOL(zend_atomic_ptr_load(&pointer) == &number));
}
