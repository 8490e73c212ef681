/*
 * The PDO pool and the class PDO: its constants and getPool(); templates, which are PDO objects without a connection of their
 * own; leases, which are what statements hold instead of the connection. Only PDO's interface for drivers is used, and
 * nothing is linked.
 */
#include "shim_pdo.h"

#ifdef HAVE_PDO_HEADERS

#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include <dlfcn.h>

true_async_pdo_hooks true_async_pdo;

/* ---- the class ---- */

static zend_class_entry *pdo_class;
static zend_long first_attribute;
static zend_result (*next_post_startup)(void);

static const char *const attributes[] = {
	"ATTR_POOL_ENABLED", "ATTR_POOL_MIN", "ATTR_POOL_MAX", "ATTR_POOL_HEALTHCHECK_INTERVAL", "ATTR_POOL_STMT_CACHE_SIZE",
};
#define ATTRIBUTES (sizeof(attributes) / sizeof(attributes[0]))

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(get_pool_arguments, 0, 0, Async\\Pool, 1)
ZEND_END_ARG_INFO()

/* The first number behind the attributes of PDO itself; those of drivers begin at 1000. */
static zend_long first_free_attribute(void)
{
	zend_long first = 22;
	zend_string *name;
	zend_class_constant *constant;
	ZEND_HASH_MAP_FOREACH_STR_KEY_PTR(&pdo_class->constants_table, name, constant) {
		if (name && strncmp(ZSTR_VAL(name), "ATTR_", 5) == 0 && Z_TYPE(constant->value) == IS_LONG
				&& Z_LVAL(constant->value) >= first && Z_LVAL(constant->value) < PDO_ATTR_DRIVER_SPECIFIC) {
			first = Z_LVAL(constant->value) + 1;
		}
	} ZEND_HASH_FOREACH_END();
	return first;
}

/* Classes that were declared below PDO before have what PDO had then. */
static void pass_on(zend_class_entry *child)
{
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		zend_string *name = zend_string_init_interned(attributes[i], strlen(attributes[i]), 1);
		zend_class_constant *constant = zend_hash_find_ptr(&pdo_class->constants_table, name);
		if (constant && !zend_hash_exists(&child->constants_table, name)) {
			zend_class_constant *copy = pemalloc(sizeof(*copy), 1);
			memcpy(copy, constant, sizeof(*copy));
			zend_hash_add_ptr(&child->constants_table, name, copy);
		}
	}
	zend_internal_function *method = zend_hash_str_find_ptr(&pdo_class->function_table, ZEND_STRL("getpool"));
	if (method && !zend_hash_str_exists(&child->function_table, ZEND_STRL("getpool"))) {
		zend_internal_function *copy = pemalloc(sizeof(*copy), 1);
		memcpy(copy, method, sizeof(*copy));
		zend_string_addref(copy->function_name);
		zend_hash_add_ptr(&child->function_table, zend_string_init_interned(ZEND_STRL("getpool"), 1), copy);
	}
}

static bool is_below(const zend_class_entry *ce, const zend_class_entry *ancestor)
{
	while ((ce = ce->parent)) {
		if (ce == ancestor) {
			return true;
		}
	}
	return false;
}

/* All modules have started, nothing is preloaded yet. */
static zend_result post_startup(void)
{
	const zend_function_entry methods[] = {
		ZEND_FENTRY(getPool, true_async_pdo.get_pool, get_pool_arguments, ZEND_ACC_PUBLIC)
		ZEND_FE_END
	};
	zend_class_entry *child;
	pdo_class = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdo"));
	if (pdo_class && pdo_class->type == ZEND_INTERNAL_CLASS) {
		first_attribute = first_free_attribute();
		for (size_t i = 0; i < ATTRIBUTES; i++) {
			zval value;
			ZVAL_LONG(&value, first_attribute + (zend_long) i);
			zend_declare_class_constant_ex(pdo_class, zend_string_init_interned(attributes[i], strlen(attributes[i]), 1),
				&value, ZEND_ACC_PUBLIC, NULL);
		}
		zend_register_functions(pdo_class, methods, &pdo_class->function_table, MODULE_PERSISTENT);
		ZEND_HASH_MAP_FOREACH_PTR(CG(class_table), child) {
			if (child->type == ZEND_INTERNAL_CLASS && is_below(child, pdo_class)) {
				pass_on(child);
			}
		} ZEND_HASH_FOREACH_END();
	}
	return next_post_startup ? next_post_startup() : SUCCESS;
}

/* At module start. */
void true_async_pdo_startup(const true_async_pdo_hooks *hooks)
{
	true_async_pdo = *hooks;
	next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = post_startup;
}

