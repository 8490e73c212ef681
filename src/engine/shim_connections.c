/*
 * What the handles of PDO and mysqli have in common with each other: the connection they belong to. Only extensions whose
 * headers PHP installs are looked into, and ftp; nothing of them is linked. And what their exceptions have in their chain.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>
#include "php.h"
#include "zend_builtin_functions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"
#include "shim_mirror.h"

#if defined(__has_include)
# if __has_include("ext/pdo/php_pdo_driver.h")
#  include "ext/pdo/php_pdo_driver.h"
#  define HAVE_PDO_HEADERS 1
# endif
# if __has_include("ext/mysqli/php_mysqli_structs.h") && __has_include("ext/mysqlnd/mysqlnd.h")
#  include "ext/mysqli/php_mysqli_structs.h"
#  define HAVE_MYSQLI_HEADERS 1
# endif
#endif

/* ---- ftp, of which PHP installs no header ---- */

/* The socket that commands are sent on: the first field of what an object has a pointer to. -1 if it is closed, or laid out otherwise. */
int true_async_ftp_socket(zend_object *object)
{
	bool is_known = zend_string_equals_literal(object->ce->name, "FTP\\Connection") && object->handlers->offset == sizeof(int *);
	const int *connection = is_known ? ((int **) object)[-1] : NULL;
	return connection ? *connection : -1;
}

/* ---- PDO ---- */

#ifdef HAVE_PDO_HEADERS

/* In shim_deep.c: tables may be constant for all others. */
bool true_async_write_handler(void **field, void *value);

/* The handle of a PDO object: persistent ones share it. */
bool true_async_pdo_is_template(zend_object *object);

/* NULL for a template of the PDO pool: every call on it has a connection of its own. */
void *true_async_pdo_connection(zend_object *object)
{
	return true_async_pdo_is_template(object) ? NULL : php_pdo_dbh_fetch_inner(object);
}

/* That of a statement, NULL for one without. The handle may be gone already at the end of a request. */
void *true_async_pdo_connection_of_statement(zend_object *object) { return php_pdo_stmt_fetch_object(object)->dbh; }

/* The name of the driver, NULL before there is one. */
const char *true_async_pdo_driver(void *connection)
{
	const pdo_dbh_t *dbh = connection;
	return dbh && dbh->driver ? dbh->driver->driver_name : NULL;
}

/* What a data source string stands for: itself, or an entry of the configuration. */
const char *true_async_pdo_resolve(const char *data_source)
{
	char name[512], *value;
	if (strchr(data_source, ':')) {
		return data_source;
	}
	snprintf(name, sizeof name, "pdo.dsn.%s", data_source);
	return cfg_get_string(name, &value) == SUCCESS ? value : data_source;
}

static const char *text(const zval *value)
{
	return value && Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
}

/* The name under which PDO keeps the persistent connection that a constructor asks for; NULL if it asks for none. */
static zend_string *persistent_name(const zval *args, uint32_t count)
{
	zval *options = count > 3 ? (zval *) &args[3] : NULL;
	if (count == 0 || Z_TYPE(args[0]) != IS_STRING || !options) {
		return NULL;
	}
	ZVAL_DEREF(options);
	if (Z_TYPE_P(options) != IS_ARRAY) {
		return NULL;
	}
	const zval *asked = zend_hash_index_find_deref(Z_ARRVAL_P(options), PDO_ATTR_PERSISTENT);
	if (!asked) {
		return NULL;
	}
	bool named = Z_TYPE_P(asked) == IS_STRING && Z_STRLEN_P(asked) > 0
		&& !is_numeric_string(Z_STRVAL_P(asked), Z_STRLEN_P(asked), NULL, NULL, 0);
	if (!named && Z_TYPE_P(asked) > IS_STRING) {
		return NULL;
	}
	if (!named && !zval_get_long((zval *) asked)) {
		return NULL;
	}
	smart_str name = {0};
	smart_str_appends(&name, "PDO:DBH:DSN=");
	smart_str_appends(&name, true_async_pdo_resolve(Z_STRVAL(args[0])));
	smart_str_appendc(&name, ':');
	smart_str_appends(&name, text(count > 1 ? &args[1] : NULL));
	smart_str_appendc(&name, ':');
	smart_str_appends(&name, text(count > 2 ? &args[2] : NULL));
	if (named) {
		smart_str_appendc(&name, ':');
		smart_str_append(&name, Z_STR_P(asked));
	}
	smart_str_0(&name);
	return name.s;
}

