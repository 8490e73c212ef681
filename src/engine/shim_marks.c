/*
 * Marks that the engine leaves on values while it is busy with them, so that it does not begin a second time from inside
 * [io/EG-10]: bits of a property while its __get(), __set(), __isset() or __unset() runs, and a flag on arrays and objects
 * that are being compared, printed or encoded. They are meant for calls inside the same call; to another coroutine they
 * would say "undefined property", *RECURSION* or "nesting level too deep". So they are taken away while the coroutine is not
 * running.
 *
 * A coroutine that enters such a call puts a note on its stack into a list:
 *
 *     list -> [ __get of $a->x ] -> [ comparison of $b ] -> [ json_encode(...) ] -> nothing
 *
 * When it is left, what each note stands for is looked up, taken away, and kept in the note; it is put back when it goes on.
 * Of a call that walks over its arguments, or compares, the marked values are found by following the marks, from the
 * arguments or operands and from the object whose method is running. Those that C code alone holds (what jsonSerialize() has
 * returned, and what is in it) are not found, unless their own method is running, and keep their marks.
 */
#include "php.h"
#include "shim_busy.h"

typedef enum { PROPERTY, COMPARISON, WALK, TICK, TRY } kind;

/* A mark that was taken away; holds a reference. */
typedef struct {
	zend_refcounted *on;
	/* Bits of the object's own guard word, where it has one. */
	uint32_t guard;
	bool flag;
} taken;

struct true_async_mark {
	true_async_mark *outer;
	/* What points at it: the list, or the next inner one. Fibers leave in any order. */
	true_async_mark **pointer;
	kind kind;
	zend_object *object;
	zend_string *name;
	uint32_t *guard;
	uint32_t bits;
	zend_execute_data *frame;
	taken *found;
	uint32_t count;
	uint32_t room;
	/* A function of register_tick_function() that is being called. */
	const void *tick;
};

PER_THREAD true_async_mark *true_async_marks;

static zend_always_inline void enter(true_async_mark *mark)
{
	mark->outer = true_async_marks;
	mark->pointer = &true_async_marks;
	if (mark->outer) {
		mark->outer->pointer = &mark->outer;
	}
	true_async_marks = mark;
}

static zend_always_inline void leave(true_async_mark *mark)
{
	*mark->pointer = mark->outer;
	if (mark->outer) {
		mark->outer->pointer = mark->pointer;
	}
}

/* ---- properties ---- */

/* ZEND_GUARD_PROPERTY_…: all that a call can set. */
#define PROPERTY_BITS 31u
/*
 * A guard word without bits may be given to another property. One that a suspended call has a pointer to counts the calls
 * above the engine's bits.
 */
#define IN_USE (1u << 12)

static void take_property(true_async_mark *mark)
{
	uint32_t *guard = mark->guard ? mark->guard : zend_get_property_guard(mark->object, mark->name);
	uint32_t bits = *guard & PROPERTY_BITS;
	if (bits && !mark->guard) {
		mark->guard = guard;
		*guard += IN_USE;
	}
	*guard &= ~bits;
	mark->bits = bits;
}

static zend_always_inline void enter_property(true_async_mark *mark, zend_object *object, zend_string *name)
{
	mark->kind = PROPERTY;
	mark->object = object;
	mark->name = zend_string_copy(name);
	mark->guard = NULL;
	mark->bits = 0;
	GC_ADDREF(object);
	enter(mark);
}

static zend_always_inline void leave_property(true_async_mark *mark)
{
	leave(mark);
	if (UNEXPECTED(mark->guard)) {
		*mark->guard -= IN_USE;
	}
	zend_string_release(mark->name);
	if (UNEXPECTED(GC_DELREF(mark->object) == 0)) {
		zend_objects_store_del(mark->object);
	}
}

