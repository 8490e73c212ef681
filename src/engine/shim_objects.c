/*
 * The parts of the object store and of the cycle collector that only PHP's headers describe. No policy lives here.
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"
#include "zend_gc.h"
#include "zend_generators.h"
#include "zend_interfaces.h"
#include "zend_objects_API.h"
#include "zend_weakrefs.h"
#include "shim_classes.h"
#include "shim_mirror.h"

/* ---- functions and methods ---- */

zend_internal_function *true_async_find_function(const char *name, size_t length)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), name, length);
	return function && function->type == ZEND_INTERNAL_FUNCTION ? &function->internal_function : NULL;
}

zend_internal_function *true_async_find_method(zend_class_entry *ce, const char *name, size_t length)
{
	zend_function *function = zend_hash_str_find_ptr(&ce->function_table, name, length);
	return function && function->type == ZEND_INTERNAL_FUNCTION ? &function->internal_function : NULL;
}

/* ---- Fiber ---- */

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(get_coroutine_arguments, 0, 0, Async\\Coroutine, 1)
ZEND_END_ARG_INFO()

/* Fiber::getCoroutine(): ?Async\Coroutine. The engine forgets the method together with the class. */
bool true_async_add_get_coroutine(zif_handler handler)
{
	const zend_function_entry methods[] = {
		ZEND_FENTRY(getCoroutine, handler, get_coroutine_arguments, ZEND_ACC_PUBLIC)
		ZEND_FE_END
	};
	return zend_register_functions(zend_ce_fiber, methods, &zend_ce_fiber->function_table, MODULE_PERSISTENT) == SUCCESS;
}

/* ---- Generator ---- */

/*
 * What executes when a generator is resumed: itself, or what it delegates to in the end. NULL if that has ended: the engine's own
 * function, zend_generator_get_current(), would go on with the one that had delegated to it, throw into that and run it.
 */
static zend_generator *innermost(zend_generator *generator)
{
	zend_generator *root = generator;
	/* Known of those to which none delegates. */
	if (root->node.parent && root->node.children == 0 && root->node.ptr.root && root->node.ptr.root->execute_data) {
		root = root->node.ptr.root;
	}
	while (root->node.parent) {
		root = root->node.parent;
	}
	return root->execute_data ? root : NULL;
}

bool true_async_generator_executing(zend_object *object)
{
	zend_generator *generator = (zend_generator *) object;
	zend_generator *root = generator->execute_data ? innermost(generator) : NULL;
	return root && ((generator->flags | root->flags) & ZEND_GENERATOR_CURRENTLY_RUNNING) != 0;
}

/* ---- Fibers and generators in use ---- */

/* Where the setting disable_classes takes the class away, an object of it is a plain one. */
static bool is_fiber(const zend_object *object)
{
	return object->ce == zend_ce_fiber && object->handlers != &std_object_handlers;
}

/* One that drives another Fiber has the status of a parked one, as one in a suspended coroutine: both are waited for. */
static bool is_used_fiber(const zend_object *object)
{
	const zend_fiber *fiber = (const zend_fiber *) object;
	return fiber->context.status == ZEND_FIBER_STATUS_SUSPENDED && fiber->caller;
}

/*
 * A generator that executes, the one that it was resumed through, and those between them. Others that delegate to it as well
 * are only bystanders: nothing executes that goes back to them, and without their destructor they would stay in its tree when
 * they are freed.
 */
static bool is_used_generator(zend_object *object)
{
	zend_generator *generator = (zend_generator *) object;
	if (!true_async_generator_executing(object)) {
		return false;
	}
	zend_generator *executing = innermost(generator);
	if (generator == executing || (generator->flags & ZEND_GENERATOR_CURRENTLY_RUNNING)) {
		return true;
	}
	/* Below its frame is a mere place for the one that it was resumed through, unless that is itself. */
	zend_execute_data *below = executing->execute_data->prev_execute_data;
	if (!below || below->func || Z_TYPE(below->This) != IS_OBJECT || Z_OBJCE(below->This) != zend_ce_generator) {
		return false;
	}
	zend_generator *on_path = (zend_generator *) Z_OBJ(below->This);
	while (on_path && on_path != generator) {
		on_path = on_path->node.parent;
	}
	return on_path == generator;
}