/* NULL when there is no PDO. */
zend_class_entry *true_async_pdo_class(void) { return pdo_class; }

/* PDO::ATTR_POOL_ENABLED; the others follow. */
zend_long true_async_pdo_first_attribute(void) { return first_attribute; }

void *true_async_pdo_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

/* A class by its name in lower case, or NULL; does not autoload. */
static zend_class_entry *class_named(const char *name)
{
	return zend_hash_str_find_ptr(EG(class_table), name, strlen(name));
}

static const char *const class_names[DRIVERS] = { "pdo\\mysql", "pdo\\pgsql", "pdo\\sqlite" };

/* The class of a driver (PHP 8.4), or PDO where it has none. */
zend_class_entry *true_async_pdo_class_of_driver(int driver)
{
	zend_class_entry *ce = class_named(class_names[driver]);
	return ce && is_below(ce, pdo_class) ? ce : pdo_class;
}

/*
 * Whether an object of the class may have a connection of that driver (PHP 8.4): PDO itself and its other subclasses, unless
 * PDO::connect() makes the object, and those of the driver's own class.
 */
bool true_async_pdo_class_fits(const zend_class_entry *ce, int driver, bool connects)
{
	const zend_class_entry *own = true_async_pdo_class_of_driver(driver);
	if (own == pdo_class) {
		return true;
	}
	for (const zend_class_entry *at = ce; at && at != pdo_class; at = at->parent) {
		if (at->type == ZEND_INTERNAL_CLASS) {
			return at == own;
		}
	}
	return ce == pdo_class || !connects;
}

void true_async_pdo_throw(const char *message) { zend_throw_exception(class_named("pdoexception"), message, 0); }

/* The SQLSTATE in a PDOException; NULL if it is none, or has none. */
const char *true_async_pdo_state_of(zend_object *exception)
{
	zend_class_entry *ce = class_named("pdoexception");
	zval room, *info, *state;
	if (!ce || !instanceof_function(exception->ce, ce)) {
		return NULL;
	}
	info = zend_read_property(ce, exception, ZEND_STRL("errorInfo"), true, &room);
	ZVAL_DEREF(info);
	state = Z_TYPE_P(info) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(info), 0) : NULL;
	return state && Z_TYPE_P(state) == IS_STRING ? Z_STRVAL_P(state) : NULL;
}

/* As PDO fails by its error mode: SQLSTATE and what is wrong. */
void true_async_pdo_raise(zend_object *object, const char *state, const char *message)
{
	typedef void (*raise_function)(pdo_dbh_t *dbh, pdo_stmt_t *stmt, pdo_error_type state, const char *message);
	raise_function raise = (raise_function) true_async_pdo_symbol("pdo_raise_impl_error");
	pdo_error_type copy;
	if (raise) {
		strlcpy(copy, state, sizeof copy);
		raise(php_pdo_dbh_fetch_inner(object), NULL, copy, message);
	} else {
		zend_throw_exception_ex(class_named("pdoexception"), 0, "SQLSTATE[%s]: %s", state, message);
	}
}

/* ---- options of the constructor ---- */

/* As engine/pdo.rs has it. */
typedef struct {
	bool enabled;
	bool persistent;
	zend_long min;
	zend_long max;
	zend_long interval_ms;
	zend_long statements;
} true_async_pdo_options;
MIRRORED(true_async_pdo_options, 40, statements, 32);

static zval *option(HashTable *options, zend_long number) { return zend_hash_index_find_deref(options, number); }

static zend_long option_number(HashTable *options, zend_long number, zend_long otherwise)
{
	zval *value = option(options, number);
	return value ? zval_get_long(value) : otherwise;
}

/*
 * What options say about a pool; false if they do not mention one. If they do, the argument is a copy without them afterwards.
 */
