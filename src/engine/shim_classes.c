/*
 * The loading of classes: the engine's hook for it, and what a class is asked for.
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

typedef zend_class_entry *(*true_async_autoload)(zend_string *name, zend_string *lower_case_name);

static true_async_autoload original_autoload;

__attribute__((visibility("hidden"))) zend_class_entry *true_async_autoload_hook(zend_string *name, zend_string *lower_case_name);

/* Classes are loaded through the hook from now on. Idempotent. */
void true_async_wrap_autoload(void)
{
	/* Read once: another thread may be here, too. */
	true_async_autoload current = zend_autoload;
	if (current && current != true_async_autoload_hook) {
		original_autoload = current;
		zend_autoload = true_async_autoload_hook;
	}
}

zend_class_entry *true_async_original_autoload(zend_string *name, zend_string *lower_case_name)
{
	return original_autoload(name, lower_case_name);
}

bool true_async_string_equals(const zend_string *a, const zend_string *b)
{
	return zend_string_equals((zend_string *) a, (zend_string *) b);
}

/* A class that is fully linked, or NULL. */
zend_class_entry *true_async_loaded_class(zend_string *lower_case_name)
{
	zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), lower_case_name);
	return ce && (ce->ce_flags & ZEND_ACC_LINKED) ? ce : NULL;
}

static bool names_class(const zval *name, const zend_string *lower_case_class)
{
	return name && Z_TYPE_P(name) == IS_STRING && zend_string_equals_ci(Z_STR_P(name), lower_case_class);
}

/* Of an internal function: whether it was called for the value of a constant or a default, not for the class that is asked for. */
static bool function_evaluates(zend_execute_data *frame, const zend_string *lower_case_class)
{
	const zend_class_entry *scope = frame->func->common.scope;
	const zend_string *name = frame->func->common.function_name;
	const zval *first = ZEND_CALL_NUM_ARGS(frame) ? ZEND_CALL_ARG(frame, 1) : NULL;
	if (scope) {
		bool reflects = strncasecmp(ZSTR_VAL(scope->name), ZEND_STRL("reflection")) == 0;
		return (reflects || scope->ce_flags & ZEND_ACC_ENUM) && !names_class(first, lower_case_class);
	}
	if (!name || !(zend_string_equals_literal(name, "constant") || zend_string_equals_literal(name, "defined")
			|| zend_string_equals_literal(name, "get_class_vars"))) {
		return false;
	}
	if (!first || Z_TYPE_P(first) != IS_STRING) {
		return false;
	}
	const char *text = Z_STRVAL_P(first), *colon = strstr(text, "::");
	text += *text == '\\';
	size_t length = colon ? (size_t) (colon - text) : strlen(text);
	return zend_binary_strcasecmp(text, length, ZSTR_VAL(lower_case_class), ZSTR_LEN(lower_case_class)) != 0;
}

/*
 * Whether a class is asked for in the middle of the evaluation of a constant expression: the value of a class constant, of
 * an enum case, or the default of a property. What the running instruction names itself is asked for before anything is
 * evaluated.
 */
bool true_async_evaluates_constant(zend_string *lower_case_class)
{
	zend_execute_data *frame = EG(current_execute_data);
	if (!frame || !frame->func) {
		return false;
	}
	if (!ZEND_USER_CODE(frame->func->type)) {
		return function_evaluates(frame, lower_case_class);
	}
	const zend_op *opline = frame->opline;
	switch (opline->opcode) {
		case ZEND_FETCH_CLASS_CONSTANT:
		case ZEND_NEW:
			return opline->op1_type != IS_CONST || !names_class(RT_CONSTANT(opline, opline->op1), lower_case_class);
		case ZEND_FETCH_STATIC_PROP_R: case ZEND_FETCH_STATIC_PROP_W: case ZEND_FETCH_STATIC_PROP_RW: case ZEND_FETCH_STATIC_PROP_IS:
		case ZEND_FETCH_STATIC_PROP_FUNC_ARG: case ZEND_FETCH_STATIC_PROP_UNSET: case ZEND_UNSET_STATIC_PROP:
		case ZEND_ISSET_ISEMPTY_STATIC_PROP: case ZEND_ASSIGN_STATIC_PROP: case ZEND_ASSIGN_STATIC_PROP_OP:
		case ZEND_ASSIGN_STATIC_PROP_REF: case ZEND_PRE_INC_STATIC_PROP: case ZEND_PRE_DEC_STATIC_PROP:
		case ZEND_POST_INC_STATIC_PROP: case ZEND_POST_DEC_STATIC_PROP:
			return opline->op2_type != IS_CONST || !names_class(RT_CONSTANT(opline, opline->op2), lower_case_class);
		case ZEND_RECV_INIT:
		case ZEND_BIND_STATIC:
			return true;
		default:
			return false;
	}
}