static bool (*others_are_alive)(void);
static void (*generator_dtor)(zend_object *object);
static void (*fiber_dtor)(zend_object *object);

/*
 * Whether the engine's pass over the objects at the end has come to one that a suspended destructor may be holding. After
 * a fatal error that destructor never goes on.
 */
static bool is_too_early(const zend_object *object)
{
	return (EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !CG(unclean_shutdown) && !EG(current_execute_data)
		&& GC_REFCOUNT(object) > 1 && others_are_alive();
}

/*
 * Where the pending exception was thrown must survive what runs during a destruction, or the frame looks for its `catch`
 * in the wrong place. For Fibers the engine keeps nothing. For generators it takes the frame for marked already, which it
 * is not while the arguments of an internal function are freed, and then puts back what belongs to another frame.
 */
static void destruct_keeping_throw_position(void (*destruct)(zend_object *), zend_object *object)
{
	zend_execute_data *frame = EG(current_execute_data);
	if (!EG(exception) || !frame || !frame->func || !ZEND_USER_CODE(frame->func->common.type)) {
		destruct(object);
		return;
	}
	const zend_op *position = frame->opline;
	const zend_op *thrown_at = EG(opline_before_exception);
	destruct(object);
	/* An exception of the destruction may have marked the frame. */
	bool marked_now = position->opcode != ZEND_HANDLE_EXCEPTION && frame->opline->opcode == ZEND_HANDLE_EXCEPTION;
	EG(opline_before_exception) = marked_now ? position : thrown_at;
}

__attribute__((visibility("hidden"))) void true_async_with_room_for_calls(void (*call)(void *), void *arg);

static void destruct_generator(void *object) { destruct_keeping_throw_position(generator_dtor, object); }

static void keep_used_generator(zend_object *object)
{
	if (is_used_generator(object) || is_too_early(object)) {
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	} else {
		/* What it holds goes with it, perhaps other generators. */
		true_async_with_room_for_calls(destruct_generator, object);
	}
}

static void keep_used_fiber(zend_object *object)
{
	if (is_used_fiber(object) || is_too_early(object)) {
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	} else {
		destruct_keeping_throw_position(fiber_dtor, object);
	}
}

static void replace_destructor(zend_class_entry *ce, void (**original)(zend_object *), void (*ours)(zend_object *))
{
	if (true_async_is_disabled(ce)) {
		return;
	}
	/* Only an instance knows the table of handlers. */
	zend_object *instance = ce->create_object(ce);
	zend_object_handlers *handlers = (zend_object_handlers *) instance->handlers;
	GC_ADD_FLAGS(instance, IS_OBJ_DESTRUCTOR_CALLED);
	OBJ_RELEASE(instance);
	if (handlers->dtor_obj != ours) {
		*original = handlers->dtor_obj;
		handlers->dtor_obj = ours;
	}
}

/*
 * From now on the engine leaves Fibers and generators alone that suspended coroutines use or may use, as it leaves
 * generators to suspended Fibers: its pass over the objects at the end goes on as soon as the destructor returns in which
 * the scheduler was launched. `others` tells whether coroutines are alive besides the running one. Idempotent.
 */
void true_async_keep_what_is_used(bool (*others)(void))
{
	if (!others_are_alive) {
		replace_destructor(zend_ce_generator, &generator_dtor, keep_used_generator);
		replace_destructor(zend_ce_fiber, &fiber_dtor, keep_used_fiber);
	}
	others_are_alive = others;
}

/* ---- collector's reports ---- */

/* Adds one object to what another get_gc handler has just reported. */
void true_async_gc_append(zend_object *object, zval **table, int *count)
{
	zend_get_gc_buffer *buffer = &EG(get_gc_buffer);
	if (*table != buffer->start) {
		/* The report is a table of its own: copy it. */
		zval *from = *table;
		buffer = zend_get_gc_buffer_create();
		for (int i = 0; i < *count; i++) {
			zend_get_gc_buffer_add_zval(buffer, &from[i]);
		}
	}
	zend_get_gc_buffer_add_obj(buffer, object);
	zend_get_gc_buffer_use(buffer, table, count);
}

/* ---- objects whose destructors are still to run ---- */

static bool has_own_end(const zend_object *object)
{
	return object->ce->destructor || is_fiber(object) || object->ce == zend_ce_generator;
}

static bool is_pending(const zend_object *object)
{
	return IS_OBJ_VALID(object) && !(OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED) && has_own_end(object);
}

/* Whether some object of the request may still run PHP code when it goes. */
bool true_async_destructors_pending(void)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		if (is_pending(EG(objects_store).object_buckets[i])) {
			return true;
		}
	}
	return false;
}

