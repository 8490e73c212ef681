/*
 * An extension in C++ through the public header: a latch, which coroutines wait for and which another one opens. Its event is a
 * class of its own, and is the recipe "an event of your own" of docs/extension-authors.md.
 */
extern "C" {
#include "php.h"
}
#include "zend_async_API.h"

#include <new>

namespace {

/* recipe: own-event */
/* The event comes first: a pointer to it is a pointer to the latch. */
struct Latch {
	zend_async_event_t event;
	zend_long opened;

	static Latch *from(zend_async_event_t *event) { return reinterpret_cast<Latch *>(event); }

	static bool add(zend_async_event_t *event, zend_async_event_callback_t *callback)
	{
		return zend_async_callbacks_push(event, callback);
	}

	/* There is nothing to arm: the latch is opened by other code. */
	static bool nothing(zend_async_event_t *) { return true; }

	/* For those that come late: the kept result. */
	static bool replay(zend_async_event_t *event, zend_async_event_callback_t *callback, zval *result, zend_object **)
	{
		if (!ZEND_ASYNC_EVENT_IS_CLOSED(event)) {
			return false;
		}
		zval value;
		ZVAL_LONG(&value, from(event)->opened);
		if (callback != nullptr) {
			callback->callback(event, callback, &value, nullptr);
		} else if (result != nullptr) {
			ZVAL_COPY_VALUE(result, &value);
		}
		return true;
	}

	static bool dispose(zend_async_event_t *event)
	{
		if (event->ref_count > 1) {
			event->ref_count--;
			return true;
		}
		zend_async_callbacks_free(event);
		efree(from(event));
		return true;
	}

	static zend_string *info(zend_async_event_t *) { return zend_string_init("Latch", 5, false); }

	static Latch *make()
	{
		Latch *latch = new (ecalloc(1, sizeof(Latch))) Latch();
		latch->event.ref_count = 1;
		latch->event.flags = ZEND_ASYNC_EVENT_F_ZVAL_RESULT;
		latch->event.add_callback = add;
		latch->event.del_callback = zend_async_callbacks_remove;
		latch->event.start = nothing;
		latch->event.stop = nothing;
		latch->event.replay = replay;
		latch->event.dispose = dispose;
		latch->event.info = info;
		return latch;
	}

	/* Wakes all that wait. One-shot: the event is closed. */
	void open(zend_long value)
	{
		zval result;
		opened = value;
		ZVAL_LONG(&result, value);
		ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&event, &result, nullptr);
	}
};
/* end */

Latch *latch;

} // namespace

extern "C" {

/* latch_await(): ?int */
ZEND_FUNCTION(latch_await)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	if (latch == nullptr) {
		latch = Latch::make();
	}
	if (ZEND_ASYNC_EVENT_EXTRACT_RESULT(&latch->event, return_value)) {
		return;
	}
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	if (ZEND_ASYNC_WAKER_NEW(coroutine) != nullptr
			&& zend_async_resume_when(coroutine, &latch->event, false, zend_async_waker_callback_resolve, nullptr)
			&& ZEND_ASYNC_SUSPEND()) {
		ZVAL_COPY(return_value, &coroutine->waker->result);
	}
	zend_async_waker_clean(coroutine);
}

/* latch_open(int $value): void */
ZEND_FUNCTION(latch_open)
{
	zend_long value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(value)
	ZEND_PARSE_PARAMETERS_END();

	if (latch != nullptr && !ZEND_ASYNC_EVENT_IS_CLOSED(&latch->event)) {
		latch->open(value);
	}
}

static PHP_RINIT_FUNCTION(outsider_cpp)
{
	latch = nullptr;
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(outsider_cpp)
{
	if (latch != nullptr) {
		ZEND_ASYNC_EVENT_RELEASE(&latch->event);
		latch = nullptr;
	}
	return SUCCESS;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_latch, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(latch_await, arginfo_latch)
	ZEND_FE(latch_open, arginfo_latch)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry outsider_cpp_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"outsider_cpp", functions, NULL, NULL, PHP_RINIT(outsider_cpp), PHP_RSHUTDOWN(outsider_cpp), NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(outsider_cpp)

}
