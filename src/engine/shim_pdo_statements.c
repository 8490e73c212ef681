/*
 * Statements on the connections of a PDO pool: their tables of driver functions are copies of the driver's own with a few
 * functions in front, so that the pool hears how each call has ended.
 *
 *   stmt->methods -> table: executer, fetcher, next_rowset, cursor_closer, dtor (ours) | everything else (the driver's)
 *
 * Statements that the server has prepared can outlive their objects: they are parked by their text, oldest first.
 */
#include "shim_pdo.h"

#ifdef HAVE_PDO_HEADERS

/* The functions of the statements of a driver: those it prepares on the server may be parked. */
typedef struct {
	struct pdo_stmt_methods methods;
	const struct pdo_stmt_methods *own;
	bool parkable;
} statement_table;

/* What a driver has made of a text. */
typedef struct {
	void *driver_data;
	const struct pdo_stmt_methods *own;
	unsigned supports_placeholders;
	const char *named_rewrite_template;
} prepared;

static statement_table tables[DRIVERS][2];

static const statement_table *table_of(const pdo_stmt_t *stmt) { return (const statement_table *) stmt->methods; }

/* Whether the connection of a statement is still there. A failed one does not hold it, but is held by it. */
static bool is_connected(const pdo_stmt_t *stmt)
{
	const zval *holds = &stmt->database_object_handle;
	if (Z_ISUNDEF_P(holds)) {
		return true;
	}
	return IS_OBJ_VALID(EG(objects_store).object_buckets[Z_OBJ_HANDLE_P(holds)]) && !(OBJ_FLAGS(Z_OBJ_P(holds)) & IS_OBJ_FREE_CALLED);
}

/* Calls a function of the driver and tells the pool how it went. */
#define INSIDE(stmt, result, call) do { \
		true_async_connection *inside_ = connection_of((stmt)->dbh); \
		inside_->inside++; \
		result = call; \
		inside_->inside--; \
	} while (0)

/* Frees what a driver has made of a text; the server is told if the connection can be used. */
static void discard(true_async_connection *of, prepared *what, bool tell)
{
	pdo_stmt_t stmt;
	int ignored;
	memset(&stmt, 0, sizeof stmt);
	stmt.driver_data = what->driver_data;
	stmt.methods = what->own;
	stmt.dbh = handle_of(of->object);
	stmt.supports_placeholders = what->supports_placeholders;
	strlcpy(stmt.error_code, PDO_ERR_NONE, sizeof stmt.error_code);
	if (tell) {
		ZVAL_OBJ(&stmt.database_object_handle, of->object);
	}
	INSIDE(&stmt, ignored, what->own->dtor(&stmt));
	(void) ignored;
}

static void discard_parked(zval *entry)
{
	efree(Z_PTR_P(entry));
}

