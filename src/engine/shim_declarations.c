/*
 * Classes that are being declared: they are out of sight of other coroutines, which wait when they come to the same declaration.
 *
 * The compiler leaves a class in the table under the key of its declaration, where the engine expects it when the declaration
 * is executed; while it is being linked, nothing is there. A stand-in takes that place while the class is out of sight: a
 * class with an interface that nothing has declared. The engine asks the autoloaders for it, and in their hook the coroutine
 * waits. Then it asks opcache's cache, or what is here in place of that, whether the stand-in was linked before, and is given
 * the class itself.
 */
#include "php.h"
#include "zend_inheritance.h"
#include "zend_interfaces.h"

typedef zend_class_entry *(*true_async_linked_before)(zend_class_entry *ce, zend_class_entry *parent, zend_class_entry **others);

/* Constant after the start of the module: immutable classes are neither counted nor freed. */
static zend_class_entry stand_in;
static zend_class_name stand_in_interface;
static true_async_linked_before original_linked_before;

/* At MINIT. */
void true_async_make_stand_in(void)
{
	/* Not the name of a class, so no file declares it. */
	zend_string *name = zend_string_init_interned(ZEND_STRL("a class that another coroutine declares"), true);
	stand_in_interface.name = stand_in_interface.lc_name = name;
	stand_in.type = ZEND_USER_CLASS;
	stand_in.name = name;
	zend_initialize_class_data(&stand_in, true);
	stand_in.info.user.filename = name;
	stand_in.ce_flags |= ZEND_ACC_IMMUTABLE;
	stand_in.num_interfaces = 1;
	stand_in.interface_names = &stand_in_interface;
}

/* The declaration of a class that is being executed right now, or NULL. */
static const zend_op *running_declaration(void)
{
	zend_execute_data *frame = EG(current_execute_data);
	if (!frame || !frame->func || !ZEND_USER_CODE(frame->func->type)) {
		return NULL;
	}
	switch (frame->opline->opcode) {
		case ZEND_DECLARE_CLASS: case ZEND_DECLARE_CLASS_DELAYED: case ZEND_DECLARE_ANON_CLASS:
			return frame->opline;
		default:
			return NULL;
	}
}

/* The lower case name that a declaration gives to its class. */
static zend_string *declared_name(const zend_op *opline)
{
	return Z_STR_P(RT_CONSTANT(opline, opline->op1));
}

/* The key of a declaration, which of an anonymous class is its name; NULL when nothing has to be there. */
static zend_string *declaration_key(const zend_op *opline)
{
	switch (opline->opcode) {
		case ZEND_DECLARE_CLASS: return Z_STR_P(RT_CONSTANT(opline, opline->op1) + 1);
		case ZEND_DECLARE_ANON_CLASS: return declared_name(opline);
		default: return NULL;
	}
}

static zend_class_entry *linked_before(zend_class_entry *ce, zend_class_entry *parent, zend_class_entry **others)
{
	if (ce == &stand_in) {
		return zend_hash_find_ptr(EG(class_table), declared_name(running_declaration()));
	}
	return original_linked_before ? original_linked_before(ce, parent, others) : NULL;
}

static zend_class_entry *do_not_keep(zend_class_entry *ce, zend_class_entry *proto, zend_class_entry *parent,
	zend_class_entry **others, HashTable *dependencies)
{
	return NULL;
}

/* From now on the engine may link the stand-in. Idempotent. */
void true_async_wrap_linked_before(void)
{
	/* Read once: another thread may be here, too. */
	true_async_linked_before current = zend_inheritance_cache_get;
	if (current != linked_before) {
		original_linked_before = current;
		/* The engine asks only where both are. */
		if (!zend_inheritance_cache_add) {
			zend_inheritance_cache_add = do_not_keep;
		}
		zend_inheritance_cache_get = linked_before;
	}
}

/*
 * The lower case name of the class whose declaration asks for another class right now, NULL if none does. Also the key of the
 * declaration, or NULL.
 */
