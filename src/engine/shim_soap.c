/*
 * What ext/soap keeps in globals while it encodes, asks and decodes belongs to the coroutine that calls it (io FW-2, EG-7):
 * the description, the encoding, the maps of classes and types, where errors go. At rest they are as PHP sets them at the
 * start of a request; the cache of descriptions and the settings stay shared.
 *
 * No installed header has the structure, and the module does not tell where it is. Its settings do, and at which offset they
 * lie: that tells two generations of PHP apart, whose structures are known. Of another one nothing is touched.
 */
#include "php.h"
#include "zend_ini.h"
#include <stddef.h>
#include "shim_busy.h"

/* Where errors go is the part in which they differ. */
#define GLOBALS(where_errors_go) \
	struct { \
		HashTable defaults[3]; \
		HashTable *typemap; \
		int cur_uniq_ns; \
		int soap_version; \
		void *sdl; \
		where_errors_go \
		char *cache_dir; \
		zend_long cache_ttl; \
		zend_long cache_limit; \
		HashTable *mem_cache; \
		void *encoding; \
		HashTable *class_map; \
		int features; \
		HashTable wsdl_cache; \
		int cur_uniq_ref; \
		HashTable *ref_map; \
	}

typedef GLOBALS(bool use_soap_error_handler; char *error_code; zval error_object; char cache[3];) globals_8_2;
typedef GLOBALS(char *error_code; zval error_object; bool use_soap_error_handler; char cache[2];) globals_8_4;

_Static_assert(offsetof(globals_8_2, cache_ttl) != offsetof(globals_8_4, cache_ttl), "");

/* What a coroutine has taken with it. */
struct true_async_soap {
	HashTable *typemap;
	int cur_uniq_ns;
	int soap_version;
	void *sdl;
	bool use_soap_error_handler;
	char *error_code;
	zend_object *error_object;
	void *encoding;
	HashTable *class_map;
	int features;
	int cur_uniq_ref;
	HashTable *ref_map;
};

_Static_assert(sizeof(struct true_async_soap) <= sizeof(true_async_soap_room), "");

static PER_THREAD struct {
	globals_8_2 *older;
	globals_8_4 *newer;
} at;

static PER_THREAD struct true_async_soap rest;

/* The structure, if a setting lies at this offset of it. */
static void *globals_with(const char *setting, size_t length, size_t offset)
{
	const zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), setting, length);
	if (!entry || (size_t) (uintptr_t) entry->mh_arg1 != offset || !entry->mh_arg2) {
		return NULL;
	}
#ifdef ZTS
	return TSRMG_BULK(*(ts_rsrc_id *) entry->mh_arg2, void *);
#else
	return entry->mh_arg2;
#endif
}

#define FIND(type) \
	(globals_with(ZEND_STRL("soap.wsdl_cache_dir"), offsetof(type, cache_dir)) \
		&& globals_with(ZEND_STRL("soap.wsdl_cache_limit"), offsetof(type, cache_limit)) \
		? globals_with(ZEND_STRL("soap.wsdl_cache_ttl"), offsetof(type, cache_ttl)) : NULL)

/* At the start of every request. */
void true_async_soap_startup(void)
{
	at.older = FIND(globals_8_2);
	at.newer = FIND(globals_8_4);
	memset(&rest, 0, sizeof rest);
	/* SOAP 1.1 */
	rest.soap_version = 1;
}

#define READ(globals) \
	do { \
		to->typemap = (globals)->typemap; \
		to->cur_uniq_ns = (globals)->cur_uniq_ns; \
		to->soap_version = (globals)->soap_version; \
		to->sdl = (globals)->sdl; \
		to->use_soap_error_handler = (globals)->use_soap_error_handler; \
		to->error_code = (globals)->error_code; \
		to->error_object = Z_OBJ((globals)->error_object); \
		to->encoding = (globals)->encoding; \
		to->class_map = (globals)->class_map; \
		to->features = (globals)->features; \
		to->cur_uniq_ref = (globals)->cur_uniq_ref; \
		to->ref_map = (globals)->ref_map; \
	} while (0)

#define WRITE(globals) \
	do { \
		(globals)->typemap = from->typemap; \
		(globals)->cur_uniq_ns = from->cur_uniq_ns; \
		(globals)->soap_version = from->soap_version; \
		(globals)->sdl = from->sdl; \
		(globals)->use_soap_error_handler = from->use_soap_error_handler; \
		(globals)->error_code = from->error_code; \
		Z_OBJ((globals)->error_object) = from->error_object; \
		(globals)->encoding = from->encoding; \
		(globals)->class_map = from->class_map; \
		(globals)->features = from->features; \
		(globals)->cur_uniq_ref = from->cur_uniq_ref; \
		(globals)->ref_map = from->ref_map; \
	} while (0)

static void set(const struct true_async_soap *from)
{
	if (at.older) {
		WRITE(at.older);
	} else if (at.newer) {
		WRITE(at.newer);
	}
}

bool true_async_soap_take(true_async_soap_room *room)
{
	struct true_async_soap *to = (struct true_async_soap *) room;
	if (at.older) {
		READ(at.older);
	} else if (at.newer) {
		READ(at.newer);
	} else {
		return false;
	}
	if (!to->use_soap_error_handler && !to->sdl && !to->error_object && !to->error_code && !to->encoding && !to->class_map
			&& !to->typemap && !to->ref_map && to->soap_version == rest.soap_version && !to->features) {
		return false;
	}
	set(&rest);
	return true;
}

void true_async_soap_put(true_async_soap_room *from) { set((const struct true_async_soap *) from); }

/* One that has ended in the middle, by exit(). */
void true_async_soap_forget(void) { set(&rest); }