static pdo_dbh_t *find_persistent(const zend_string *name, zend_resource **entry)
{
	*entry = zend_hash_str_find_ptr(&EG(persistent_list), ZSTR_VAL(name), ZSTR_LEN(name));
	return *entry ? (*entry)->ptr : NULL;
}

/*
 * Whether a constructor asks for a persistent connection. Then `*name` is a number that stands for its name, with the
 * topmost bit set as in no address, and `*connection` is the one that PDO keeps under it, or NULL.
 */
bool true_async_pdo_persistent(const zval *args, uint32_t count, uintptr_t *number, void **connection)
{
	zend_string *name = persistent_name(args, count);
	if (!name) {
		return false;
	}
	zend_resource *entry;
	*number = zend_inline_hash_func(ZSTR_VAL(name), ZSTR_LEN(name));
	*connection = find_persistent(name, &entry);
	zend_string_release(name);
	return true;
}

/*
 * A persistent connection that does not answer any more is destroyed by the constructor that finds it, also under other
 * objects that have it. Those keep it: it is taken from the list, and goes with the last of them. If there are none, the constructor
 * takes it from the list and never frees it, nor closes its socket: one on which a call was cancelled is freed here.
 */
void true_async_pdo_give_up_dead(const zval *args, uint32_t count, bool interrupted)
{
	zend_string *name = persistent_name(args, count);
	if (!name) {
		return;
	}
	zend_resource *entry;
	pdo_dbh_t *dbh = find_persistent(name, &entry);
	/* One reference is the list's. */
	if (dbh && (dbh->refcount > 1 || interrupted) && dbh->methods && dbh->methods->check_liveness
			&& dbh->methods->check_liveness(dbh) == FAILURE && find_persistent(name, &entry) == dbh) {
		if (dbh->refcount > 1) {
			entry->type = -1;
			entry->ptr = NULL;
			dbh->refcount--;
		}
		zend_hash_str_del(&EG(persistent_list), ZSTR_VAL(name), ZSTR_LEN(name));
	}
	zend_string_release(name);
}

/*
 * An object is not freed because C code is in the middle of its connection. A persistent one counts its objects, and the list
 * of persistent connections frees it at the end of the process: it counts this one no more.
 */
void true_async_pdo_forget_object(zend_object *object)
{
	pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	if (dbh->is_persistent && dbh->refcount > 1 && --dbh->refcount == 1) {
		/* Memory of the request. */
		dbh->query_stmt = NULL;
		ZVAL_UNDEF(&dbh->query_stmt_zval);
	}
}

/* ---- large objects that statements of PDO pgsql fetch ---- */

/* What all statements of the driver do for a column; a column that is bound as a large object becomes a stream of their connection. */
static pdo_stmt_get_col_data_func get_column_original;
static void (*found_large_object)(zval *stream, void *connection);

static int get_column(pdo_stmt_t *stmt, int number, zval *value, enum pdo_param_type *type)
{
	int done = get_column_original(stmt, number, value, type);
	if (Z_TYPE_P(value) == IS_RESOURCE) {
		/* Columns of bytes are streams of memory. */
		const php_stream *stream = zend_fetch_resource2(Z_RES_P(value), NULL, php_file_le_stream(), php_file_le_pstream());
		if (stream && strcmp(stream->ops->label, "pdo_pgsql lob stream") == 0) {
			found_large_object(value, stmt->dbh);
		}
	}
	return done;
}

/* Tells of each large object that statements of this one's kind fetch from now on. */
void true_async_watch_large_objects(zend_object *statement, void (*tell)(zval *stream, void *connection))
{
	const pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(statement);
	if (!stmt->dbh || !stmt->methods || stmt->methods->get_col == get_column || !stmt->dbh->driver
			|| strcmp(stmt->dbh->driver->driver_name, "pgsql") != 0) {
		return;
	}
	/* The driver has one function; the tables of the PDO pool are copies of its table. */
	get_column_original = stmt->methods->get_col;
	found_large_object = tell;
	true_async_write_handler((void **) &stmt->methods->get_col, (void *) get_column);
}