static zval *read_property(zend_object *object, zend_string *name, int type, void **slot, zval *rv)
{
	if (EXPECTED(!object->ce->__get && !object->ce->__isset)) {
		return zend_std_read_property(object, name, type, slot, rv);
	}
	true_async_mark mark;
	enter_property(&mark, object, name);
	zval *result = zend_std_read_property(object, name, type, slot, rv);
	leave_property(&mark);
	return result;
}

static zval *write_property(zend_object *object, zend_string *name, zval *value, void **slot)
{
	if (EXPECTED(!object->ce->__set)) {
		return zend_std_write_property(object, name, value, slot);
	}
	true_async_mark mark;
	enter_property(&mark, object, name);
	zval *result = zend_std_write_property(object, name, value, slot);
	leave_property(&mark);
	return result;
}

static int has_property(zend_object *object, zend_string *name, int check, void **slot)
{
	if (EXPECTED(!object->ce->__isset)) {
		return zend_std_has_property(object, name, check, slot);
	}
	true_async_mark mark;
	enter_property(&mark, object, name);
	int result = zend_std_has_property(object, name, check, slot);
	leave_property(&mark);
	return result;
}

static void unset_property(zend_object *object, zend_string *name, void **slot)
{
	if (EXPECTED(!object->ce->__unset)) {
		zend_std_unset_property(object, name, slot);
		return;
	}
	true_async_mark mark;
	enter_property(&mark, object, name);
	zend_std_unset_property(object, name, slot);
	leave_property(&mark);
}

bool true_async_write_handler(void **field, void *value);

/* Replaces the engine's own handlers of a table, or puts them back. */
void true_async_mark_properties(zend_object_handlers *table, bool ours)
{
#define REPLACE(field, original) \
	if ((void *) table->field == (ours ? (void *) original : (void *) field)) { \
		true_async_write_handler((void **) &table->field, ours ? (void *) field : (void *) original); \
	}
	REPLACE(read_property, zend_std_read_property)
	REPLACE(write_property, zend_std_write_property)
	REPLACE(has_property, zend_std_has_property)
	REPLACE(unset_property, zend_std_unset_property)
}

/* ---- values ---- */

static void keep(true_async_mark *mark, zend_refcounted *on, uint32_t guard, bool flag)
{
	if (mark->count == mark->room) {
		mark->room = mark->room ? mark->room * 2 : 8;
		/* Not of the request: the limit of memory must not end it in the middle of a switch. */
		mark->found = safe_perealloc(mark->found, mark->room, sizeof(taken), 0, 1);
	}
	GC_ADDREF(on);
	mark->found[mark->count++] = (taken){on, guard, flag};
}

/* Takes the marks of one array or object away. */
static void take_value(true_async_mark *mark, zend_refcounted *value)
{
	if (GC_FLAGS(value) & GC_IMMUTABLE) {
		return;
	}
	uint32_t guard = 0;
	bool flag = GC_IS_RECURSIVE(value);
#if PHP_VERSION_ID >= 80400
	if (GC_TYPE(value) == IS_OBJECT) {
		uint32_t *word = zend_get_recursion_guard((zend_object *) value);
		if (word) {
			guard = *word & (ZEND_GUARD_RECURSION_DEBUG | ZEND_GUARD_RECURSION_EXPORT | ZEND_GUARD_RECURSION_JSON);
			*word &= ~guard;
		}
	}
#endif
	if (flag) {
		GC_UNPROTECT_RECURSION(value);
	}
	if (guard || flag) {
		keep(mark, value, guard, flag);
	}
	if (GC_TYPE(value) == IS_OBJECT) {
		/* Some protect the table of its properties instead. */
		zend_array *properties = ((zend_object *) value)->properties;
		if (properties && !(GC_FLAGS(properties) & GC_IMMUTABLE) && GC_IS_RECURSIVE(properties)) {
			GC_UNPROTECT_RECURSION(properties);
			keep(mark, (zend_refcounted *) properties, 0, true);
		}
	}
}

static void take_zval(true_async_mark *mark, zval *value)
{
	if (Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT) {
		take_value(mark, Z_COUNTED_P(value));
	}
}

