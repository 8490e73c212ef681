/*
 * Connections of a PDO pool. A connection is an ordinary PDO object whose table of driver functions is a copy of the driver's
 * own with a few functions in front, so that the pool hears what is prepared, run and closed.
 *
 *   dbh->methods -> connection: preparer, doer, closer (ours) | everything else (the driver's)
 */
#include "shim_pdo.h"

#ifdef HAVE_PDO_HEADERS

#if __has_include("ext/mysqlnd/mysqlnd.h")
# include "ext/mysqlnd/mysqlnd.h"
# include "ext/mysqlnd/mysqlnd_connection.h"
# include "ext/mysqlnd/mysqlnd_reverse_api.h"
# define HAVE_MYSQLND_HEADERS 1
#endif

static void slot_closer(pdo_dbh_t *dbh);

static bool is_slot(const pdo_dbh_t *dbh) { return dbh->methods && dbh->methods->closer == slot_closer; }

static bool is_on(pdo_dbh_t *dbh, zend_long attribute)
{
	zval value;
	ZVAL_UNDEF(&value);
	bool on = connection_of(dbh)->own->get_attribute(dbh, attribute, &value) > 0 && zend_is_true(&value);
	zval_ptr_dtor(&value);
	return on;
}

/* Whether a statement will be prepared on the server, and may be parked. */
static bool is_parkable(true_async_connection *of, pdo_dbh_t *dbh, zval *options)
{
	const zend_long no_prepares = PDO_ATTR_DRIVER_SPECIFIC;
	if (of->room == 0 || of->driver == SQLITE
			|| pdo_attr_lval(options, PDO_ATTR_CURSOR, PDO_CURSOR_FWDONLY) != PDO_CURSOR_FWDONLY) {
		return false;
	}
	if (of->driver == MYSQL) {
		return !is_on(dbh, PDO_ATTR_EMULATE_PREPARES);
	}
	return pdo_attr_lval(options, PDO_ATTR_EMULATE_PREPARES, is_on(dbh, PDO_ATTR_EMULATE_PREPARES)) != 1
		&& pdo_attr_lval(options, no_prepares, is_on(dbh, no_prepares)) != 1;
}

static bool slot_preparer(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt, zval *options)
{
	true_async_connection *of = connection_of(dbh);
	true_async_pdo.slot_says(of->slot, ZSTR_VAL(sql), ZSTR_LEN(sql));
	bool parkable = is_parkable(of, dbh, options);
	if (parkable && true_async_pdo_take_parked(of, stmt, sql)) {
		return true;
	}
	of->inside++;
	bool well = of->own->preparer(dbh, sql, stmt, options);
	of->inside--;
	if (stmt->methods) {
		/* A driver may have gone over to emulation. */
		true_async_pdo_watch_statement(of, stmt, parkable && well && stmt->supports_placeholders != PDO_PLACEHOLDER_NONE);
	}
	return well;
}

static zend_long slot_doer(pdo_dbh_t *dbh, const zend_string *sql)
{
	true_async_connection *of = connection_of(dbh);
	true_async_pdo.slot_says(of->slot, ZSTR_VAL(sql), ZSTR_LEN(sql));
	of->inside++;
	zend_long affected = of->own->doer(dbh, sql);
	of->inside--;
	return affected;
}

/*
 * Says good-bye to the server, so that statements which are freed later do not. (mysqlnd loses the memory of a connection when a
 * statement cannot tell its server that it is freed.)
 */
static void hang_up(true_async_connection *of)
{
#ifdef HAVE_MYSQLND_HEADERS
	if (of->mysqlnd) {
		MYSQLND_CONN_DATA *data = ((MYSQLND *) of->mysqlnd)->data;
		if (GET_CONNECTION_STATE(&data->state) != CONN_QUIT_SENT) {
			of->inside++;
			data->m->send_close(data);
			of->inside--;
		}
	}
#endif
}

/* The connection is out of order: its statements do not talk to the server any more. */
void true_async_pdo_give_up(zend_object *object)
{
	true_async_connection *of = connection_of(handle_of(object));
	of->given_up = true;
	hang_up(of);
}

