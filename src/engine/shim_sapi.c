/*
 * The function of header_register_callback() as a no-suspend zone [io/OUT-1]: a coroutine that wrote something in the middle
 * of it would send the headers without it, and they would be sent again.
 */
#include "php.h"
#include "SAPI.h"
#include "zend_closures.h"

__attribute__((visibility("hidden"))) void true_async_zone_enter(void);
__attribute__((visibility("hidden"))) void true_async_zone_leave(void);

static zend_internal_function guarded = {.type = ZEND_INTERNAL_FUNCTION};

/* Its object is the closure that the user registered. */
static void call_guarded(INTERNAL_FUNCTION_PARAMETERS)
{
	true_async_zone_enter();
	call_user_function(NULL, NULL, ZEND_THIS, return_value, 0, NULL);
	true_async_zone_leave();
	if (Z_ISUNDEF_P(return_value)) {
		ZVAL_NULL(return_value);
	}
}

/* At module start. */
void true_async_header_callback_startup(void)
{
	guarded.handler = call_guarded;
	guarded.function_name = zend_string_init_interned(ZEND_STRL("header_callback"), true);
	guarded.scope = zend_ce_closure;
}

/* Puts a closure that calls the registered function in its place. */
void true_async_guard_header_callback(void)
{
	zval *callback = &SG(callback_func), user, ours;
	zend_fcall_info fci;
	zend_fcall_info_cache cache;
	if (Z_ISUNDEF_P(callback) || zend_fcall_info_init(callback, 0, &fci, &cache, NULL, NULL) != SUCCESS) {
		return;
	}
	if (cache.function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) {
		/* By way of __call(): it exists only for the call. */
		zend_release_fcall_info_cache(&cache);
		return;
	}
	if (Z_TYPE_P(callback) != IS_OBJECT || Z_OBJCE_P(callback) != zend_ce_closure) {
		zval object;
		if (cache.object) {
			ZVAL_OBJ(&object, cache.object);
		}
		zend_create_fake_closure(&user, cache.function_handler, cache.function_handler->common.scope, cache.called_scope,
			cache.object ? &object : NULL);
	} else if (cache.function_handler->common.scope == zend_ce_closure) {
		/* Ours already. */
		return;
	} else {
		ZVAL_COPY(&user, callback);
	}
	zend_create_fake_closure(&ours, (zend_function *) &guarded, zend_ce_closure, zend_ce_closure, &user);
	zval_ptr_dtor(&user);
	zval_ptr_dtor(callback);
	ZVAL_COPY_VALUE(callback, &ours);
}
