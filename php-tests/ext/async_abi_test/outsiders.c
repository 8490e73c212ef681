/* What extensions of others ran into: emptied wakers, microtasks without a launch, deep C code (ABI-126, ABI-142, ABI-183). */
#include "async_abi_test.h"
#include "zend_fibers.h"

/* {{{ ZEND_ASYNC_WAKER_CLEAN_EVENTS (ABI-183) */

#define CLEANED_MAX 6

static unsigned int stale_calls;

static void stale_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	stale_calls++;
	ZEND_ASYNC_RESUME(((zend_coroutine_event_callback_t *) callback)->coroutine);
}

static void firing_entry(void)
{
	test_event_t *event = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	TEST_YIELD_UNTIL(event->base.loop_ref_count > 0);
	test_event_complete(event, 9);
}

/* Subscribes to a number of events, empties the table, and lets the events happen. */
static void clean_and_fire(const char *label, unsigned int count, unsigned int callbacks, bool keep, bool by_hash)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	test_event_t *events[CLEANED_MAX];
	zend_coroutine_event_callback_t *kept = NULL;
	unsigned int disposed = 0, subscribers = 0;

	stale_calls = 0;
	zend_async_waker_t *waker = ZEND_ASYNC_WAKER_NEW(coroutine);

	for (unsigned int i = 0; i < count; i++) {
		events[i] = test_event_new("cleaned", &disposed);
		for (unsigned int j = 0; j < callbacks; j++) {
			zend_coroutine_event_callback_t *callback = NULL;
			if (keep && kept == NULL) {
				kept = callback = zend_async_coroutine_callback_new(coroutine, stale_callback, 0);
			}
			zend_async_resume_when(coroutine, &events[i]->base, false, stale_callback, callback);
		}
	}
	if (kept != NULL) {
		ZEND_ASYNC_EVENT_CALLBACK_ADD_REF(&kept->base);
	}

	if (by_hash) {
		zend_hash_clean(&waker->events);
	} else {
		ZEND_ASYNC_WAKER_CLEAN_EVENTS(waker);
	}

	for (unsigned int i = 0; i < count; i++) {
		subscribers += events[i]->base.callbacks.length;
	}
	php_printf("%s: left %u, subscribers %u", label, zend_hash_num_elements(&waker->events), subscribers);
	if (kept != NULL) {
		php_printf(", kept counter %u", kept->base.ref_count);
		ZEND_ASYNC_EVENT_CALLBACK_RELEASE(&kept->base);
	}

	for (unsigned int i = 1; i < count; i++) {
		test_event_complete(events[i], 1);
		ZEND_ASYNC_EVENT_RELEASE(&events[i]->base);
	}
	/* The first one is waited for once more. */
	test_spawn(firing_entry, events[0], NULL);
	zend_async_resume_when(coroutine, &events[0]->base, false, stale_callback, NULL);
	ZEND_ASYNC_WAKER_CLEAN_EVENTS(waker);
	zend_async_resume_when(coroutine, &events[0]->base, false, zend_async_waker_callback_resolve, NULL);
	bool woken = ZEND_ASYNC_SUSPEND() && Z_TYPE(waker->result) == IS_LONG && Z_LVAL(waker->result) == 9;
	php_printf(", stale calls %u, new wait %s", stale_calls, TEST_BOOL(woken));
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&events[0]->base);
	php_printf(", disposed %u of %u\n", disposed, count);
	test_print_exception(label);
}

static void cleaning_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_coroutine_t *coroutine = ((zend_coroutine_event_callback_t *) callback)->coroutine;

	/* This frees the callback, and others of the same pass. */
	ZEND_ASYNC_WAKER_CLEAN_EVENTS(coroutine->waker);
	ZEND_ASYNC_RESUME(coroutine);
}

/* async_test_clean_events(): void */
ZEND_FUNCTION(async_test_clean_events)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	clean_and_fire("one event", 1, 1, false, false);
	clean_and_fire("inline triggers", 2, 1, false, false);
	clean_and_fire("heap triggers", 5, 1, false, false);
	clean_and_fire("two callbacks", 1, 2, false, false);
	clean_and_fire("many callbacks", 3, 5, false, false);
	clean_and_fire("callback kept", 2, 2, true, false);
	clean_and_fire("zend_hash_clean", 5, 2, false, true);

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	unsigned int disposed = 0;
	test_event_t *fired = test_event_new("fired", &disposed), *other = test_event_new("other", &disposed);
	stale_calls = 0;
	ZEND_ASYNC_WAKER_NEW(coroutine);
	zend_async_resume_when(coroutine, &fired->base, false, cleaning_callback, NULL);
	zend_async_resume_when(coroutine, &fired->base, false, stale_callback, NULL);
	zend_async_resume_when(coroutine, &other->base, false, stale_callback, NULL);
	test_spawn(firing_entry, fired, NULL);
	bool resumed = ZEND_ASYNC_SUSPEND();
	php_printf("during a notification: resumed %s, stale calls %u, armed %u/%u, disarmed %u/%u\n", TEST_BOOL(resumed),
			stale_calls, fired->armed, other->armed, fired->disarmed, other->disarmed);
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&fired->base);
	ZEND_ASYNC_EVENT_RELEASE(&other->base);
	php_printf("disposed %u\n", disposed);
}