static void take_elements(true_async_mark *mark, zend_array *array)
{
	zval *element;
	ZEND_HASH_FOREACH_VAL(array, element) {
		take_zval(mark, element);
	} ZEND_HASH_FOREACH_END();
}

static void take_children(true_async_mark *mark, zend_refcounted *value)
{
	if (GC_TYPE(value) == IS_ARRAY) {
		take_elements(mark, (zend_array *) value);
	} else if (GC_TYPE(value) == IS_OBJECT && !(OBJ_FLAGS((zend_object *) value) & IS_OBJ_FREE_CALLED)) {
		zval *values;
		int count;
		zend_object *object = (zend_object *) value;
		zend_array *others = object->handlers->get_gc(object, &values, &count);
		for (int i = 0; i < count; i++) {
			take_zval(mark, &values[i]);
			/* What an ArrayObject stores stands for the object, and is not marked itself. */
			if (Z_TYPE(values[i]) == IS_ARRAY) {
				take_elements(mark, Z_ARR(values[i]));
			}
		}
		if (others) {
			take_elements(mark, others);
		}
	}
}

static void take_descendants(true_async_mark *mark)
{
	for (uint32_t i = 0; i < mark->count; i++) {
		take_children(mark, mark->found[i].on);
	}
}

static void take_root(true_async_mark *mark, zval *root)
{
	take_zval(mark, root);
	/* Not every function marks what it is given, but what is in it. */
	ZVAL_DEREF(root);
	if (Z_TYPE_P(root) == IS_ARRAY || Z_TYPE_P(root) == IS_OBJECT) {
		take_children(mark, Z_COUNTED_P(root));
	}
}

static void take_arguments(true_async_mark *mark)
{
	uint32_t arguments = ZEND_CALL_NUM_ARGS(mark->frame);
	for (uint32_t i = 0; i < arguments; i++) {
		take_root(mark, ZEND_CALL_ARG(mark->frame, i + 1));
	}
}

static void take_operand(true_async_mark *mark, const zend_op *opline, zend_uchar type, znode_op operand)
{
	if (type == IS_CONST) {
		take_root(mark, RT_CONSTANT(opline, operand));
	} else if (type != IS_UNUSED) {
		take_root(mark, ZEND_CALL_VAR(mark->frame, operand.var));
	}
}

/* Objects that are compared, or arrays with objects in them: by an operator, or by a function that looks for something or sorts. */
static void take_comparison(true_async_mark *mark)
{
	if (mark->object) {
		take_value(mark, (zend_refcounted *) mark->object);
	}
	if (!mark->frame || !mark->frame->func) {
		return;
	}
	if (!ZEND_USER_CODE(mark->frame->func->type)) {
		take_arguments(mark);
	} else {
		const zend_op *opline = mark->frame->opline;
		switch (opline->opcode) {
			case ZEND_IS_EQUAL:
			case ZEND_IS_NOT_EQUAL:
			case ZEND_IS_SMALLER:
			case ZEND_IS_SMALLER_OR_EQUAL:
			case ZEND_SPACESHIP:
			case ZEND_CASE:
#if PHP_VERSION_ID >= 80400
			/* Functions that are called without a frame of their own. */
			case ZEND_FRAMELESS_ICALL_1:
			case ZEND_FRAMELESS_ICALL_2:
			case ZEND_FRAMELESS_ICALL_3:
#endif
				take_operand(mark, opline, opline->op1_type, opline->op1);
				take_operand(mark, opline, opline->op2_type, opline->op2);
		}
	}
	take_descendants(mark);
}

static void take_walk(true_async_mark *mark)
{
	zend_execute_data *frame = EG(current_execute_data);
	while (frame && frame->prev_execute_data != mark->frame) {
		frame = frame->prev_execute_data;
	}
	/* Whose method is running. */
	if (frame && Z_TYPE(frame->This) == IS_OBJECT) {
		take_root(mark, &frame->This);
	}
	take_arguments(mark);
	take_descendants(mark);
}

