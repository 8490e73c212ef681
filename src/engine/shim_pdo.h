/*
 * What the shims of the PDO pool share: shim_pdo.c has the class and its templates, shim_pdo_slots.c the connections,
 * shim_pdo_statements.c their statements. engine/pdo.rs is the Rust side.
 */
#ifndef TRUE_ASYNC_SHIM_PDO_H
#define TRUE_ASYNC_SHIM_PDO_H

#include "php.h"
#include "shim_mirror.h"

#if defined(__has_include)
# if __has_include("ext/pdo/php_pdo_driver.h")
#  include "ext/pdo/php_pdo_driver.h"
#  define HAVE_PDO_HEADERS 1
# endif
#endif

/* The drivers that pools serve. */
enum { MYSQL, PGSQL, SQLITE, DRIVERS };

/* What happens to the objects of a pool is told to Rust; `pool`, `slot` and `lease` are what it gave them. */
typedef struct {
	/* PDO::getPool() */
	zif_handler get_pool;
	/* Methods that only a driver has, called on a template. */
	zif_handler driver_method;
	void (*template_freed)(void *pool);
	void (*template_report)(void *pool, zend_get_gc_buffer *buffer);
	/* Nothing refers to the lease any more. */
	void (*lease_released)(void *lease);
	void (*lease_freed)(void *lease);
	/* A statement is about to be prepared or run. */
	void (*slot_says)(void *slot, const char *sql, size_t length);
	/* A statement has been in its driver, which says whether that went well. */
	void (*slot_used)(void *slot, bool well);
	/* The connection is closed, or will never be: the slot ends. */
	void (*slot_closed)(void *slot);
} true_async_pdo_hooks;
MIRRORED(true_async_pdo_hooks, 72, slot_closed, 64);

extern true_async_pdo_hooks true_async_pdo;

/* A function of the library that PDO or one of its drivers is in; NULL if it is not to be had. Nothing is linked. */
void *true_async_pdo_symbol(const char *name);

#ifdef HAVE_PDO_HEADERS

/* A connection of a pool; what PDO uses of it comes first. */
typedef struct {
	struct pdo_dbh_methods methods;
	/* The driver's. */
	const struct pdo_dbh_methods *own;
	void *slot;
	zend_object *object;
	int driver;
	/* How many calls are inside the driver: after a fatal error they never return. */
	uint32_t inside;
	/* Out of order: nothing is sent to the server any more. */
	bool given_up;
	/* At most so many statements are parked. */
	uint32_t room;
	/* Text to what the driver has made of it; NULL until there is one. */
	HashTable *parked;
	/* MYSQLND *, if the driver uses it. */
	void *mysqlnd;
} true_async_connection;

static inline true_async_connection *connection_of(const pdo_dbh_t *dbh) { return (true_async_connection *) dbh->methods; }
static inline pdo_dbh_t *handle_of(zend_object *object) { return php_pdo_dbh_fetch_inner(object); }

/* Gives a new statement what was parked under its text; false if there is nothing. */
bool true_async_pdo_take_parked(true_async_connection *of, pdo_stmt_t *stmt, zend_string *text);

/* Puts the pool's functions in front of those of a statement that the driver has made. */
void true_async_pdo_watch_statement(true_async_connection *of, pdo_stmt_t *stmt, bool parkable);

/* Discards all parked statements; the server is told unless it knows. */
void true_async_pdo_unpark_all(true_async_connection *of, bool tell);

/* The number that the database itself has for what went wrong with a statement, or with the connection. */
int true_async_pdo_native_code(pdo_dbh_t *dbh, pdo_stmt_t *stmt);

#endif

#endif