/* }}} */

/* {{{ Microtasks that are added before the launch (ABI-126, ABI-192) */

typedef struct {
	zend_async_microtask_t base;
	zend_long number;
	bool fail;
} early_task_t;

static void early_handler(zend_async_microtask_t *task)
{
	early_task_t *early = (early_task_t *) task;

	php_printf("task " ZEND_LONG_FMT " runs, launched %s, scheduler context %s\n", early->number,
			TEST_BOOL(ZEND_ASYNC_IS_ACTIVE), TEST_BOOL(ZEND_ASYNC_IS_SCHEDULER_CONTEXT));
	if (early->fail) {
		zend_error_noreturn(E_ERROR, "fatal in a microtask");
	}
}

static void early_dtor(zend_async_microtask_t *task)
{
	/* Behind a fatal error PHP code is not called any more, but output still goes. */
	fprintf(stderr, "task " ZEND_LONG_FMT " freed\n", ((early_task_t *) task)->number);
	efree(task);
}

/* async_test_early_microtask(int $number, bool $cancelled = false, bool $fail = false): void. Does not launch. */
ZEND_FUNCTION(async_test_early_microtask)
{
	zend_long number;
	bool cancelled = false, fail = false;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_LONG(number)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(cancelled)
		Z_PARAM_BOOL(fail)
	ZEND_PARSE_PARAMETERS_END();

	early_task_t *task = ecalloc(1, sizeof(early_task_t));
	task->base.handler = early_handler;
	task->base.dtor = early_dtor;
	task->number = number;
	task->fail = fail;
	RETVAL_BOOL(ZEND_ASYNC_ADD_MICROTASK(&task->base));
	task->base.is_cancelled = cancelled;
}

/* }}} */

/* {{{ ZEND_ASYNC_CALL_ON_MAIN_STACK (ABI-142) */

typedef struct {
	char *callers_frame;
	const char *kind;
	zend_fcall_info *fci;
	zend_fcall_info_cache *fcc;
	bool same_coroutine;
	bool here;
	zend_coroutine_t *coroutine;
} deep_call_t;

#define DEEP_BYTES (4 * 1024 * 1024)
/* In frames that valgrind does not take for a change of stacks. */
#define FRAME_BYTES (64 * 1024)

static void at_the_depth(deep_call_t *deep);

static zend_never_inline char deepen(deep_call_t *deep, unsigned int frames)
{
	volatile char locals[FRAME_BYTES];

	for (size_t i = 0; i < FRAME_BYTES; i += 1024) {
		locals[i] = (char) i;
	}
	if (frames > 1) {
		deepen(deep, frames - 1);
	} else {
		at_the_depth(deep);
	}

	return locals[FRAME_BYTES / 2];
}

static void deep_function(void *arg)
{
	deep_call_t *deep = arg;
	char *here = __builtin_frame_address(0);

	/* A call without a change of stacks is close below. */
	deep->here = here < deep->callers_frame && deep->callers_frame - here < 16 * 1024;
	deepen(deep, DEEP_BYTES / FRAME_BYTES);
}

static void at_the_depth(deep_call_t *deep)
{
	deep->same_coroutine = deep->coroutine == ZEND_ASYNC_CURRENT_COROUTINE;

	if (strcmp(deep->kind, "throw") == 0) {
		zend_throw_error(NULL, "thrown on the main stack");
	} else if (strcmp(deep->kind, "suspend") == 0) {
		ZEND_ASYNC_ENQUEUE_COROUTINE(ZEND_ASYNC_CURRENT_COROUTINE);
		ZEND_ASYNC_SUSPEND();
	} else if (strcmp(deep->kind, "fatal") == 0) {
		zend_error_noreturn(E_ERROR, "fatal on the main stack");
	} else if (strcmp(deep->kind, "call") == 0) {
		zval result;
		deep->fci->retval = &result;
		if (zend_call_function(deep->fci, deep->fcc) == SUCCESS) {
			zval_ptr_dtor(&result);
		}
	}
}

/* A call inside a call shares the stack. */
static void nesting_function(void *arg)
{
	ZEND_ASYNC_CALL_ON_MAIN_STACK(deep_function, arg);
	php_printf("nested, ");
}