/* ---- streams that are parameters of statements ---- */

/*
 * The next stream that is bound to a parameter as a large object, which a driver reads when the statement is executed; NULL
 * after the last one. `*position` is where to look first, and then where it was found. Has one more holder: `*held`.
 */
php_stream *true_async_pdo_stream_bound(zend_object *statement, uint32_t *position, zend_resource **held)
{
	const HashTable *bound = php_pdo_stmt_fetch_object(statement)->bound_params;
	for (; bound && *position < bound->nNumUsed; ++*position) {
		const zval *element = HT_IS_PACKED(bound) ? &bound->arPacked[*position] : &bound->arData[*position].val;
		if (Z_TYPE_P(element) != IS_PTR) {
			continue;
		}
		const struct pdo_bound_param_data *parameter = Z_PTR_P(element);
		const zval *value = &parameter->parameter;
		ZVAL_DEREF(value);
		if (PDO_PARAM_TYPE(parameter->param_type) == PDO_PARAM_LOB && Z_TYPE_P(value) == IS_RESOURCE) {
			php_stream *stream = zend_fetch_resource2(Z_RES_P(value), NULL, php_file_le_stream(), php_file_le_pstream());
			if (stream) {
				*held = Z_RES_P(value);
				GC_ADDREF(*held);
				return stream;
			}
		}
	}
	return NULL;
}

#else

void true_async_pdo_forget_object(zend_object *object) { }
void *true_async_pdo_connection(zend_object *object) { return NULL; }
void *true_async_pdo_connection_of_statement(zend_object *object) { return NULL; }
const char *true_async_pdo_driver(void *connection) { return NULL; }
const char *true_async_pdo_resolve(const char *data_source) { return data_source; }
bool true_async_pdo_persistent(const zval *args, uint32_t count, uintptr_t *number, void **connection) { return false; }
void true_async_pdo_give_up_dead(const zval *args, uint32_t count, bool interrupted) { }

void true_async_watch_large_objects(zend_object *statement, void (*tell)(zval *stream, void *connection)) {}
php_stream *true_async_pdo_stream_bound(zend_object *statement, uint32_t *position, zend_resource **held) { return NULL; }
#endif

/*
 * Methods that only the driver of a connection has are in no class: each connection has a table of its own, which it makes
 * when one of them is first looked up. `found` is told of every function of such a table.
 */
static zend_function *(*get_method_original)(zend_object **object, zend_string *name, const zval *key);
static void (*found)(zend_function *function);

static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_function *function = get_method_original(object, name, key);
	if (function && function->type == ZEND_INTERNAL_FUNCTION && !function->internal_function.module) {
		found(function);
	}
	return function;
}

/* The table of handlers of PDO. */
void true_async_watch_driver_methods(zend_object_handlers *handlers, void (*tell)(zend_function *function))
{
	if (handlers->get_method && handlers->get_method != get_method) {
		get_method_original = handlers->get_method;
		found = tell;
		handlers->get_method = get_method;
	}
}

/* One holder less. May run PHP code. */
void true_async_release_resource(zend_resource *held) { zend_list_delete(held); }

/* ---- mysqli ---- */

/* The connection of a link, a statement or a result: mysqlnd's, which all three know. NULL for one that is closed. */
#ifdef HAVE_MYSQLI_HEADERS

static void *resource(zend_object *object)
{
	const MYSQLI_RESOURCE *resource = php_mysqli_fetch_object(object)->ptr;
	return resource ? resource->ptr : NULL;
}

void *true_async_mysqli_connection_of_link(zend_object *object)
{
	const MY_MYSQL *link = resource(object);
	return link && link->mysql ? link->mysql->data : NULL;
}

void *true_async_mysqli_connection_of_statement(zend_object *object)
{
	const MY_STMT *statement = resource(object);
	return statement && statement->stmt && statement->stmt->data ? statement->stmt->data->conn : NULL;
}

void *true_async_mysqli_connection_of_result(zend_object *object)
{
	const MYSQL_RES *result = resource(object);
	return result ? result->conn : NULL;
}