/*
 * Classes of extensions may end an object without a PHP destructor. Such an object has its turn in the order of creation
 * too, as in the engine: a scope is disposed before a later object's destructor sees it [core/SC-65].
 */
static bool is_ended_by_class(const zend_object *object)
{
	return IS_OBJ_VALID(object) && !(OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED)
		&& object->handlers->dtor_obj != zend_objects_destroy_object;
}

/*
 * The engine ignores private and protected destructors at the end, with a warning that it gives only while nothing
 * executes: they are left to it.
 */
static bool left_to_the_engine(const zend_object *object)
{
	return object->ce->destructor && (object->ce->destructor->common.fn_flags & (ZEND_ACC_PRIVATE | ZEND_ACC_PROTECTED));
}

/*
 * What a coroutine is in the middle of is not ended below its feet: it ends with that coroutine, else the engine's own
 * pass finds it, when nothing executes any more. Of Fibers only parked ones have an end: one that is being started must
 * not count as destructed when it parks later.
 */
static bool is_in_use(zend_object *object)
{
	if (is_fiber(object)) {
		return ((const zend_fiber *) object)->context.status != ZEND_FIBER_STATUS_SUSPENDED || is_used_fiber(object);
	}
	return object->ce == zend_ce_generator && is_used_generator(object);
}

/* What was destructed. */
typedef enum { TRUE_ASYNC_NOTHING_LEFT, TRUE_ASYNC_AN_OBJECT, TRUE_ASYNC_A_FIBER } true_async_end_step;
MIRRORED_ENUM(true_async_end_step, TRUE_ASYNC_A_FIBER, 2);

static true_async_end_step step_of(const zend_object *object)
{
	return is_fiber(object) ? TRUE_ASYNC_A_FIBER : TRUE_ASYNC_AN_OBJECT;
}

typedef struct {
	/* Position in the symbol table while in_symbols, else in the object store. */
	uint32_t position;
	uint32_t symbols;
	/* Destructors that have not returned: suspended ones may be using what only the engine's own pass ends then. */
	uint32_t running;
	bool in_symbols;
	/* Nothing was left. */
	bool over;
	/* But Fibers and generators that suspended destructors may be using: for another pass. */
	bool postponed;
	/* Nothing more is to be destructed. */
	bool stopped;
} true_async_end_pass;
MIRRORED(true_async_end_pass, 16, stopped, 15);

void true_async_end_pass_begin(true_async_end_pass *pass)
{
	pass->in_symbols = true;
	pass->symbols = zend_hash_num_elements(&EG(symbol_table));
	pass->position = EG(symbol_table).nNumUsed;
	pass->running = 0;
	pass->over = false;
	pass->postponed = false;
	pass->stopped = false;
}

/*
 * Destructs one object of those left at the end: what only the global symbol table holds, from its end and until
 * nothing more is found, then all objects in the order of their creation.
 */