/* async_test_main_stack(string $kind, ?callable $call = null): string. Where 4 MiB of locals were: "here", "elsewhere". */
ZEND_FUNCTION(async_test_main_stack)
{
	zend_string *kind;
	zend_fcall_info fci = empty_fcall_info;
	zend_fcall_info_cache fcc = empty_fcall_info_cache;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(kind)
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();

	zend_execute_data *frame = EG(current_execute_data);
	zend_vm_stack vm_stack = EG(vm_stack);
	deep_call_t deep = { .callers_frame = __builtin_frame_address(0), .kind = ZSTR_VAL(kind), .fci = &fci, .fcc = &fcc };
	deep.coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	ZEND_ASYNC_CALL_ON_MAIN_STACK(strcmp(deep.kind, "nested") == 0 ? nesting_function : deep_function, &deep);
	if (!deep.same_coroutine || EG(current_execute_data) != frame || EG(vm_stack) != vm_stack) {
		php_printf("engine state lost\n");
	}
	if (EG(exception) == NULL) {
		RETURN_STRING(deep.here ? "here" : "elsewhere");
	}
}

static void address_of_local(void *arg)
{
	*(char **) arg = (char *) __builtin_frame_address(0);
}

/* async_test_main_stack_address(): int. */
ZEND_FUNCTION(async_test_main_stack_address)
{
	char *address = NULL;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_CALL_ON_MAIN_STACK(address_of_local, &address);
	RETURN_LONG((zend_long) (intptr_t) address);
}

/* }}} */

/* {{{ What another coroutine waits for (ABI-40, ABI-101, ABI-103, ABI-141) */

/* async_test_looked_at(Async\Coroutine $coroutine, ?object $awaited = null): void */
ZEND_FUNCTION(async_test_looked_at)
{
	zend_object *object, *awaited = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_OBJ(object)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OR_NULL(awaited)
	ZEND_PARSE_PARAMETERS_END();

	zend_coroutine_t *coroutine = (zend_coroutine_t *) ZEND_ASYNC_OBJECT_TO_EVENT(object);
	const char *name = coroutine->waker->filename != NULL ? strrchr(ZSTR_VAL(coroutine->waker->filename), '/') : NULL;
	zend_array *info = ZEND_ASYNC_GET_AWAITING_INFO(coroutine);
	zval *line;

	php_printf("status %d, at %s:%u, frame %s", coroutine->waker->status, name != NULL ? name + 1 : "?", coroutine->waker->lineno,
			TEST_BOOL(ZEND_ASYNC_COROUTINE_GET_EXECUTE_DATA(coroutine) != NULL));
	if (awaited != NULL) {
		php_printf(", waits for it %s", TEST_BOOL(zend_async_waker_is_event_exists(coroutine, ZEND_ASYNC_OBJECT_TO_EVENT(awaited))));
	}
	ZEND_HASH_FOREACH_VAL(info, line) {
		php_printf(" [%s]", Z_STRVAL_P(line));
	} ZEND_HASH_FOREACH_END();
	php_printf("\n");
	zend_array_release(info);
}

/* }}} */

/* {{{ Speed (ABI-92) */

#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned int engine_allocations;

#if ZEND_DEBUG && PHP_VERSION_ID >= 80400
# define COUNTED_LINE ZEND_FILE_LINE_CC ZEND_FILE_LINE_EMPTY_CC
# define COUNTED_LINE_DC ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC
#else
# define COUNTED_LINE
# define COUNTED_LINE_DC
#endif

static void *counting_malloc(size_t size COUNTED_LINE_DC)
{
	engine_allocations++;
	return malloc(size);
}

static void counting_free(void *block COUNTED_LINE_DC)
{
	engine_allocations++;
}

static void *counting_realloc(void *block, size_t size COUNTED_LINE_DC)
{
	engine_allocations++;
	return realloc(block, size);
}

static void notifying_entry(void)
{
	test_event_t *event = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	/* The first notification makes room in the queue. */
	for (unsigned int i = 0; i < 2; i++) {
		TEST_YIELD_UNTIL(event->base.loop_ref_count > 0);
		zend_mm_heap *heap = zend_mm_get_heap();
		size_t before = mallinfo2().uordblks;
		engine_allocations = 0;
		zend_mm_set_custom_handlers(heap, counting_malloc, counting_free, counting_realloc);
		ZEND_ASYNC_CALLBACKS_NOTIFY(&event->base, NULL, NULL);
		zend_mm_set_custom_handlers(heap, NULL, NULL, NULL);
		size_t after = mallinfo2().uordblks;
		if (i > 0) {
			php_printf("notify: engine allocations %u, others %s\n", engine_allocations, after == before ? "none" : "some");
		}
		test_yield();
	}
}

