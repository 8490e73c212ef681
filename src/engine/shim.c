/*
 * What Rust cannot express against PHP's headers: setjmp around a coroutine's entry, inline functions and macros, and
 * globals whose access differs between NTS, ZTS and debug builds. No policy lives here.
 */
#include "php.h"
#include "php_ini.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_gc.h"
#include "zend_generators.h"
#include "zend_closures.h"
#include "zend_fibers.h"
#include "zend_interfaces.h"
#include "zend_builtin_functions.h"
#include "zend_smart_str.h"
#include "shim_busy.h"

/* ---- what the module exports ----
 *
 * Functions of Rust that C calls have names that the linker would also show to the whole process, where another extension could
 * have the same. The visibility of a declaration here is that of the symbol: exactly what docs/abi-layout.md lists is exported
 * [abi/ABI-180]. The one below is a second name for get_module(), for modules that are linked into PHP. */
__attribute__((visibility("hidden"))) void *true_async_get_module(void);
__attribute__((used)) static void *(*const module_linked_into_php)(void) = true_async_get_module;

/* ---- memory (debug builds pass file and line) ---- */

void *true_async_emalloc(size_t size) { return emalloc(size); }
void *true_async_ecalloc(size_t size) { return ecalloc(1, size); }
void *true_async_erealloc(void *ptr, size_t size) { return erealloc(ptr, size); }
void true_async_efree(void *ptr) { efree(ptr); }

/* ---- bailout ---- */

/* Runs fn(arg); returns false when it ended in zend_bailout(). Nests, and restores the outer target. */
bool true_async_try(void (*fn)(void *), void *arg)
{
	if (true_async_marks) {
		return true_async_marked_try(fn, arg);
	}
	volatile bool finished = true;
	zend_try {
		fn(arg);
	} zend_catch {
		finished = false;
		/* The notes of the calls that the jump has left lie where other frames come next. */
		true_async_marks_forget(NULL);
	} zend_end_try();
	return finished;
}

void true_async_bailout(void) { zend_bailout(); }
/*
 * Some builds of PHP do not jump when memory is exhausted: they report it and unwind with the token of exit(). For
 * coroutines that is a fatal error all the same.
 */
bool true_async_memory_exhausted(void)
{
#ifdef ZEND_HAS_OOM
	return EG(delayed_oom).state != ZEND_OOM_STATE_NONE;
#else
	return false;
#endif
}

/* ---- unwinding after a fatal error ---- */

#ifdef ZEND_HAS_OOM
/* While memory is exhausted C code returns without doing anything, even without an exception that would end it. */
ZEND_TLS zend_oom_state memory_state;
#endif

/* Whether output was off before. */
ZEND_TLS int output_was_off;

/* What code writes that should not run any more is not shown. */
void true_async_begin_unwinding(void)
{
	output_was_off = php_output_get_status() & PHP_OUTPUT_DISABLED;
	php_output_set_status(PHP_OUTPUT_DISABLED);
#ifdef ZEND_HAS_OOM
	memory_state = EG(delayed_oom).state;
	EG(delayed_oom).state = ZEND_OOM_STATE_NONE;
#endif
	zend_set_memory_limit((size_t) ZEND_LONG_MAX);
	zend_objects_store_mark_destructed(&EG(objects_store));
}

void true_async_end_unwinding(void)
{
	php_output_set_status(output_was_off);
#ifdef ZEND_HAS_OOM
	EG(delayed_oom).state = memory_state;
#endif
	zend_set_memory_limit(PG(memory_limit));
}

/* The token that unwinds PHP code as exit() does, past `catch` and `finally`. */
zend_object *true_async_new_exit(void) { return zend_create_unwind_exit(); }

bool true_async_unclean_shutdown(void) { return CG(unclean_shutdown); }

/* ---- refcounts and strings ---- */

void true_async_zval_dtor(zval *value) { zval_ptr_dtor(value); }
void true_async_zval_copy(zval *to, zval *from) { ZVAL_COPY_DEREF(to, from); }
void true_async_object_release(zend_object *object) { OBJ_RELEASE(object); }

/* For objects whose destructor would find nothing to do. */
void true_async_object_release_plain(zend_object *object)
{
	if (GC_REFCOUNT(object) == 1) {
		GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	}
	OBJ_RELEASE(object);
}