#else

void *true_async_mysqli_connection_of_link(zend_object *object) { return NULL; }
void *true_async_mysqli_connection_of_statement(zend_object *object) { return NULL; }
void *true_async_mysqli_connection_of_result(zend_object *object) { return NULL; }

#endif

/* ---- pgsql ---- */

static int (*pgsql_status)(void *connection);
static int (*pgsql_socket)(void *connection);

/* The library may not have noticed yet that its socket was shut down. */
static int is_broken_link(zval *entry, void *type)
{
	const zend_resource *link = Z_PTR_P(entry);
	char byte;
	if (link->type != *(int *) type || !link->ptr) {
		return ZEND_HASH_APPLY_KEEP;
	}
	errno = 0;
	bool well = pgsql_status(link->ptr) == 0
		&& (recv(pgsql_socket(link->ptr), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0 || errno == EAGAIN || errno == EWOULDBLOCK);
	return well ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_REMOVE;
}

/*
 * Closes persistent connections of pgsql that are not in order. The extension hands them out as they are, unless
 * pgsql.auto_reset_persistent is set. No object has one: no code of the request has run.
 */
void true_async_drop_broken_links(void)
{
	int type = zend_fetch_list_dtor_id("pgsql link persistent");
	if (!pgsql_status) {
		pgsql_status = (int (*)(void *)) dlsym(RTLD_DEFAULT, "PQstatus");
		pgsql_socket = (int (*)(void *)) dlsym(RTLD_DEFAULT, "PQsocket");
	}
	if (type > 0 && pgsql_status && pgsql_socket) {
		zend_hash_apply_with_argument(&EG(persistent_list), is_broken_link, &type);
	}
}

/* ---- handles that no header describes ---- */

static bool is_alive(const zend_object *object)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		if (EG(objects_store).object_buckets[i] == object) {
			return true;
		}
	}
	return false;
}

/*
 * A handle that belongs to another one holds it, as a value in the structure before its header, or as a property. The first
 * such object that is wanted, or NULL. Nothing is looked into that is not known to be an object.
 */
zend_object *true_async_held_by(zend_object *object, bool (*wanted)(zend_object *object))
{
	const zval *end = (const zval *) object;
	const char *at = (const char *) object - object->handlers->offset;
	for (; at + sizeof(zval) <= (const char *) end; at += sizeof(void *)) {
		const zval *value = (const zval *) at;
		if (Z_TYPE_INFO_P(value) == IS_OBJECT_EX && is_alive(Z_OBJ_P(value)) && wanted(Z_OBJ_P(value))) {
			return Z_OBJ_P(value);
		}
	}
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		const zval *value = &object->properties_table[i];
		if (Z_TYPE_P(value) == IS_OBJECT && wanted(Z_OBJ_P(value))) {
			return Z_OBJ_P(value);
		}
	}
	return NULL;
}

/* ---- foreach ---- */

/* A call that an iterator makes on behalf of `foreach`; engine/connection.rs has the same. */
typedef struct {
	uintptr_t key;
	zend_object *unseen_cancellation;
	bool entered;
	bool zone;
} true_async_visit;
MIRRORED(true_async_visit, 24, zone, 17);

/* False when the call must not be made, with an exception. */
typedef bool (*true_async_begin)(int number, zend_object *object, true_async_visit *visit);
typedef void (*true_async_end)(true_async_visit *visit);

static true_async_begin begin;
static true_async_end end;

#define ITERATORS 6
static zend_object_iterator *(*get_original[ITERATORS])(zend_class_entry *ce, zval *object, int by_ref);
static const zend_object_iterator_funcs *original[ITERATORS];
static zend_object_iterator_funcs ours[ITERATORS];

static void move(int n, zend_object_iterator *iterator, void (*how)(zend_object_iterator *))
{
	true_async_visit visit;
	if (begin(n, Z_OBJ(iterator->data), &visit)) {
		how(iterator);
		end(&visit);
	}
}

