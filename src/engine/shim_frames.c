/* What a frame of the VM stack tells. */
#include "php.h"
#include "zend_closures.h"
#include "zend_generators.h"

/*
 * Whether C code is in the middle of something below a suspended frame: a function of another extension than ours, or what
 * PHP code does without a call, such as `foreach`. Closures, generators and Fibers hold nothing of their own.
 */
bool true_async_is_in_c_code(const zend_execute_data *frame)
{
	const zend_execute_data *innermost = frame;
	for (; frame; frame = frame->prev_execute_data) {
		if (!frame->func) {
			continue;
		}
		if (ZEND_USER_CODE(frame->func->type)) {
			if (frame == innermost) {
				return true;
			}
			continue;
		}
		const zend_internal_function *function = &frame->func->internal_function;
		if (function->module ? strcmp(function->module->name, "true_async") != 0 && strcmp(function->module->name, "Core") != 0
				: function->function_name && function->scope) {
			return true;
		}
	}
	return false;
}

/* The object whose method C code has called as a callback: the frame does not hold it. NULL for other frames. */
zend_object *true_async_unheld_object(const zend_execute_data *frame)
{
	const uint32_t kind = ZEND_CALL_INFO(frame) & (ZEND_CALL_TOP | ZEND_CALL_RELEASE_THIS);
	if (!frame->func || !ZEND_USER_CODE(frame->func->type) || kind != ZEND_CALL_TOP || Z_TYPE(frame->This) != IS_OBJECT) {
		return NULL;
	}
	return Z_OBJ(frame->This);
}

/*
 * Whether a frame may be that of a loader of libxml_set_external_entity_loader(): when it has failed PHP reads the name of the one that
 * is set, or that was set when it began.
 */
bool true_async_is_entity_loader(const zend_execute_data *frame)
{
	static const char *const modules[] = {"dom", "simplexml", "xmlreader", "xsl", "libxml", "soap"};
	const zend_execute_data *caller = frame->prev_execute_data;
	if (!frame->func || !ZEND_USER_CODE(frame->func->type) || !(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) || !caller || !caller->func
			|| caller->func->type != ZEND_INTERNAL_FUNCTION || !caller->func->internal_function.module) {
		return false;
	}
	const char *name = caller->func->internal_function.module->name;
	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
		if (zend_binary_strcasecmp(name, strlen(name), modules[i], strlen(modules[i])) == 0) {
			return true;
		}
	}
	return false;
}

/* As zend_closures.c has it. The function of a closure of a function in C is a copy whose handler is the engine's. */
typedef struct {
	zend_object std;
	zend_function func;
	zval this_ptr;
	zend_class_entry *called_scope;
	zif_handler handler;
} true_async_closure;

/* The handler of the function in C that the closure of a frame is made of. */
zif_handler true_async_handler_in_closure(const zend_execute_data *frame)
{
	const true_async_closure *closure = (const true_async_closure *) ((const char *) frame->func - offsetof(true_async_closure, func));
	return closure->std.ce == zend_ce_closure ? closure->handler : NULL;
}

/* The frame of a function in C that is executing lies at the end of the VM stack. The frame of PHP code that it has called is on top of
 * it until its variables are freed, although the engine names the caller as the executing frame by then. A generator's frame lies
 * elsewhere. */
bool true_async_is_in_its_own_code(const zend_execute_data *frame)
{
	const zend_function *function = frame->func;
	if (function->type != ZEND_INTERNAL_FUNCTION || function->common.scope == zend_ce_generator) {
		return false;
	}
	const zval *end = (const zval *) frame + ZEND_CALL_FRAME_SLOT + ZEND_CALL_NUM_ARGS(frame);
	return EG(vm_stack_top) >= end && EG(vm_stack_top) < end + ZEND_CALL_FRAME_SLOT;
}