void true_async_string_release(zend_string *string) { zend_string_release(string); }
zend_string *true_async_string_init(const char *bytes, size_t length) { return zend_string_init(bytes, length, 0); }
const char *true_async_string_bytes(const zend_string *string) { return ZSTR_VAL(string); }
size_t true_async_string_length(const zend_string *string) { return ZSTR_LEN(string); }
const char *true_async_class_name(const zend_class_entry *ce) { return ZSTR_VAL(ce->name); }

/* What PHP's own messages say is given. */
const char *true_async_type_name(zval *value)
{
#if PHP_VERSION_ID >= 80300
	return zend_zval_value_name(value);
#else
	return zend_zval_type_name(value);
#endif
}

bool true_async_instanceof(const zend_class_entry *ce, const zend_class_entry *parent) { return instanceof_function(ce, parent); }

/* ---- objects ---- */

zend_object *true_async_object_alloc(size_t size, size_t extra, zend_class_entry *ce)
{
	char *block = emalloc(size + zend_object_properties_size(ce) + extra);
	/* A class without properties is one slot smaller than the structure says. */
	memset(block, 0, size - sizeof(zval));
	return (zend_object *) (block + size - sizeof(zend_object));
}

void true_async_object_properties_init(zend_object *object, zend_class_entry *ce)
{
	if (ce->default_properties_count != 0) {
		object_properties_init(object, ce);
	}
}

bool true_async_object_destructor_called(const zend_object *object)
{
	return (OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED) != 0;
}

void true_async_set_default_handlers(zend_class_entry *ce, const zend_object_handlers *handlers)
{
#if PHP_VERSION_ID >= 80300
	ce->default_object_handlers = handlers;
#else
	(void) ce;
	(void) handlers;
#endif
}

void true_async_declare_readonly(zend_class_entry *ce, const char *name, size_t length, uint32_t types)
{
	zval undefined;
	ZVAL_UNDEF(&undefined);
	zend_string *key = zend_string_init(name, length, true);
	zend_declare_typed_property(ce, key, &undefined, ZEND_ACC_PUBLIC | ZEND_ACC_READONLY, NULL,
		(zend_type) ZEND_TYPE_INIT_MASK(types));
	zend_string_release(key);
}

void true_async_declare_object(
	zend_class_entry *ce, const char *name, size_t length, const char *class, size_t class_length)
{
	zval undefined;
	ZVAL_UNDEF(&undefined);
	zend_string *key = zend_string_init(name, length, true);
	/* Belongs to the declaration. */
	zend_string *type = zend_string_init_interned(class, class_length, true);
	zend_declare_typed_property(ce, key, &undefined, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(type, 0, 0));
	zend_string_release(key);
}

zend_long true_async_enum_value(zend_object *enum_case) { return Z_LVAL_P(zend_enum_fetch_case_value(enum_case)); }

void true_async_make_readonly(zend_class_entry *ce) { ce->ce_flags |= ZEND_ACC_READONLY_CLASS; }

/* Sets a declared property that is not initialised yet, also a readonly one; takes the value over. */
void true_async_initialise_property(zend_object *object, uint32_t index, const zval *value)
{
	ZVAL_COPY_VALUE(OBJ_PROP_NUM(object, index), value);
	Z_PROP_FLAG_P(OBJ_PROP_NUM(object, index)) = 0;
}

/* ---- arrays ---- */

zend_array *true_async_array_new(uint32_t size) { return zend_new_array(size); }
void true_async_hash_init(HashTable *table, dtor_func_t dtor) { zend_hash_init(table, 0, NULL, dtor, 0); }
void true_async_hash_destroy(HashTable *table) { zend_hash_destroy(table); }
zval *true_async_hash_index_find(HashTable *table, zend_ulong index) { return zend_hash_index_find(table, index); }
void true_async_hash_index_set_ptr(HashTable *table, zend_ulong index, void *ptr) { zend_hash_index_update_ptr(table, index, ptr); }
zend_result true_async_hash_index_del(HashTable *table, zend_ulong index) { return zend_hash_index_del(table, index); }
void true_async_hash_del(HashTable *table, zend_string *key) { zend_hash_del(table, key); }
void true_async_hash_clean(HashTable *table) { zend_hash_clean(table); }
zval *true_async_hash_find(HashTable *table, zend_string *key) { return zend_hash_find(table, key); }
void true_async_hash_next_insert(HashTable *table, zval *value) { zend_hash_next_index_insert_new(table, value); }
void true_async_array_release(zend_array *array) { zend_array_release(array); }