bool true_async_pdo_take_options(zval *argument, true_async_pdo_options *read)
{
	zval *value = argument;
	bool mentioned = false;
	ZVAL_DEREF(value);
	if (!first_attribute || Z_TYPE_P(value) != IS_ARRAY) {
		return false;
	}
	HashTable *options = Z_ARRVAL_P(value);
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		mentioned |= option(options, first_attribute + (zend_long) i) != NULL;
	}
	if (!mentioned) {
		return false;
	}
	zval *enabled = option(options, first_attribute), *persistent = option(options, PDO_ATTR_PERSISTENT);
	read->enabled = enabled && zend_is_true(enabled);
	/* A text that is no number is a name, and asks for a persistent connection. */
	read->persistent = persistent && (Z_TYPE_P(persistent) == IS_STRING
		&& !is_numeric_string(Z_STRVAL_P(persistent), Z_STRLEN_P(persistent), NULL, NULL, 0)
			? Z_STRLEN_P(persistent) > 0 : zval_get_long(persistent) != 0);
	read->min = option_number(options, first_attribute + 1, 0);
	read->max = option_number(options, first_attribute + 2, 10);
	read->interval_ms = option_number(options, first_attribute + 3, 0);
	read->statements = option_number(options, first_attribute + 4, 0);

	HashTable *rest = zend_array_dup(options);
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		zend_hash_index_del(rest, first_attribute + (zend_long) i);
	}
	zval old;
	ZVAL_COPY_VALUE(&old, argument);
	ZVAL_ARR(argument, rest);
	zval_ptr_dtor(&old);
	return true;
}

/* Whether PDO knows a driver of that name. */
bool true_async_pdo_has_driver(const char *name, size_t length)
{
	zval drivers, *driver;
	bool found = false;
	zend_function *ask = zend_hash_str_find_ptr(&pdo_class->function_table, ZEND_STRL("getavailabledrivers"));
	ZVAL_UNDEF(&drivers);
	zend_call_known_function(ask, NULL, pdo_class, &drivers, 0, NULL, NULL);
	if (Z_TYPE(drivers) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(drivers), driver) {
			found |= Z_TYPE_P(driver) == IS_STRING && zend_string_equals_cstr(Z_STR_P(driver), name, length);
		} ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&drivers);
	return found;
}

/* Calls setAttribute() for an option of the constructor, if it is there. */
void true_async_pdo_set_option(zend_object *object, HashTable *options, zend_long attribute)
{
	zval *value = option(options, attribute), arguments[2];
	zend_function *set = zend_hash_str_find_ptr(&pdo_class->function_table, ZEND_STRL("setattribute"));
	if (value) {
		ZVAL_LONG(&arguments[0], attribute);
		ZVAL_COPY_VALUE(&arguments[1], value);
		zend_call_known_function(set, object, object->ce, NULL, 2, arguments, NULL);
	}
}

/* ---- data source names ---- */

static zend_string *from_uri(const char *uri)
{
	char line[512];
	zend_string *found = NULL;
	php_stream *stream = php_stream_open_wrapper((char *) uri, "rb", REPORT_ERRORS, NULL);
	if (stream) {
		if (php_stream_get_line(stream, line, sizeof line, NULL)) {
			found = zend_string_init(line, strlen(line), 0);
		}
		php_stream_close(stream);
	}
	return found;
}

/* What a data source name stands for, "driver:rest"; NULL if PDO would complain. */
zend_string *true_async_pdo_data_source(const zend_string *name)
{
	const char *text = ZSTR_VAL(name);
	char *value, option[512];
	if (!strchr(text, ':')) {
		snprintf(option, sizeof option, "pdo.dsn.%s", text);
		if (cfg_get_string(option, &value) == FAILURE || !value || !strchr(value, ':')) {
			return NULL;
		}
		text = value;
	}
	if (strncmp(text, "uri:", 4) != 0) {
		return zend_string_init(text, strlen(text), 0);
	}
	zend_string *found = from_uri(text + 4);
	if (found && !strchr(ZSTR_VAL(found), ':')) {
		zend_string_release(found);
		found = NULL;
	}
	return found;
}

/* ---- templates ---- */

static void template_closed(pdo_dbh_t *dbh)
{
	void *pool = dbh->driver_data;
	dbh->driver_data = NULL;
	if (pool) {
		true_async_pdo.template_freed(pool);
	}
}

static void template_report(pdo_dbh_t *dbh, zend_get_gc_buffer *buffer)
{
	if (dbh->driver_data) {
		true_async_pdo.template_report(dbh->driver_data, buffer);
	}
}

static const zend_function_entry *template_driver_methods(pdo_dbh_t *dbh, int kind);

/* What PDO asks a driver for. Everything that needs a connection goes to one before it gets here. */
static const struct pdo_dbh_methods template_methods = {
	.closer = template_closed,
	.get_driver_methods = template_driver_methods,
	.get_gc = template_report,
};

static pdo_driver_t template_drivers[DRIVERS] = {
	{ PDO_DRIVER_HEADER(mysql), NULL },
	{ PDO_DRIVER_HEADER(pgsql), NULL },
	{ PDO_DRIVER_HEADER(sqlite), NULL },
};

/* Whether the constructor of an object has not run yet. */
bool true_async_pdo_is_fresh(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	return !dbh->driver && !dbh->methods;
}