static void put_values(true_async_mark *mark)
{
	for (uint32_t i = 0; i < mark->count; i++) {
		taken *mine = &mark->found[i];
		if (mine->flag) {
			GC_PROTECT_RECURSION(mine->on);
		}
#if PHP_VERSION_ID >= 80400
		if (mine->guard) {
			*zend_get_recursion_guard((zend_object *) mine->on) |= mine->guard;
		}
#endif
		if (GC_DELREF(mine->on) == 0) {
			rc_dtor_func(mine->on);
		}
	}
	mark->count = 0;
}

/* A comparison with an object, which may come to methods of it. */
int true_async_marked_comparison(int (*compare)(zval *, zval *), zval *left, zval *right)
{
	true_async_mark mark = {
		.kind = COMPARISON,
		.object = Z_TYPE_P(left) == IS_OBJECT ? Z_OBJ_P(left) : NULL,
		.frame = EG(current_execute_data),
	};
	enter(&mark);
	int result = compare(left, right);
	leave(&mark);
	if (mark.found) {
		free(mark.found);
	}
	return result;
}

/* A call of a function that recurses over its arguments. */
void true_async_marked_walk(zif_handler function, INTERNAL_FUNCTION_PARAMETERS)
{
	true_async_mark mark = {.kind = WALK, .frame = execute_data};
	enter(&mark);
	function(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	leave(&mark);
	if (mark.found) {
		free(mark.found);
	}
}

/* ---- functions of register_tick_function() ---- */

/* Whether the running coroutine is in a call of it. The note alone is the mark. */
bool true_async_tick_is_called(const void *tick)
{
	for (true_async_mark *mark = true_async_marks; mark; mark = mark->outer) {
		if (mark->kind == TICK && mark->tick == tick) {
			return true;
		}
	}
	return false;
}

void true_async_marked_tick(void *tick, void (*call)(void *))
{
	true_async_mark mark = {.kind = TICK, .tick = tick};
	enter(&mark);
	call(tick);
	leave(&mark);
}

/* ---- at a switch ---- */

true_async_mark *true_async_marks_take(true_async_mark **to)
{
	true_async_mark *first = true_async_marks;
	true_async_marks = NULL;
	first->pointer = to;
	for (true_async_mark *mark = first; mark; mark = mark->outer) {
		if (mark->kind == PROPERTY) {
			take_property(mark);
		} else if (mark->kind == WALK) {
			take_walk(mark);
		} else if (mark->kind == COMPARISON) {
			take_comparison(mark);
		}
	}
	return first;
}

void true_async_marks_put(true_async_mark *first)
{
	true_async_marks = first;
	if (!first) {
		/* They were a Fiber's, which another coroutine has brought to its end. */
		return;
	}
	first->pointer = &true_async_marks;
	for (true_async_mark *mark = first; mark; mark = mark->outer) {
		if (mark->kind == PROPERTY) {
			if (mark->bits) {
				*mark->guard |= mark->bits;
			}
		} else {
			put_values(mark);
		}
	}
}

/* A jump has left the calls, or ended all coroutines: what is in the list lies on stacks that are not used any more. */
void true_async_marks_forget(true_async_mark *but)
{
	true_async_marks = but;
	if (but) {
		but->pointer = &true_async_marks;
	}
}

/*
 * true_async_try() inside such calls, and around C code that may catch a jump itself. A note of its own tells those that a jump leaves
 * from those outside, which may end before that: one may be in a Fiber.
 */
bool true_async_marked_try(void (*fn)(void *), void *arg)
{
	volatile bool finished = true;
	const bool unclean_before = CG(unclean_shutdown);
	true_async_mark mark = {.kind = TRY};
	enter(&mark);
	zend_try {
		fn(arg);
	} zend_catch {
		finished = false;
	} zend_end_try();
	if (finished && CG(unclean_shutdown) == unclean_before) {
		leave(&mark);
	} else {
		true_async_marks_forget(mark.outer);
	}
	return finished;
}