void true_async_pdo_unpark_all(true_async_connection *of, bool tell)
{
	zend_string *text;
	prepared *what;
	HashTable *parked = of->parked;
	of->parked = NULL;
	if (!parked) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_PTR(parked, text, what) {
		(void) text;
		discard(of, what, tell);
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(parked);
	FREE_HASHTABLE(parked);
}

/* Keeps what a statement has prepared, whose object goes; false if there is no use for it. */
static bool park(true_async_connection *of, pdo_stmt_t *stmt)
{
	const struct pdo_stmt_methods *own = table_of(stmt)->own;
	zend_string *text = stmt->query_string;
	int well = 1;
	if (!text || CG(unclean_shutdown) || EG(exception) || (of->parked && zend_hash_exists(of->parked, text))) {
		return false;
	}
	if (own->cursor_closer) {
		INSIDE(stmt, well, own->cursor_closer(stmt));
	}
	true_async_pdo.slot_used(of->slot, well);
	/* Others may have been here meanwhile. */
	if (!well || EG(exception) || (of->parked && zend_hash_exists(of->parked, text))) {
		return false;
	}
	if (!of->parked) {
		ALLOC_HASHTABLE(of->parked);
		zend_hash_init(of->parked, 8, NULL, discard_parked, 0);
	}
	prepared *kept = emalloc(sizeof *kept);
	*kept = (prepared) { stmt->driver_data, own, stmt->supports_placeholders, stmt->named_rewrite_template };
	zend_hash_add_new_ptr(of->parked, text, kept);
	if (zend_hash_num_elements(of->parked) > of->room) {
		HashPosition oldest;
		zend_string *key;
		zend_ulong index;
		zend_hash_internal_pointer_reset_ex(of->parked, &oldest);
		zend_hash_get_current_key_ex(of->parked, &key, &index, &oldest);
		prepared evicted = *(prepared *) zend_hash_get_current_data_ptr_ex(of->parked, &oldest);
		zend_hash_del(of->parked, key);
		discard(of, &evicted, true);
	}
	return true;
}

typedef int (*parse_function)(pdo_stmt_t *stmt, zend_string *text, zend_string **rewritten);

/* Has PDO number the parameters of a statement as it did when the text was prepared. */
static bool parse(pdo_stmt_t *stmt, zend_string *text)
{
	parse_function parse_params = (parse_function) true_async_pdo_symbol("pdo_parse_params");
	zend_string *rewritten = NULL;
	if (!parse_params || parse_params(stmt, text, &rewritten) < 0) {
		return false;
	}
	if (rewritten) {
		zend_string_release(rewritten);
	}
	return true;
}

/* Parameters of the last run may still be in the driver's arrays, where their values are gone. */
static void forget_parameters(pdo_stmt_t *stmt)
{
	struct pdo_bound_param_data parameter;
	uint32_t count = stmt->bound_param_map ? zend_hash_num_elements(stmt->bound_param_map) : 0;
	if (!stmt->methods->param_hook) {
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		memset(&parameter, 0, sizeof parameter);
		ZVAL_NULL(&parameter.parameter);
		parameter.paramno = i;
		parameter.is_param = 1;
		parameter.param_type = PDO_PARAM_NULL;
		parameter.stmt = stmt;
		stmt->methods->param_hook(stmt, &parameter, PDO_PARAM_EVT_EXEC_PRE);
	}
}

bool true_async_pdo_take_parked(true_async_connection *of, pdo_stmt_t *stmt, zend_string *text)
{
	prepared *found = of->parked ? zend_hash_find_ptr(of->parked, text) : NULL;
	if (!found) {
		return false;
	}
	prepared taken = *found;
	zend_hash_del(of->parked, text);
	stmt->driver_data = taken.driver_data;
	stmt->supports_placeholders = taken.supports_placeholders;
	stmt->named_rewrite_template = taken.named_rewrite_template;
	stmt->methods = &tables[of->driver][1].methods;
	if (!parse(stmt, text)) {
		stmt->driver_data = NULL;
		stmt->methods = NULL;
		discard(of, &taken, true);
		return false;
	}
	forget_parameters(stmt);
	return true;
}

int true_async_pdo_native_code(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	zval info;
	int code = 0;
	if (connection_of(dbh)->own->fetch_err) {
		array_init(&info);
		connection_of(dbh)->own->fetch_err(dbh, stmt, &info);
		zval *first = zend_hash_index_find(Z_ARRVAL(info), 0);
		code = first && Z_TYPE_P(first) == IS_LONG ? (int) Z_LVAL_P(first) : 0;
		zval_ptr_dtor(&info);
	}
	return code;
}

/* Whether a statement failed because the server does not know it any more, or what it knows does not fit. */
static bool is_stale(true_async_connection *of, pdo_stmt_t *stmt)
{
	if (of->driver == PGSQL) {
		bool stale = strcmp(stmt->error_code, "0A000") == 0 || strcmp(stmt->error_code, "26000") == 0;
		/* A transaction has failed with it. */
		return stale && !of->own->in_transaction(stmt->dbh);
	}
	int code = true_async_pdo_native_code(stmt->dbh, stmt);
	return code == 1243 || code == 1615 || code == 2057;
}

/* Prepares the text of a statement again and runs it again. */
static int prepare_again(true_async_connection *of, pdo_stmt_t *stmt)
{
	const struct pdo_stmt_methods *own = table_of(stmt)->own;
	typedef void (*set_column_count_function)(pdo_stmt_t *stmt, int count);
	set_column_count_function set_column_count = (set_column_count_function) true_async_pdo_symbol("php_pdo_stmt_set_column_count");
	struct pdo_bound_param_data *parameter;
	zval options;
	prepared stale = { stmt->driver_data, own, stmt->supports_placeholders, stmt->named_rewrite_template };
	if (!set_column_count) {
		return 0;
	}
	if (stmt->bound_param_map) {
		zend_hash_destroy(stmt->bound_param_map);
		FREE_HASHTABLE(stmt->bound_param_map);
		stmt->bound_param_map = NULL;
	}
	stmt->driver_data = NULL;
	discard(of, &stale, true);
	/* It was prepared on the server then, whatever the settings are by now. */
	array_init(&options);
	add_index_bool(&options, PDO_ATTR_EMULATE_PREPARES, 0);
	bool well = of->own->preparer(stmt->dbh, stmt->query_string, stmt, of->driver == PGSQL ? &options : NULL);
	zval_ptr_dtor(&options);
	stmt->methods = &tables[of->driver][1].methods;
	if (!well) {
		strlcpy(stmt->error_code, stmt->dbh->error_code, sizeof stmt->error_code);
		return 0;
	}
	if (stmt->bound_params && own->param_hook) {
		ZEND_HASH_FOREACH_PTR(stmt->bound_params, parameter) {
			if (!own->param_hook(stmt, parameter, PDO_PARAM_EVT_EXEC_PRE)) {
				return 0;
			}
		} ZEND_HASH_FOREACH_END();
	}
	/* It is described anew. */
	set_column_count(stmt, 0);
	stmt->executed = 0;
	strlcpy(stmt->error_code, PDO_ERR_NONE, sizeof stmt->error_code);
	strlcpy(stmt->dbh->error_code, PDO_ERR_NONE, sizeof stmt->dbh->error_code);
	return own->executer(stmt);
}

static int execute(pdo_stmt_t *stmt)
{
	const statement_table *table = table_of(stmt);
	true_async_connection *of = connection_of(stmt->dbh);
	int well = 0;
	if (of->given_up) {
		/* Whatever the server may still have to say was meant for another call. */
		strlcpy(stmt->error_code, "08006", sizeof stmt->error_code);
		return 0;
	}
	/* PDO may not know of the transaction that it begins. */
	if (of->driver == SQLITE && stmt->query_string) {
		true_async_pdo.slot_says(of->slot, ZSTR_VAL(stmt->query_string), ZSTR_LEN(stmt->query_string));
	}
	INSIDE(stmt, well, table->own->executer(stmt));
	if (!well && table->parkable && !EG(exception) && is_stale(of, stmt)) {
		INSIDE(stmt, well, prepare_again(of, stmt));
	}
	true_async_pdo.slot_used(of->slot, well);
	return well;
}

static int fetch(pdo_stmt_t *stmt, enum pdo_fetch_orientation orientation, zend_long offset)
{
	true_async_connection *of = connection_of(stmt->dbh);
	int well;
	INSIDE(stmt, well, table_of(stmt)->own->fetcher(stmt, orientation, offset));
	/* The end of a result is no failure. */
	if (!well && (strcmp(stmt->error_code, PDO_ERR_NONE) != 0 || EG(exception))) {
		true_async_pdo.slot_used(of->slot, false);
	}
	return well;
}

static int next_rowset(pdo_stmt_t *stmt)
{
	true_async_connection *of = connection_of(stmt->dbh);
	int well;
	INSIDE(stmt, well, table_of(stmt)->own->next_rowset(stmt));
	true_async_pdo.slot_used(of->slot, well);
	return well;
}

static int close_cursor(pdo_stmt_t *stmt)
{
	true_async_connection *of = connection_of(stmt->dbh);
	int well;
	INSIDE(stmt, well, table_of(stmt)->own->cursor_closer(stmt));
	true_async_pdo.slot_used(of->slot, well);
	return well;
}

static int destroy(pdo_stmt_t *stmt)
{
	static pdo_dbh_t nothing;
	const statement_table *table = table_of(stmt);
	bool failed = Z_ISUNDEF(stmt->database_object_handle);
	int result = 1;
	if (!is_connected(stmt)) {
		stmt->dbh = &nothing;
		return table->own->dtor(stmt);
	}
	true_async_connection *of = connection_of(stmt->dbh);
	if (CG(unclean_shutdown)) {
		if (of->inside == 0) {
			/* The server is told nothing, and the connection is let go: it may be one of a shutdown function. */
			zval holds;
			ZVAL_COPY_VALUE(&holds, &stmt->database_object_handle);
			ZVAL_UNDEF(&stmt->database_object_handle);
			result = table->own->dtor(stmt);
			ZVAL_COPY_VALUE(&stmt->database_object_handle, &holds);
			return result;
		}
		/* C code that never returns may be in the middle of it. */
		return 1;
	}
	if (table->parkable && !failed && !of->given_up && park(of, stmt)) {
		return 1;
	}
	/* The driver tells the server if it finds an object: also of a failed one, but not on a connection that is out of order. */
	zval holds;
	ZVAL_COPY_VALUE(&holds, &stmt->database_object_handle);
	if (of->given_up) {
		ZVAL_UNDEF(&stmt->database_object_handle);
	} else if (failed) {
		ZVAL_OBJ(&stmt->database_object_handle, of->object);
	}
	INSIDE(stmt, result, table->own->dtor(stmt));
	ZVAL_COPY_VALUE(&stmt->database_object_handle, &holds);
	if (!failed) {
		true_async_pdo.slot_used(of->slot, true);
	}
	return result;
}

/* Ends what statements of a connection are in the middle of; C code is not. May suspend. */
void true_async_pdo_close_cursors(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	const zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));
	for (uint32_t i = 1; ce && i < EG(objects_store).top; i++) {
		zend_object *found = EG(objects_store).object_buckets[i];
		if (!IS_OBJ_VALID(found) || (OBJ_FLAGS(found) & IS_OBJ_FREE_CALLED) || !instanceof_function(found->ce, ce)) {
			continue;
		}
		pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(found);
		if (stmt->dbh == dbh && stmt->methods && stmt->methods->dtor == destroy && table_of(stmt)->own->cursor_closer) {
			int ignored;
			INSIDE(stmt, ignored, table_of(stmt)->own->cursor_closer(stmt));
			(void) ignored;
		}
	}
}

static void fill_table(statement_table *table, const struct pdo_stmt_methods *own, bool parkable)
{
	if (table->own == own) {
		return;
	}
	struct pdo_stmt_methods methods = *own;
	methods.executer = execute;
	methods.fetcher = fetch;
	methods.next_rowset = own->next_rowset ? next_rowset : NULL;
	methods.cursor_closer = own->cursor_closer ? close_cursor : NULL;
	methods.dtor = destroy;
	/* Threads write the same, also while others use it. */
	table->methods = methods;
	table->parkable = parkable;
	table->own = own;
}

void true_async_pdo_watch_statement(true_async_connection *of, pdo_stmt_t *stmt, bool parkable)
{
	statement_table *own = tables[of->driver];
	fill_table(&own[0], stmt->methods, false);
	fill_table(&own[1], stmt->methods, true);
	stmt->methods = &own[parkable].methods;
}

#endif