true_async_end_step true_async_end_pass_next(true_async_end_pass *pass)
{
	HashTable *symbols = &EG(symbol_table);
	if (pass->stopped) {
		return TRUE_ASYNC_NOTHING_LEFT;
	}
	while (pass->in_symbols) {
		if (pass->position == 0) {
			uint32_t left = zend_hash_num_elements(symbols);
			if (left == pass->symbols) {
				pass->in_symbols = false;
				pass->position = 1;
				break;
			}
			pass->symbols = left;
			pass->position = symbols->nNumUsed;
			continue;
		}
		if (pass->position > symbols->nNumUsed) {
			pass->position = symbols->nNumUsed;
			continue;
		}
		Bucket *bucket = symbols->arData + --pass->position;
		zval *value = &bucket->val;
		if (Z_TYPE_P(value) == IS_INDIRECT) {
			value = Z_INDIRECT_P(value);
		}
		if (Z_TYPE_P(value) == IS_OBJECT && Z_REFCOUNT_P(value) == 1 && !left_to_the_engine(Z_OBJ_P(value))) {
			true_async_end_step step = step_of(Z_OBJ_P(value));
			pass->running++;
			zend_hash_del_bucket(symbols, bucket);
			pass->running--;
			return step;
		}
	}
	EG(flags) |= EG_FLAGS_OBJECT_STORE_NO_REUSE;
	while (pass->position < EG(objects_store).top) {
		zend_object *object = EG(objects_store).object_buckets[pass->position++];
		bool has_turn = is_pending(object) || (pass->running == 0 && is_ended_by_class(object));
		if (has_turn && !left_to_the_engine(object) && !is_in_use(object)) {
			if ((is_fiber(object) || object->ce == zend_ce_generator) && others_are_alive()) {
				pass->postponed = true;
				continue;
			}
			true_async_end_step step = step_of(object);
			GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
			GC_ADDREF(object);
			pass->running++;
			object->handlers->dtor_obj(object);
			pass->running--;
			OBJ_RELEASE(object);
			return step;
		}
	}
	pass->over = true;
	return TRUE_ASYNC_NOTHING_LEFT;
}

/* As the engine leaves its own pass over the objects at the end: by a bailout. */
void true_async_end_pass_bail_out(void)
{
	zend_objects_store_mark_destructed(&EG(objects_store));
	CG(unclean_shutdown) = 1;
}

/* Whether the outermost frame is a destructor which the engine has called at the end of the request. */
bool true_async_in_end_pass(void)
{
	zend_execute_data *outermost = NULL;
	if (!(EG(flags) & EG_FLAGS_IN_SHUTDOWN)) {
		return false;
	}
	for (zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (frame->func) {
			outermost = frame;
		}
	}
	return outermost && Z_TYPE(outermost->This) == IS_OBJECT && Z_OBJCE(outermost->This)->destructor == outermost->func;
}

/* ---- a collection whose destructors we call ---- */

/* Colours of the collector, in the upper bits of its word in every object. The same since PHP 7.3. */
#define COLLECTOR_ADDRESS 0x0fffffu
#define COLLECTOR_COLOR   0x300000u
#define COLLECTOR_PURPLE  0x300000u

typedef struct true_async_collection {
	zend_object **objects;
	uint32_t count;
	uint32_t next;
	void (*destruct)(struct true_async_collection *);
	zval self;
	zend_object std;
} true_async_collection;

static zend_object_handlers collection_handlers;

static true_async_collection *collection_of(zend_object *object)
{
	return (true_async_collection *) ((char *) object - offsetof(true_async_collection, std));
}

static int by_root(const void *a, const void *b)
{
	uint32_t left = GC_INFO(*(zend_object *const *) a) & COLLECTOR_ADDRESS;
	uint32_t right = GC_INFO(*(zend_object *const *) b) & COLLECTOR_ADDRESS;
	return left < right ? -1 : left > right;
}

/*
 * The collector has marked what it will destruct: of all objects, only these are in its buffer and purple now. They are
 * taken away from it: it sees destructors that were called already.
 */
static void collection_take(true_async_collection *collection)
{
	uint32_t capacity = 0;
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (object == &collection->std || !IS_OBJ_VALID(object) || (OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED)
				|| !(GC_INFO(object) & COLLECTOR_ADDRESS) || (GC_INFO(object) & COLLECTOR_COLOR) != COLLECTOR_PURPLE) {
			continue;
		}
		if (collection->count == capacity) {
			capacity = capacity ? capacity * 2 : 16;
			collection->objects = erealloc2(collection->objects, capacity * sizeof(zend_object *),
				collection->count * sizeof(zend_object *));
		}
		GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
		GC_ADDREF(object);
		collection->objects[collection->count++] = object;
	}
	if (collection->count > 1) {
		qsort(collection->objects, collection->count, sizeof(zend_object *), by_root);
	}
}

