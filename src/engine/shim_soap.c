/*
 * The globals of SOAP that a call sets for as long as it lasts: the description, the encoding, the maps of types and classes,
 * the version, the error handler. Each method sets them, restores what it found when it returns, and reads them whenever it
 * encodes or decodes; in between it talks to a server and calls PHP code. So they belong to the coroutine while it is in
 * such a call, and the globals are at rest for the others [io/FW-2, io/EG-7]:
 *
 *     depth 0                1                         switch away          back               0
 *     at rest --(a method)-- its own: ...  --take-->  at rest   --put-->  its own --(returns)-- at rest
 *
 * Shared by all stay the ini values, the table of descriptions in memory, which is made when it is first needed, and
 * use_soap_error_handler() called outside a method.
 *
 * SOAP installs no header, and its module entry does not tell where its globals are. Its ini entries do, with the offsets of
 * five fields; only where these and what is in the fields between calls agree with the structure below, it is used.
 * Otherwise nothing suspends in a method.
 */
#include "php.h"
#include "shim_busy.h"

typedef struct {
	HashTable names[3];
	HashTable *typemap;
	int cur_uniq_ns;
	int soap_version;
	void *sdl;
#if PHP_VERSION_ID < 80400
	bool use_error_handler;
	char *error_code;
	zval error_object;
	char cache;
	char cache_mode;
	bool cache_enabled;
#else
	char *error_code;
	zval error_object;
	bool use_error_handler;
	char cache_mode;
	char cache_enabled;
#endif
	char *cache_dir;
	zend_long cache_ttl;
	zend_long cache_limit;
	HashTable *mem_cache;
	void *encoding;
	HashTable *class_map;
	int features;
	HashTable wsdl_cache;
	int cur_uniq_ref;
	HashTable *ref_map;
} soap;

PER_THREAD unsigned true_async_soap_depth;

static PER_THREAD struct {
	bool looked;
	soap *globals;
	/* While a method runs: what the others find. */
	true_async_soap_room rest;
} at;

/* ---- where they are ---- */

static void *find(void)
{
	static const struct {
		const char *name;
		size_t offset;
	} fields[] = {
		{"soap.wsdl_cache_enabled", offsetof(soap, cache_enabled)},
		{"soap.wsdl_cache_dir", offsetof(soap, cache_dir)},
		{"soap.wsdl_cache_ttl", offsetof(soap, cache_ttl)},
		{"soap.wsdl_cache", offsetof(soap, cache_mode)},
		{"soap.wsdl_cache_limit", offsetof(soap, cache_limit)},
	};
	void *where = NULL;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), fields[i].name, strlen(fields[i].name));
		if (!entry || (size_t) entry->mh_arg1 != fields[i].offset || (where && entry->mh_arg2 != where)) {
			return NULL;
		}
		where = entry->mh_arg2;
	}
#ifdef ZTS
	return where && *(ts_rsrc_id *) where ? TSRMG_BULK(*(ts_rsrc_id *) where, void *) : NULL;
#else
	return where;
#endif
}

static bool is_at_rest(const soap *globals)
{
	return !globals->typemap && !globals->sdl && !globals->encoding && !globals->class_map && !globals->features && !globals->ref_map
		&& !globals->error_code && Z_TYPE(globals->error_object) == IS_OBJECT && !Z_OBJ(globals->error_object)
		&& (globals->soap_version == 1 || globals->soap_version == 2);
}

/* Whether calls can be told apart; asked when none is under way for the first time. */
bool true_async_soap_travels(void)
{
	if (!at.looked) {
		soap *globals = find();
		at.globals = globals && is_at_rest(globals) ? globals : NULL;
		at.looked = true;
	}
	return at.globals != NULL;
}

/* ---- what a call sets ---- */

static void save(true_async_soap_room *to)
{
	const soap *from = at.globals;
	to->typemap = from->typemap;
	to->sdl = from->sdl;
	to->encoding = from->encoding;
	to->class_map = from->class_map;
	to->ref_map = from->ref_map;
	to->error_code = from->error_code;
	to->error_object = Z_OBJ(from->error_object);
	to->cur_uniq_ns = from->cur_uniq_ns;
	to->cur_uniq_ref = from->cur_uniq_ref;
	to->soap_version = from->soap_version;
	to->features = from->features;
	to->use_error_handler = from->use_error_handler;
}

static void load(const true_async_soap_room *from)
{
	soap *to = at.globals;
	to->typemap = from->typemap;
	to->sdl = from->sdl;
	to->encoding = from->encoding;
	to->class_map = from->class_map;
	to->ref_map = from->ref_map;
	to->error_code = from->error_code;
	Z_OBJ(to->error_object) = from->error_object;
	to->cur_uniq_ns = from->cur_uniq_ns;
	to->cur_uniq_ref = from->cur_uniq_ref;
	to->soap_version = from->soap_version;
	to->features = from->features;
	to->use_error_handler = from->use_error_handler;
}

void true_async_soap_call(zif_handler method, INTERNAL_FUNCTION_PARAMETERS)
{
	if (!true_async_soap_travels()) {
		method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (true_async_soap_depth++ == 0) {
		save(&at.rest);
	}
	true_async_mark *marks = true_async_marks;
	method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	/* It may have caught a fatal error. */
	true_async_marks_forget(marks);
	/* Its own again, wherever it has been. */
	true_async_soap_depth--;
}

void true_async_soap_take(true_async_soap_room *to)
{
	save(to);
	to->depth = true_async_soap_depth;
	load(&at.rest);
	true_async_soap_depth = 0;
}

void true_async_soap_put(const true_async_soap_room *from)
{
	save(&at.rest);
	load(from);
	true_async_soap_depth = from->depth;
}

/* A fatal error has ended all coroutines: no call is under way any more. */
void true_async_soap_forget(void)
{
	if (true_async_soap_depth) {
		load(&at.rest);
		true_async_soap_depth = 0;
	}
}