/* A fresh object becomes the template of a pool. */
void true_async_pdo_become_template(zend_object *object, void *pool, int driver)
{
	pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	dbh->methods = &template_methods;
	dbh->driver = &template_drivers[driver];
	dbh->driver_data = pool;
	dbh->auto_commit = 1;
	dbh->error_mode = PDO_ERRMODE_EXCEPTION;
	dbh->default_fetch_type = PDO_FETCH_BOTH;
	strlcpy(dbh->error_code, PDO_ERR_NONE, sizeof dbh->error_code);
}

/* Its constructor fails. */
void true_async_pdo_leave_template(zend_object *object)
{
	pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	dbh->methods = NULL;
	dbh->driver = NULL;
	dbh->driver_data = NULL;
}

bool true_async_pdo_is_template(zend_object *object)
{
	return php_pdo_dbh_fetch_inner(object)->methods == &template_methods;
}

/* The pool of an object, NULL for one that is an ordinary connection. */
void *true_async_pdo_pool(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	return dbh->methods == &template_methods ? dbh->driver_data : NULL;
}

/* What a template decides about the results of its connections. */
void true_async_pdo_copy_settings(zend_object *template, zend_object *slot)
{
	const pdo_dbh_t *from = php_pdo_dbh_fetch_inner(template);
	pdo_dbh_t *to = php_pdo_dbh_fetch_inner(slot);
	to->error_mode = from->error_mode;
	to->desired_case = from->desired_case;
	to->oracle_nulls = from->oracle_nulls;
	to->stringify = from->stringify;
	to->default_fetch_type = from->default_fetch_type;
}

/*
 * A call begins that may make a statement: its class is that of the template. The driver may be left in the middle of it, so the
 * arguments of the constructor stay until the call has ended, whatever happens to those of the template.
 */
void true_async_pdo_lend_class(zend_object *template, zend_object *slot)
{
	const pdo_dbh_t *from = php_pdo_dbh_fetch_inner(template);
	pdo_dbh_t *to = php_pdo_dbh_fetch_inner(slot);
	to->def_stmt_ce = from->def_stmt_ce;
	ZVAL_COPY(&to->def_stmt_ctor_args, &from->def_stmt_ctor_args);
}

/* The call has ended: what the collector of cycles could not see is given back. */
void true_async_pdo_take_class(zend_object *slot)
{
	pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(slot);
	zval lent;
	ZVAL_COPY_VALUE(&lent, &dbh->def_stmt_ctor_args);
	ZVAL_UNDEF(&dbh->def_stmt_ctor_args);
	zval_ptr_dtor(&lent);
}

/* ---- methods that only a driver has ---- */

/*
 * What a driver offers does not depend on a connection, but only a handle that it has made tells: this one is never
 * connected to anything.
 */
static const char *const nowhere[DRIVERS] = { NULL, "pgsql:!", "sqlite::memory:" };

static const zend_function_entry *ask_driver(int driver)
{
	static const zend_function_entry none[] = { ZEND_FE_END };
	const zend_function_entry *offered = NULL;
	zval object, name;
	if (!nowhere[driver] || EG(exception) || object_init_ex(&object, pdo_class) != SUCCESS) {
		return none;
	}
	ZVAL_STRING(&name, nowhere[driver]);
	zend_call_known_instance_method_with_1_params(pdo_class->constructor, Z_OBJ(object), NULL, &name);
	if (EG(exception)) {
		zend_clear_exception();
	}
	pdo_dbh_t *dbh = Z_PDO_DBH_P(&object);
	if (dbh->methods && dbh->methods->get_driver_methods) {
		offered = dbh->methods->get_driver_methods(dbh, PDO_DBH_DRIVER_METHOD_KIND_DBH);
	}
	size_t count = 0;
	while (offered && offered[count].fname) {
		count++;
	}
	/* For as long as the process lives. */
	zend_function_entry *ours = count ? malloc((count + 1) * sizeof(*ours)) : NULL;
	if (ours) {
		memcpy(ours, offered, (count + 1) * sizeof(*ours));
		for (size_t i = 0; i < count; i++) {
			ours[i].handler = true_async_pdo.driver_method;
		}
	}
	zval_ptr_dtor(&name);
	zval_ptr_dtor(&object);
	return ours ? ours : none;
}

static const zend_function_entry *template_driver_methods(pdo_dbh_t *dbh, int kind)
{
	static const zend_function_entry *known[DRIVERS];
	int driver = (int) (dbh->driver - template_drivers);
	if (kind != PDO_DBH_DRIVER_METHOD_KIND_DBH || driver < 0 || driver >= DRIVERS) {
		return NULL;
	}
	const zend_function_entry *methods = __atomic_load_n(&known[driver], __ATOMIC_ACQUIRE);
	if (!methods) {
		methods = ask_driver(driver);
		__atomic_store_n(&known[driver], methods, __ATOMIC_RELEASE);
	}
	return methods->fname ? methods : NULL;
}