/* The object is a cycle of itself, so that every run finds it to be garbage. */
static HashTable *collection_get_gc(zend_object *object, zval **table, int *count)
{
	true_async_collection *collection = collection_of(object);
	if ((GC_INFO(object) & COLLECTOR_COLOR) == COLLECTOR_PURPLE && !collection->objects) {
		collection_take(collection);
	}
	ZVAL_OBJ(&collection->self, object);
	*table = &collection->self;
	*count = 1;
	return NULL;
}

/* The collector's turn to call destructors has come to our object: all are called from here. */
static void collection_destroy(zend_object *object)
{
	true_async_collection *collection = collection_of(object);
	/* It shall not be garbage of the run that follows. */
	GC_REMOVE_FROM_BUFFER(object);
	if (collection->count) {
		collection->destruct(collection);
	}
}

static void collection_free(zend_object *object)
{
	true_async_collection *collection = collection_of(object);
	if (collection->objects) {
		efree(collection->objects);
	}
	zend_object_std_dtor(object);
}

void true_async_collection_startup(void)
{
	collection_handlers = std_object_handlers;
	collection_handlers.offset = offsetof(true_async_collection, std);
	collection_handlers.get_gc = collection_get_gc;
	collection_handlers.dtor_obj = collection_destroy;
	collection_handlers.free_obj = collection_free;
	collection_handlers.clone_obj = NULL;
}

/*
 * Runs the collector. Where objects with destructors may be among the garbage, they are called through `destruct`,
 * which calls true_async_collection_next() until it returns false.
 */
void true_async_collect(void (*destruct)(true_async_collection *))
{
	if (!true_async_destructors_pending()) {
		gc_collect_cycles();
		return;
	}
	true_async_collection *collection = zend_object_alloc(sizeof *collection, zend_standard_class_def);
	zend_object_std_init(&collection->std, zend_standard_class_def);
	collection->std.handlers = &collection_handlers;
	collection->destruct = destruct;
	/* A full buffer would start a collection of its own. */
	bool enabled = gc_enable(false);
	gc_possible_root((zend_refcounted *) &collection->std);
	gc_enable(enabled);
	gc_collect_cycles();
	/* After exit() in a destructor some were not called: they are garbage with a destructor again. */
	gc_enable(false);
	while (collection->next < collection->count) {
		zend_object *object = collection->objects[collection->next++];
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
		OBJ_RELEASE(object);
	}
	gc_enable(enabled);
	if (!(OBJ_FLAGS(&collection->std) & IS_OBJ_DESTRUCTOR_CALLED)) {
		GC_REMOVE_FROM_BUFFER(&collection->std);
		GC_ADD_FLAGS(&collection->std, IS_OBJ_DESTRUCTOR_CALLED);
	}
	OBJ_RELEASE(&collection->std);
}

/* Calls one destructor; false when there is none left. */
bool true_async_collection_next(true_async_collection *collection)
{
	if (collection->next == collection->count) {
		return false;
	}
	zend_object *object = collection->objects[collection->next++];
	object->handlers->dtor_obj(object);
	/* As the collector does: its next run finds the object in the buffer and frees it. */
	GC_DELREF(object);
	return true;
}

/* ---- where a call comes from ---- */

/* Whether PHP writes to its log: what else it reports meanwhile is lost. */
bool true_async_logging(void)
{
	return PG(in_error_log);
}

/* The name of the module whose function executes, NULL for PHP code and functions without a module. */
const char *true_async_executing_module(void)
{
	zend_execute_data *frame = EG(current_execute_data);
	if (!frame || !frame->func || frame->func->type != ZEND_INTERNAL_FUNCTION) {
		return NULL;
	}
	zend_module_entry *module = frame->func->internal_function.module;
	return module ? module->name : NULL;
}

_Static_assert(IS_OBJ_WEAKLY_REFERENCED << GC_FLAGS_SHIFT == 1 << 7, "end_weak_references in engine/object.rs has the same value");

/* As the destruction of an object that has some begins with; may be done before. */
void true_async_end_weak_references(zend_object *object)
{
	zend_weakrefs_notify(object);
	GC_DEL_FLAGS(object, IS_OBJ_WEAKLY_REFERENCED);
}
