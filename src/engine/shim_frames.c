/* What a frame of the VM stack tells. */
#include "php.h"
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