void true_async_array_append_all(HashTable *to, HashTable *from)
{
	zval *value;
	ZEND_HASH_FOREACH_VAL(from, value) {
		if (!zend_hash_next_index_insert(to, value)) {
			return;
		}
		Z_TRY_ADDREF_P(value);
	} ZEND_HASH_FOREACH_END();
}

HashTable *true_async_array_separate(zval *value)
{
	SEPARATE_ARRAY(value);
	return Z_ARRVAL_P(value);
}

/*
 * What was there is destroyed last: its destructor may look at the table, and change it. The engine's own update leaves
 * the old value in place meanwhile, and then writes through a pointer into a table that may have grown.
 */
static void replace_value(zval *place, zval *value)
{
	zval old;
	ZVAL_COPY_VALUE(&old, place);
	ZVAL_COPY_VALUE(place, value);
	zval_ptr_dtor(&old);
}

void true_async_hash_index_update(HashTable *table, zend_ulong index, zval *value) { replace_value(zend_hash_index_lookup(table, index), value); }
void true_async_hash_update(HashTable *table, zend_string *key, zval *value) { replace_value(zend_hash_lookup(table, key), value); }

/* Calls visit for every value until it returns false. Entries may not be added or removed meanwhile. */
void true_async_hash_each(HashTable *table, bool (*visit)(void *arg, zend_ulong index, zend_string *key, zval *value), void *arg)
{
	zend_ulong index;
	zend_string *key;
	zval *value;
	ZEND_HASH_FOREACH_KEY_VAL(table, index, key, value) {
		if (!visit(arg, index, key, value)) {
			break;
		}
	} ZEND_HASH_FOREACH_END();
}

/* Sets what PHP code would set with $array[$key] = value; null as the key appends. Takes over the value. */
void true_async_array_set(zend_array *array, const zval *key, zval *value)
{
	switch (Z_TYPE_P(key)) {
		case IS_LONG: zend_hash_index_update(array, Z_LVAL_P(key), value); break;
		case IS_STRING: zend_symtable_update(array, Z_STR_P(key), value); break;
		default:
			if (!zend_hash_next_index_insert(array, value)) {
				zval_ptr_dtor(value);
				zend_throw_error(NULL, "Cannot add element to the array as the next element is already occupied");
			}
			break;
	}
}

zend_array *true_async_array_share(zval *value)
{
	Z_TRY_ADDREF_P(value);
	return Z_ARRVAL_P(value);
}

/* ---- walking arrays and Traversables ---- */

/* Copies the element at *position and moves past it; false at the end. */
bool true_async_array_step(zend_array *array, uint32_t *position, zval *value, zval *key)
{
	zval *found = zend_hash_get_current_data_ex(array, position);
	if (!found) {
		return false;
	}
	ZVAL_COPY_DEREF(value, found);
	zend_hash_get_current_key_zval_ex(array, key, position);
	zend_hash_move_forward_ex(array, position);
	return true;
}

bool true_async_is_traversable(zval *value) { return instanceof_function(Z_OBJCE_P(value), zend_ce_traversable); }

zend_object_iterator *true_async_iterator_new(zval *value)
{
	zend_class_entry *ce = Z_OBJCE_P(value);
	return ce->get_iterator ? ce->get_iterator(ce, value, 0) : NULL;
}

void true_async_iterator_release(zend_object_iterator *iterator) { zend_iterator_dtor(iterator); }

/*
 * Copies the current element and advances; false at the end, when a method threw, or when *unwanted has become true before
 * there was an element. What was copied before stays in value and key.
 */
bool true_async_iterator_step(zend_object_iterator *iterator, bool first, const bool *unwanted, zval *value, zval *key)
{
	const zend_object_iterator_funcs *funcs = iterator->funcs;
	if (first) {
		iterator->index = 0;
		if (funcs->rewind) {
			funcs->rewind(iterator);
			if (EG(exception)) {
				return false;
			}
		}
	}
	if (*unwanted || funcs->valid(iterator) != SUCCESS || EG(exception) || *unwanted) {
		return false;
	}
	zval *current = funcs->get_current_data(iterator);
	if (!current || EG(exception)) {
		return false;
	}
	ZVAL_COPY_DEREF(value, current);
	if (funcs->get_current_key) {
		ZVAL_NULL(key);
		funcs->get_current_key(iterator, key);
	} else {
		ZVAL_LONG(key, iterator->index);
	}
	if (!EG(exception)) {
		iterator->index++;
		funcs->move_forward(iterator);
	}
	return !EG(exception);
}