/* The method of that name of a connection, its driver's included; NULL if it has none. */
zend_function *true_async_pdo_method(zend_object *slot, zend_string *name)
{
	return slot->handlers->get_method(&slot, name, NULL);
}

/* Calls a method of a connection: a list of its name and its arguments. */
void true_async_pdo_call_method(zend_object *slot, HashTable *call)
{
	zval arguments[4], *value, result;
	uint32_t count = 0;
	zend_function *method = true_async_pdo_method(slot, Z_STR_P(zend_hash_index_find(call, 0)));
	while (count < 4 && (value = zend_hash_index_find(call, count + 1))) {
		ZVAL_COPY_VALUE(&arguments[count], value);
		count++;
	}
	if (method) {
		ZVAL_UNDEF(&result);
		zend_call_known_function(method, slot, slot->ce, &result, count, arguments, NULL);
		zval_ptr_dtor(&result);
	}
}

/* ---- leases ---- */

/* Looks to PDO and its drivers like the PDO object of a connection. */
typedef struct {
	void *lease;
	pdo_dbh_object_t pdo;
} lease_object;

static zend_object_handlers lease_handlers;

static lease_object *lease_of(zend_object *object)
{
	return (lease_object *) ((char *) object - XtOffsetOf(lease_object, pdo.std));
}

static void lease_destroy(zend_object *object)
{
	/* At the end of a request all objects are told to end, also those that others still hold. */
	if (GC_REFCOUNT(object) == 1 && lease_of(object)->lease) {
		true_async_pdo.lease_released(lease_of(object)->lease);
	} else if (!(EG(flags) & EG_FLAGS_IN_SHUTDOWN)) {
		/* The collector has found it with a statement that is garbage (PHP 8.4), and will free that one: to be told again. */
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	}
}

static void lease_free(zend_object *object)
{
	void *lease = lease_of(object)->lease;
	lease_of(object)->lease = NULL;
	zend_object_std_dtor(object);
	if (lease) {
		true_async_pdo.lease_freed(lease);
	}
}

static HashTable *lease_report(zend_object *object, zval **table, int *count)
{
	*table = NULL;
	*count = 0;
	return NULL;
}

/* A lease of a connection. */
zend_object *true_async_pdo_new_lease(zend_object *slot, void *lease)
{
	lease_object *made = zend_object_alloc(sizeof(lease_object), slot->ce);
	zend_object_std_init(&made->pdo.std, slot->ce);
	object_properties_init(&made->pdo.std, slot->ce);
	/* Threads write the same. */
	if (!lease_handlers.free_obj) {
		zend_object_handlers handlers = *slot->handlers;
		handlers.offset = XtOffsetOf(lease_object, pdo.std);
		handlers.dtor_obj = lease_destroy;
		handlers.clone_obj = NULL;
		handlers.get_gc = lease_report;
		handlers.free_obj = lease_free;
		lease_handlers = handlers;
	}
	made->pdo.std.handlers = &lease_handlers;
	made->pdo.inner = php_pdo_dbh_fetch_inner(slot);
	made->lease = lease;
	/* What holds it is invisible to the collector. */
	GC_ADD_FLAGS(&made->pdo.std, GC_NOT_COLLECTABLE);
	return &made->pdo.std;
}

/*
 * The connection of a lease is gone while something still holds the lease: at the end of a request, or after a fatal error.
 * Drivers see from the flag that they must not use it.
 */
void true_async_pdo_cut_off(zend_object *lease)
{
	static pdo_dbh_t nothing;
	GC_ADD_FLAGS(lease, IS_OBJ_FREE_CALLED);
	lease_of(lease)->lease = NULL;
	lease_of(lease)->pdo.inner = &nothing;
}

/* ---- opening ---- */

/* Opens a connection as `new` does with these four arguments; NULL with an exception. */
zend_object *true_async_pdo_open(zend_class_entry *ce, zval *arguments)
{
	zval object;
	if (object_init_ex(&object, ce) != SUCCESS) {
		return NULL;
	}
	zend_call_known_function(ce->constructor, Z_OBJ(object), ce, NULL, 4, arguments, NULL);
	if (EG(exception)) {
		zval_ptr_dtor(&object);
		return NULL;
	}
	return Z_OBJ(object);
}

#endif