#define WRAPPERS(n) \
	static void move_forward_##n(zend_object_iterator *iterator) { move(n, iterator, original[n]->move_forward); } \
	static void rewind_##n(zend_object_iterator *iterator) { move(n, iterator, original[n]->rewind); } \
	static zend_object_iterator *get_##n(zend_class_entry *ce, zval *object, int by_ref) \
	{ \
		return get(n, ce, object, by_ref, move_forward_##n, rewind_##n); \
	}

static zend_object_iterator *get(int n, zend_class_entry *ce, zval *object, int by_ref,
	void (*move_forward)(zend_object_iterator *), void (*rewind)(zend_object_iterator *))
{
	true_async_visit visit;
	if (!begin(n, Z_OBJ_P(object), &visit)) {
		return NULL;
	}
	zend_object_iterator *iterator = get_original[n](ce, object, by_ref);
	if (iterator) {
		if (!original[n]) {
			zend_object_iterator_funcs functions = *iterator->funcs;
			functions.move_forward = move_forward;
			if (functions.rewind) {
				functions.rewind = rewind;
			}
			/* Threads write the same, also while others use it. */
			ours[n] = functions;
			original[n] = iterator->funcs;
		}
		if (iterator->funcs == original[n]) {
			iterator->funcs = &ours[n];
		}
	}
	end(&visit);
	return iterator;
}

WRAPPERS(0)
WRAPPERS(1)
WRAPPERS(2)
WRAPPERS(3)
WRAPPERS(4)
WRAPPERS(5)

/* Puts both calls around what iterators of a class do. Before user code has seen the class, which inherits from it. */
void true_async_wrap_iterator(int n, const char *name, size_t length, true_async_begin call_begins, true_async_end call_ends)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), name, length);
	static zend_object_iterator *(*const wrappers[ITERATORS])(zend_class_entry *, zval *, int) = {get_0, get_1, get_2, get_3, get_4, get_5};
	zend_object_iterator *(*wrapper)(zend_class_entry *, zval *, int) = wrappers[n];
	begin = call_begins;
	end = call_ends;
	if (ce && ce->type == ZEND_INTERNAL_CLASS && ce->get_iterator && ce->get_iterator != wrapper) {
		get_original[n] = ce->get_iterator;
		ce->get_iterator = wrapper;
	}
}

/* ---- exceptions ---- */

/* The previous one of an exception, or NULL. */
zend_object *true_async_exception_previous(zend_object *exception)
{
	zval room;
	zval *previous = zend_read_property_ex(zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &room);
	return Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
}

static bool is_same_frame(const zval *one, const zval *other)
{
	static const char *const places[] = {"function", "class", "file", "line"};
	if (Z_TYPE_P(one) != IS_ARRAY || Z_TYPE_P(other) != IS_ARRAY) {
		return false;
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		zval *left = zend_hash_str_find(Z_ARRVAL_P(one), places[i], strlen(places[i]));
		zval *right = zend_hash_str_find(Z_ARRVAL_P(other), places[i], strlen(places[i]));
		if (left && right ? !zend_is_identical(left, right) : left != right) {
			return false;
		}
	}
	return true;
}

/*
 * Whether an exception was made in the innermost frame that there is now: its trace is the one that there is. Those of functions that
 * this has called have longer ones, and those of other coroutines others.
 */
bool true_async_exception_is_made_here(zend_object *exception)
{
	zval room, here;
	const zval *made = zend_read_property_ex(zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_TRACE), true, &room);
	if (Z_TYPE_P(made) != IS_ARRAY) {
		return false;
	}
	zend_fetch_debug_backtrace(&here, 0, DEBUG_BACKTRACE_IGNORE_ARGS, 0);
	uint32_t count = zend_hash_num_elements(Z_ARRVAL(here));
	bool is_same = zend_hash_num_elements(Z_ARRVAL_P(made)) == count;
	for (uint32_t i = 0; is_same && i < count; i++) {
		zval *one = zend_hash_index_find(Z_ARRVAL_P(made), i), *other = zend_hash_index_find(Z_ARRVAL(here), i);
		is_same = one && other && is_same_frame(one, other);
	}
	zval_ptr_dtor(&here);
	return is_same;
}

/* Whether the second exception is the first, or in its chain. */
bool true_async_exception_contains(zend_object *exception, const zend_object *other)
{
	while (exception && exception != other) {
		exception = true_async_exception_previous(exception);
	}
	return exception != NULL;
}