static void slot_closer(pdo_dbh_t *dbh)
{
	true_async_connection *of = connection_of(dbh);
	/* Calls on stacks that do not exist any more may be in the middle of it; its memory goes with the request. */
	bool abandoned = CG(unclean_shutdown) && of->inside > 0;
	if (!abandoned) {
		hang_up(of);
		true_async_pdo_unpark_all(of, false);
	}
	true_async_pdo.slot_closed(of->slot);
	if (!abandoned) {
		of->own->closer(dbh);
	}
	efree(of);
}

#ifdef HAVE_MYSQLND_HEADERS
static void *find_mysqlnd(zend_object *object)
{
	typedef HashTable *(*list_function)(void);
	list_function list = (list_function) true_async_pdo_symbol("mysqlnd_reverse_api_get_api_list");
	MYSQLND_REVERSE_API *api = list ? zend_hash_str_find_ptr(list(), ZEND_STRL("pdo_mysql")) : NULL;
	zval value;
	ZVAL_OBJ(&value, object);
	return api && api->conversion_cb ? api->conversion_cb(&value) : NULL;
}
#endif

/* An open connection becomes a slot of a pool, whose driver keeps that many statements. */
void true_async_pdo_adopt(zend_object *object, void *slot, int driver, uint32_t room)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = ecalloc(1, sizeof *of);
	of->own = dbh->methods;
	of->methods = *dbh->methods;
	of->methods.preparer = slot_preparer;
	of->methods.doer = slot_doer;
	of->methods.closer = slot_closer;
	of->slot = slot;
	of->object = object;
	of->driver = driver;
	of->room = room;
#ifdef HAVE_MYSQLND_HEADERS
	of->mysqlnd = driver == MYSQL ? find_mysqlnd(object) : NULL;
#endif
	dbh->methods = &of->methods;
}

/* The slot that an object is, NULL for any other. */
void *true_async_pdo_slot(zend_object *object)
{
	const pdo_dbh_t *dbh;
	if (OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED) {
		return NULL;
	}
	dbh = handle_of(object);
	return is_slot(dbh) ? connection_of(dbh)->slot : NULL;
}

bool true_async_pdo_in_transaction(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	return dbh->methods->in_transaction ? dbh->methods->in_transaction(dbh) : dbh->in_txn;
}

/* Whether the driver knows of all transactions, and not only of those that PDO has begun. */
bool true_async_pdo_tells_transactions(zend_object *object) { return handle_of(object)->methods->in_transaction != NULL; }

bool true_async_pdo_is_inside(zend_object *object) { return connection_of(handle_of(object))->inside > 0; }

bool true_async_pdo_roll_back(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
	of->inside++;
	bool well = of->own->rollback && of->own->rollback(dbh);
	of->inside--;
	dbh->in_txn = false;
	return well;
}

/* Runs a statement of the pool's own. */
bool true_async_pdo_run(zend_object *object, const char *sql, size_t length)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
	zend_string *text = zend_string_init(sql, length, 0);
	pdo_error_type error;
	memcpy(error, dbh->error_code, sizeof error);
	of->inside++;
	bool well = of->own->doer(dbh, text) != -1;
	of->inside--;
	memcpy(dbh->error_code, error, sizeof error);
	zend_string_release(text);
	return well;
}

/* Asks the driver whether the connection lives; it may reconnect. */
bool true_async_pdo_is_alive(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
	if (!of->own->check_liveness) {
		return true;
	}
	of->inside++;
	bool alive = of->own->check_liveness(dbh) == SUCCESS;
	of->inside--;
	return alive;
}

/* What the client knows of the state of a connection, without asking the server. */
enum { READY, BUSY, DEAD };
_Static_assert(DEAD == 2, "Condition in engine/pdo.rs has the same values");