/* async_test_notify_allocates(): void */
ZEND_FUNCTION(async_test_notify_allocates)
{
	unsigned int disposed = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (!is_zend_mm()) {
		/* Under valgrind there is no heap to count in. */
		php_printf("notify: engine allocations 0, others none\n");
		return;
	}
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	test_event_t *event = test_event_new("notified", &disposed);
	test_spawn(notifying_entry, event, NULL);
	for (unsigned int i = 0; i < 2; i++) {
		ZEND_ASYNC_WAKER_NEW(coroutine);
		zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL);
		ZEND_ASYNC_SUSPEND();
		zend_async_waker_clean(coroutine);
	}
	TEST_YIELD_UNTIL(event->base.ref_count == 1);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

static void nothing_callback(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
}

static void shuffle(zend_async_event_callback_t **callbacks, unsigned int count)
{
	uint32_t random = 12345;

	for (unsigned int i = count - 1; i > 0; i--) {
		random = random * 1664525 + 1013904223;
		unsigned int j = (random >> 8) % (i + 1);
		zend_async_event_callback_t *other = callbacks[i];
		callbacks[i] = callbacks[j];
		callbacks[j] = other;
	}
}

/*
 * async_test_callback_speed(int $count, int $order, bool $by_header): float. Nanoseconds for adding and removing one. Order 0: the
 * newest first, 1: the oldest first, 2: any; by_header: added by the function in the header.
 */
ZEND_FUNCTION(async_test_callback_speed)
{
	zend_long count, order;
	bool by_header;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(count)
		Z_PARAM_LONG(order)
		Z_PARAM_BOOL(by_header)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(60000, false);
	zend_async_event_callback_t **callbacks = safe_emalloc(count, sizeof(void *), 0);
	struct timespec begin, end;
	for (zend_long i = 0; i < count; i++) {
		callbacks[i] = order == 3 ? &zend_async_coroutine_callback_new(NULL, nothing_callback, 0)->base
				: ZEND_ASYNC_EVENT_CALLBACK(nothing_callback);
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (zend_long i = 0; i < count; i++) {
		if (by_header) {
			zend_async_callbacks_push(&timer->base, callbacks[i]);
		} else {
			timer->base.add_callback(&timer->base, callbacks[i]);
		}
	}
	if (order >= 2) {
		shuffle(callbacks, (unsigned int) count);
	}
	for (zend_long i = 0; i < count; i++) {
		zend_async_event_callback_t *callback = callbacks[order == 0 ? count - 1 - i : i];
		if (!timer->base.del_callback(&timer->base, callback)) {
			php_printf("not found\n");
		}
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	if (timer->base.callbacks.length != 0) {
		php_printf("left behind\n");
	}
	efree(callbacks);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	RETURN_DOUBLE(((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / (double) count);
}

/* async_test_search_speed(int $count): float. Nanoseconds for a look at so many pointers. */
ZEND_FUNCTION(async_test_search_speed)
{
	zend_long count;
	struct timespec begin, end;
	volatile bool found = false;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();

	void *volatile *pointers = safe_emalloc(count, sizeof(void *), 0);
	memset((void *) pointers, 1, count * sizeof(void *));
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (zend_long i = 0; i < count; i++) {
		if (pointers[i] == NULL) {
			found = true;
		}
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	efree((void *) pointers);
	RETURN_DOUBLE(found ? 0 : (end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec));
}

/* async_test_system_call_speed(int $count): float. Nanoseconds for one. */
ZEND_FUNCTION(async_test_system_call_speed)
{
	zend_long count;
	struct timespec begin, end;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (zend_long i = 0; i < count; i++) {
		syscall(SYS_getppid);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	RETURN_DOUBLE(((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / count);
}

/* async_test_timer_speed(int $pairs, int $armed): float. Pairs of arming and cancelling a timer per second, among others. */
ZEND_FUNCTION(async_test_timer_speed)
{
	zend_long pairs, armed;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(pairs)
		Z_PARAM_LONG(armed)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	zend_async_timer_event_t **others = safe_emalloc(armed, sizeof(void *), 0);
	struct timespec begin, end;
	for (zend_long i = 0; i < armed; i++) {
		others[i] = ZEND_ASYNC_NEW_TIMER_EVENT(60000 + (i * 7919) % 10000, false);
		others[i]->base.start(&others[i]->base);
	}
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(61000, false);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (zend_long i = 0; i < pairs; i++) {
		timer->base.start(&timer->base);
		timer->base.stop(&timer->base);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	for (zend_long i = 0; i < armed; i++) {
		ZEND_ASYNC_EVENT_RELEASE(&others[i]->base);
	}
	efree(others);
	RETURN_DOUBLE(pairs / ((end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9));
}

/* }}} */
