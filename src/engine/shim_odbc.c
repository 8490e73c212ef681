/* Handles of the extension odbc: no header describes them. Resources, as of PHP 8.4 objects. */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include "php.h"

/* The start of a connection's object, which PHP 8.4 has in place of resources. */
typedef struct {
	void *connection;
	zend_string *hash;
	bool persistent;
} odbc_link;

/* NULL for what is none, or laid out otherwise. */
static odbc_link *odbc_link_of(zend_object *object)
{
	bool is_link = zend_string_equals_literal(object->ce->name, "Odbc\\Connection");
	return is_link && object->handlers->offset == sizeof(odbc_link) ? (odbc_link *) ((char *) object - sizeof(odbc_link)) : NULL;
}

/* A connection, which all handles of a persistent one have in them, or a result; NULL for other values, and what is closed. */
void *true_async_odbc_handle(const zval *value, bool *is_result)
{
	*is_result = false;
	if (Z_TYPE_P(value) == IS_OBJECT) {
		odbc_link *link = odbc_link_of(Z_OBJ_P(value));
		*is_result = zend_string_equals_literal(Z_OBJCE_P(value)->name, "Odbc\\Result");
		return *is_result ? (void *) Z_OBJ_P(value) : link ? link->connection : NULL;
	}
	const char *type = Z_TYPE_P(value) == IS_RESOURCE ? zend_rsrc_list_get_rsrc_type(Z_RES_P(value)) : NULL;
	if (!type) {
		return NULL;
	}
	*is_result = strcmp(type, "odbc result") == 0;
	bool is_connection = strcmp(type, "odbc link") == 0 || strcmp(type, "odbc link persistent") == 0;
	return *is_result ? (void *) Z_RES_P(value) : is_connection ? Z_RES_P(value)->ptr : NULL;
}

/* The connection of an object; NULL if it is closed. */
void *true_async_odbc_connection(zend_object *object)
{
	odbc_link *link = odbc_link_of(object);
	return link ? link->connection : NULL;
}

/*
 * A new object stands for the connection that another one stands for: it is replaced by that. The end of one would end the
 * results that were made by the other, and closing one would leave the other with what is freed.
 */
void true_async_odbc_replace(zval *value, zend_object *object)
{
	odbc_link *link = odbc_link_of(Z_OBJ_P(value));
	/* Freed like one that is closed. */
	link->connection = NULL;
	if (link->hash) {
		zend_string_release_ex(link->hash, link->persistent);
		link->hash = NULL;
	}
	zval_ptr_dtor(value);
	ZVAL_OBJ_COPY(value, object);
}

/* Whether odbc_pconnect() opens a connection again that is open: it asks the driver in these two ways. */
static bool is_broken_odbc(void *connection)
{
	enum { CONNECTION_DEAD = 1209, DEAD = 1, DATA_SOURCE_READ_ONLY = 25, SQL_OK = 0 };
	static short (*get_attribute)(void *, int, void *, int, int *);
	static short (*get_info)(void *, unsigned short, void *, short, short *);
	bool asks = zend_ini_long("odbc.check_persistent", sizeof("odbc.check_persistent") - 1, 0);
	if (!get_info) {
		get_attribute = (short (*)(void *, int, void *, int, int *)) dlsym(RTLD_DEFAULT, "SQLGetConnectAttr");
		get_info = (short (*)(void *, unsigned short, void *, short, short *)) dlsym(RTLD_DEFAULT, "SQLGetInfo");
	}
	if (!asks || !get_info || !get_attribute) {
		return false;
	}
	/* It starts with the handles of its environment and of the connection. */
	void *handle = ((void **) connection)[1];
	unsigned dead = 0;
	char answer[32];
	short length = 0;
	return (get_attribute(handle, CONNECTION_DEAD, &dead, 0, NULL) == SQL_OK && dead == DEAD)
		|| get_info(handle, DATA_SOURCE_READ_ONLY, answer, sizeof(answer), &length) != SQL_OK || length == 0;
}

/*
 * odbc_pconnect() frees a persistent connection that is broken, and opens another one: handles of the first would be left with
 * what is freed. They are closed before, and say so. `object` is that of PHP 8.4 or NULL.
 */
void true_async_odbc_close_broken(void *connection, zend_object *object)
{
	zend_resource *resource;
	int type = zend_fetch_list_dtor_id("odbc link persistent");
	bool is_open = false;
	ZEND_HASH_FOREACH_PTR(&EG(persistent_list), resource) {
		is_open |= resource->type == type && resource->ptr == connection;
	} ZEND_HASH_FOREACH_END();
	if (!is_open || !is_broken_odbc(connection)) {
		return;
	}
	if (object) {
		/* Missing if it is disabled. */
		zend_function *close = zend_hash_str_find_ptr(CG(function_table), "odbc_close", sizeof("odbc_close") - 1);
		zval handle, result;
		ZVAL_OBJ(&handle, object);
		if (close) {
			zend_call_known_function(close, NULL, NULL, &result, 1, &handle, NULL);
			zval_ptr_dtor(&result);
		}
		return;
	}
	ZEND_HASH_FOREACH_PTR(&EG(regular_list), resource) {
		if (resource->type == type && resource->ptr == connection) {
			zend_list_close(resource);
		}
	} ZEND_HASH_FOREACH_END();
}