int true_async_pdo_state(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
#ifdef HAVE_MYSQLND_HEADERS
	if (of->mysqlnd) {
		MYSQLND_CONN_DATA *data = ((MYSQLND *) of->mysqlnd)->data;
		switch (GET_CONNECTION_STATE(&data->state)) {
			case CONN_READY: return READY;
			case CONN_ALLOCED:
			case CONN_QUIT_SENT: return DEAD;
			default: return BUSY;
		}
	}
#endif
	if (of->driver == MYSQL) {
		int code = true_async_pdo_native_code(dbh, NULL);
		return code == 2006 || code == 2013 || code == 2027 || code == 2055 || code == 1927 ? DEAD : READY;
	}
	if (of->driver == PGSQL) {
		zval status;
		ZVAL_UNDEF(&status);
		of->own->get_attribute(dbh, PDO_ATTR_CONNECTION_STATUS, &status);
		bool well = Z_TYPE(status) == IS_STRING && strncmp(Z_STRVAL(status), "Connection OK", 13) == 0;
		zval_ptr_dtor(&status);
		return well ? READY : DEAD;
	}
	return READY;
}

/* The SQLSTATE of the last call, of a failed query() the one of its statement. */
const char *true_async_pdo_error_code(zend_object *object)
{
	const pdo_dbh_t *dbh = handle_of(object);
	return dbh->query_stmt ? dbh->query_stmt->error_code : dbh->error_code;
}

/* A slot changes hands: nothing has failed yet. */
void true_async_pdo_forget_errors(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	strlcpy(dbh->error_code, PDO_ERR_NONE, sizeof dbh->error_code);
	if (dbh->query_stmt) {
		dbh->query_stmt = NULL;
		zval_ptr_dtor(&dbh->query_stmt_zval);
	}
}

/* As setAttribute(), of an attribute that the driver has accepted on another connection. */
bool true_async_pdo_set_attribute(zend_object *object, zend_long attribute, zval *value)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
	of->inside++;
	bool well = of->own->set_attribute && of->own->set_attribute(dbh, attribute, value);
	of->inside--;
	return well;
}

#ifdef HAVE_MYSQLND_HEADERS
static bool reset_connection(MYSQLND_CONN_DATA *data)
{
	MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY *factory = data->payload_decoder_factory;
	return factory->m.send_command(factory, COM_RESET_CONNECTION, NULL, 0, true, &data->state, data->error_info,
			data->upsert_status, data->stats, data->m->send_close, data) == PASS
		&& factory->m.send_command_handle_response(factory, PROT_OK_PACKET, true, COM_RESET_CONNECTION, false, data->error_info,
			data->upsert_status, &data->last_message) == PASS;
}
#endif

/*
 * Puts a session back to what it was after connecting: settings, variables, temporary tables, locks, the default database and
 * the character set. False if the driver cannot, or the connection is out of order.
 */
bool true_async_pdo_reset(zend_object *object)
{
	pdo_dbh_t *dbh = handle_of(object);
	true_async_connection *of = connection_of(dbh);
	bool well = false;
	if (of->driver == PGSQL) {
		true_async_pdo_unpark_all(of, false);
		return true_async_pdo_run(object, ZEND_STRL("DISCARD ALL"));
	}
	true_async_pdo_unpark_all(of, true);
#ifdef HAVE_MYSQLND_HEADERS
	if (of->mysqlnd) {
		MYSQLND_CONN_DATA *data = ((MYSQLND *) of->mysqlnd)->data;
		size_t length = data->connect_or_select_db.l;
		/* Copies: what they are of is written anew. */
		char *database = estrndup(length ? data->connect_or_select_db.s : "", length);
		char *user = estrdup(data->username.s ? data->username.s : "");
		char *password = estrndup(data->password.s ? data->password.s : "", data->password.l);
		of->inside++;
		if (length > 0) {
			well = reset_connection(data) && data->m->select_db(data, database, length) == PASS;
		} else {
			/* There is no other way to have no default database again. */
			well = data->m->change_user(data, user, password, database, true, data->password.l) == PASS;
		}
		well = well && data->charset && data->m->set_charset(data, data->charset->name) == PASS
			&& data->m->execute_init_commands(data) == PASS;
		efree(database);
		efree(user);
		efree(password);
		of->inside--;
	}
#endif
	if (well && of->driver == MYSQL && !dbh->auto_commit) {
		zval no;
		ZVAL_FALSE(&no);
		dbh->auto_commit = 1;
		well = true_async_pdo_set_attribute(object, PDO_ATTR_AUTOCOMMIT, &no);
	}
	return well;
}

#endif