zend_string *true_async_class_being_linked(zend_string **declaration)
{
	const zend_op *opline = running_declaration();
	if (!opline) {
		return NULL;
	}
	zend_string *name = declared_name(opline);
	zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), name);
	*declaration = declaration_key(opline);
	return ce && !(ce->ce_flags & ZEND_ACC_LINKED) ? name : NULL;
}

/* A name for the table of classes that no code can ask for. */
zend_string *true_async_name_of_hidden_class(const zend_string *name, const void *unique)
{
	return zend_strpprintf(0, "%cbeing linked by %p: %s", 0, unique, ZSTR_VAL(name));
}

/* Renames an entry of the table of classes; false when there is no such one or the new name is taken. */
static bool rename_class(zend_string *from, zend_string *to)
{
	zval *entry = zend_hash_find(EG(class_table), from);
	return entry && zend_hash_set_bucket_key(EG(class_table), (Bucket *) entry, to);
}

/* The key of the declaration may be in use again: of a preloaded class, or when opcache has loaded the file again. */
void true_async_hide_class(zend_string *name, zend_string *declaration, zend_string *hidden)
{
	if (rename_class(name, hidden) && declaration) {
		zend_hash_add_ptr(EG(class_table), declaration, &stand_in);
	}
}

/* Undoes true_async_hide_class(); false when another class has got the name. */
bool true_async_show_class(zend_string *hidden, zend_string *declaration, zend_string *name)
{
	if (declaration && zend_hash_find_ptr(EG(class_table), declaration) == &stand_in) {
		zend_hash_del(EG(class_table), declaration);
	}
	return rename_class(hidden, name);
}

static ZEND_COLD ZEND_NORETURN void refuse(const char *kind, const zend_string *name)
{
	zend_error_noreturn(E_COMPILE_ERROR, "Cannot declare %s %s, because the name is already in use", kind, ZSTR_VAL(name));
}

/* As the engine when a class is declared under a name that is in use. */
ZEND_COLD void true_async_refuse_hidden_class(zend_string *hidden)
{
	zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), hidden);
	refuse(ce->ce_flags & ZEND_ACC_INTERFACE ? "interface" : ce->ce_flags & ZEND_ACC_TRAIT ? "trait"
		: ce->ce_flags & ZEND_ACC_ENUM ? "enum" : "class", ce->name);
}

/*
 * Whether what is asked for is the interface of the stand-in: then the running declaration is of a class that another
 * coroutine is linking. The stand-in is put back where others will find it, and the key of the declaration returned.
 */
zend_string *true_async_declaration_of_other(const zend_string *asked_for)
{
	const zend_op *opline = asked_for == stand_in_interface.name ? running_declaration() : NULL;
	zend_string *key = opline ? declaration_key(opline) : NULL;
	if (!key || zend_hash_find_ptr(EG(class_table), declared_name(opline)) != &stand_in) {
		return NULL;
	}
	rename_class(declared_name(opline), key);
	/* Linking the class here may lead to another stand-in, whose interface is the same. */
	zend_hash_del(EG(in_autoload), stand_in_interface.lc_name);
	return key;
}

/*
 * No coroutine is linking the class of the running declaration any more. If that came to nothing it is linked now. Returns an
 * interface for the stand-in, or NULL with an exception; then the class is where the engine leaves it to the next attempt.
 */
zend_class_entry *true_async_declare_for_stand_in(void)
{
	const zend_op *opline = running_declaration();
	zend_string *name = declared_name(opline), *key = declaration_key(opline);
	zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), key);
	/* It is still there when a fatal error has ended the coroutine that linked the class. */
	if (ce == &stand_in || (ce && !rename_class(key, name))) {
		refuse("class", name);
	}
	bool unlinked = ce && !(ce->ce_flags & ZEND_ACC_LINKED);
	if (unlinked && !zend_do_link_class(ce, opline->op2_type == IS_CONST ? Z_STR_P(RT_CONSTANT(opline, opline->op2)) : NULL, name)) {
		return NULL;
	}
	ce = zend_hash_find_ptr(EG(class_table), name);
	if (!ce || !(ce->ce_flags & ZEND_ACC_LINKED)) {
		refuse("class", name);
	}
	return zend_ce_countable;
}