/* ---- exceptions ---- */

bool true_async_is_exit(const zend_object *exception)
{
	return zend_is_unwind_exit(exception) || zend_is_graceful_exit(exception);
}

/*
 * Hangs `older` at the end of the previous chain of `newer` and takes it over. The engine's own function keeps the reference
 * of one that is in the chain already.
 */
void true_async_exception_chain(zend_object *newer, zend_object *older)
{
	zval room;
	if (true_async_is_exit(newer)) {
		/* `exit` is no exception, and has no previous one. */
		OBJ_RELEASE(older);
		return;
	}
	for (zend_object *link = newer; link;) {
		if (link == older) {
			OBJ_RELEASE(older);
			return;
		}
		zval *previous = zend_read_property_ex(zend_get_exception_base(link), link, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &room);
		link = Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
	}
	zend_exception_set_previous(newer, older);
}

/*
 * As zend_user_exception_handler(), which loses what the handler throws when a frame is executing. Without one, that is
 * fatal on the spot.
 */
void true_async_call_user_exception_handler(void)
{
	zval exception, handler, result;
	ZVAL_OBJ(&exception, EG(exception));
	EG(exception) = NULL;
	ZVAL_COPY_VALUE(&handler, &EG(user_exception_handler));
	zend_stack_push(&EG(user_exception_handlers), &handler);
	ZVAL_UNDEF(&EG(user_exception_handler));
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &handler, &result, 1, &exception);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&exception);
	if (!EG(exception) && Z_TYPE(EG(user_exception_handler)) == IS_UNDEF) {
		zval *outer = zend_stack_top(&EG(user_exception_handlers));
		if (outer) {
			ZVAL_COPY_VALUE(&EG(user_exception_handler), outer);
			zend_stack_del_top(&EG(user_exception_handlers));
		}
	}
}

/* ---- cycle collector ---- */

zend_get_gc_buffer *true_async_gc_buffer(void) { return zend_get_gc_buffer_create(); }
void true_async_gc_add_zval(zend_get_gc_buffer *buffer, zval *value) { zend_get_gc_buffer_add_zval(buffer, value); }
void true_async_gc_add_object(zend_get_gc_buffer *buffer, zend_object *object) { zend_get_gc_buffer_add_obj(buffer, object); }
void true_async_gc_use(zend_get_gc_buffer *buffer, zval **table, int *count) { zend_get_gc_buffer_use(buffer, table, count); }

/* ---- exceptions ---- */

void true_async_throw_error(zend_class_entry *ce, const char *message) { zend_throw_error(ce, "%s", message); }
void true_async_warning(int type, const char *message) { zend_error(type, "%s", message); }

/* Formatted here: at request time the error jumps, and the caller must own nothing then. */
void true_async_registration_refused(const char *module, const char *group, const char *owner)
{
	zend_error(E_CORE_ERROR, "The module %s is trying to override %s, which was registered by the module %s.", module, group, owner);
}

/* ---- calls ---- */

/* The message that PHP's own parameter parsing gives for a value that is not callable. */
bool true_async_is_callable(zval *value, zend_fcall_info *fci, zend_fcall_info_cache *cache, char **error)
{
	if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == zend_ce_closure) {
		/* What the general check finds for a closure, without its detours. */
		zend_object *closure = Z_OBJ_P(value);
		closure->handlers->get_closure(closure, &cache->calling_scope, &cache->function_handler, &cache->object, true);
		cache->called_scope = cache->calling_scope;
#if PHP_VERSION_ID >= 80300
		cache->closure = closure;
#endif
		fci->size = sizeof *fci;
		fci->object = cache->object;
		ZVAL_COPY_VALUE(&fci->function_name, value);
		return true;
	}
	if (zend_fcall_info_init(value, 0, fci, cache, NULL, error) != SUCCESS) {
		return false;
	}
	/* "self::method" is deprecated, and an error handler may make an exception of that. */
	if (EG(exception)) {
		zend_release_fcall_info_cache(cache);
		return false;
	}
	return true;
}

/*
 * Makes a checked callable last beyond the call that brought it. A __call trampoline exists once per thread, so the
 * function is looked up again when it is called; a method found through a string ("parent::run") does not hold its
 * object, so it becomes a closure that does.
 */
void true_async_keep_callable(zend_fcall_info *fci, zend_fcall_info_cache *cache)
{
	zend_function *function = cache->function_handler;
	if (function && (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		zend_release_fcall_info_cache(cache);
		cache->function_handler = NULL;
	} else if (function && cache->object && Z_TYPE(fci->function_name) == IS_STRING) {
		zval closure, object;
		ZVAL_OBJ(&object, cache->object);
		zend_create_fake_closure(&closure, function, function->common.scope, cache->called_scope, &object);
		zend_fcall_info_init(&closure, 0, fci, cache, NULL, NULL);
		return;
	}
	Z_TRY_ADDREF(fci->function_name);
}

zend_string *true_async_callable_name(zval *callable) { return zend_get_callable_name(callable); }

/* ---- ini ---- */

zend_string **true_async_ini_value(const char *name, size_t length)
{
	zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), name, length);
	return entry ? &entry->value : NULL;
}

/* ---- backtraces ---- */

/* A backtrace of another stack: it is presented as the running one while the engine builds the array. */
void true_async_backtrace(zval *result, zend_execute_data *frame, int options, int limit)
{
	zend_execute_data *running = EG(current_execute_data);
	/* The running code's, as a frame's that unwinds it would be taken for the place of that frame. Its function's end stands for it. */
	const zend_op *thrown_at = EG(opline_before_exception);
	EG(current_execute_data) = frame;
	EG(opline_before_exception) = NULL;
	zend_fetch_debug_backtrace(result, 0, options, limit);
	EG(opline_before_exception) = thrown_at;
	EG(current_execute_data) = running;
}

/* ---- zend_compile_string: the signature changed in PHP 8.2 and may again ---- */

__attribute__((visibility("hidden"))) void true_async_compiling(bool entering, bool compiled);
__attribute__((visibility("hidden"))) void true_async_with_room(void (*call)(void *), void *arg);

static zend_op_array *(*original_compile_string)(zend_string *source, const char *filename, zend_compile_position position);

typedef struct {
	zend_string *source;
	const char *filename;
	zend_compile_position position;
	zend_op_array *code;
} true_async_compilation;

static void compile_string_now(void *arg)
{
	true_async_compilation *c = arg;
	c->code = original_compile_string(c->source, c->filename, c->position);
}

static zend_op_array *wrapped_compile_string(zend_string *source, const char *filename, zend_compile_position position)
{
	true_async_compilation compilation = {source, filename, position, NULL};
	true_async_compiling(true, false);
	true_async_with_room(compile_string_now, &compilation);
	true_async_compiling(false, compilation.code != NULL);
	return compilation.code;
}

void true_async_wrap_compile_string(bool wrap)
{
	if (wrap) {
		original_compile_string = zend_compile_string;
		zend_compile_string = wrapped_compile_string;
	} else if (zend_compile_string == wrapped_compile_string) {
		zend_compile_string = original_compile_string;
	}
}

/* ---- the current directory, of a thread ---- */

bool true_async_current_directory(char *place, size_t size) { return VCWD_GETCWD(place, size) != NULL; }

/* ---- shutdown functions ---- */

static zend_internal_function shutdown_function = {.type = ZEND_INTERNAL_FUNCTION};

void true_async_append_shutdown(zif_handler handler)
{
	php_shutdown_function_entry entry;
	memset(&entry, 0, sizeof entry);
	shutdown_function.handler = handler;
	entry.fci.size = sizeof entry.fci;
	ZVAL_UNDEF(&entry.fci.function_name);
	entry.fci_cache.function_handler = (zend_function *) &shutdown_function;
	append_user_shutdown_function(&entry);
}

bool true_async_has_shutdown_functions(void)
{
	return BG(user_shutdown_function_names) != NULL;
}

bool true_async_shutdown_is_last(zif_handler handler)
{
	HashTable *functions = BG(user_shutdown_function_names);
	zval *last = NULL, *entry;
	ZEND_HASH_REVERSE_FOREACH_VAL(functions, entry) {
		last = entry;
		break;
	} ZEND_HASH_FOREACH_END();
	if (!last) {
		return true;
	}
	zend_function *function = ((php_shutdown_function_entry *) Z_PTR_P(last))->fci_cache.function_handler;
	return function && function->type == ZEND_INTERNAL_FUNCTION && function->internal_function.handler == handler;
}

/* Drops what was registered after our function. */
void true_async_shutdown_truncate(zif_handler handler)
{
	HashTable *functions = BG(user_shutdown_function_names);
	for (zend_long last = functions->nNextFreeElement - 1; !true_async_shutdown_is_last(handler); last--) {
		zend_hash_index_del(functions, last);
	}
}
