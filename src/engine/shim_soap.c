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
 *
 * A description that cannot be read is a fatal error, of which a client with exceptions makes a fault, by a jump, and which
 * otherwise ends the process. Where it cannot be read because the coroutine was cancelled, the method alone ends, by a jump to
 * its wrapper [io/CX-5]. The engine drops a pending exception before it hands on a fatal error, so it is kept here:
 *
 *     a wait in the method     the engine, in SOAP's fatal error       the error itself       the wrapper
 *     throws it --keep-->      "Uncaught ...", dropped --note-->       --jump-->              throws it again
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_gc.h"
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
	/* The innermost method of the running coroutine. */
	struct true_async_soap_method *method;
} at;

struct true_async_soap_method {
	struct true_async_soap_method *outer;
	zend_execute_data *frame;
	/* The last cancellation that was thrown in it or below it, held. */
	zend_object *cancellation;
	/* A fatal error of the method's own is under way, before which the engine has dropped that. */
	bool dropped;
	/* Whether the function of a frame is one that has to be left by returning. */
	bool (*must_return)(zend_execute_data *);
};

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

/* ---- cancelled ones ---- */

/* Whether the running coroutine is in a method. */
bool true_async_soap_is_in_method(void) { return at.method != NULL; }

/* A cancellation is thrown there. */
void true_async_soap_thrown(zend_object *cancellation)
{
	zend_object *old = at.method->cancellation;
	GC_ADDREF(cancellation);
	at.method->cancellation = cancellation;
	if (old) {
		OBJ_RELEASE(old);
	}
}

/* The method whose own C code reports an error now, if it had been cancelled; code that it calls has frames of its own. */
static struct true_async_soap_method *reporting(void)
{
	struct true_async_soap_method *method = at.method;
	return method && method->cancellation && EG(current_execute_data) == method->frame ? method : NULL;
}

/* A warning that does not jump. Whether the engine says with it that it drops the cancellation. */
bool true_async_soap_drops_cancellation(const zend_string *message)
{
	static const char begin[] = "Uncaught ";
	struct true_async_soap_method *method = reporting();
	if (!method || EG(exception)) {
		return false;
	}
	const zend_string *class_name = method->cancellation->ce->name;
	method->dropped = ZSTR_LEN(message) >= sizeof begin - 1 + ZSTR_LEN(class_name)
		&& !memcmp(ZSTR_VAL(message), begin, sizeof begin - 1)
		&& !memcmp(ZSTR_VAL(message) + sizeof begin - 1, ZSTR_VAL(class_name), ZSTR_LEN(class_name));
	return method->dropped;
}

/* Whether a fatal error is that of a cancelled method, to be left by a jump. */
bool true_async_soap_ends_cancelled(void)
{
	const struct true_async_soap_method *method = reporting();
	return method && method->dropped;
}

/* Whether fatal errors may become faults: a SoapServer sends one, too, and ends all the same. */
static bool reports_for_client(void)
{
	const zend_object *object = at.globals->use_error_handler ? Z_OBJ(at.globals->error_object) : NULL;
	zend_class_entry *client = object ? zend_hash_str_find_ptr(CG(class_table), "soapclient", sizeof "soapclient" - 1) : NULL;
	return client && instanceof_function(object->ce, client);
}

/*
 * A fatal error is about to be reported, of which SOAP would make a fault, by a jump out of all that was called in the method. It
 * makes none where the jump would pass a function that has something to give back: then the error ends the request, as any other.
 */
void true_async_soap_before_fatal_error(void)
{
	const struct true_async_soap_method *method = at.method;
	if (!method || !reports_for_client()) {
		return;
	}
	zend_execute_data *frame = EG(current_execute_data);
	while (frame && frame != method->frame && !method->must_return(frame)) {
		frame = frame->prev_execute_data;
	}
	if (frame != method->frame) {
		at.globals->use_error_handler = false;
	}
}

/* What a jump to the wrapper leaves undone or the engine changes for it. */
typedef struct {
	true_async_soap_room globals;
	zval libxml_context;
	zend_class_entry *active_class_entry;
	bool in_compilation;
	bool unclean_shutdown;
	bool gc_protected;
} before_method;

/* A method has caught a jump: the engine takes it for the end of the request, which others do not come to. */
static void go_on(const before_method *before)
{
	CG(unclean_shutdown) = before->unclean_shutdown;
	gc_protect(before->gc_protected);
#if ZEND_DEBUG
	/* What the method had allocated is lost until the end of the request: no leak to be reported. */
	PG(report_memleaks) = 0;
#endif
}

static void enter(before_method *before)
{
	save(&before->globals);
	true_async_libxml_get_context(&before->libxml_context);
	before->active_class_entry = CG(active_class_entry);
	before->in_compilation = CG(in_compilation);
	before->unclean_shutdown = CG(unclean_shutdown);
	before->gc_protected = gc_protected();
}

/* The method was left by a jump: nothing below it is under way any more. What it had allocated goes at the end of the request, as
 * after any fault of its kind. */
static void come_back(const before_method *before, struct true_async_soap_method *method)
{
	zend_object *cancellation = method->cancellation;
	load(&before->globals);
	true_async_libxml_restore_context(&before->libxml_context);
	CG(active_class_entry) = before->active_class_entry;
	CG(in_compilation) = before->in_compilation;
	go_on(before);
	EG(current_execute_data) = method->frame;
	method->cancellation = NULL;
	zend_throw_exception_internal(cancellation);
}

void true_async_soap_call(zif_handler handler, INTERNAL_FUNCTION_PARAMETERS, bool (*has_coroutines)(void),
	bool (*must_return)(zend_execute_data *))
{
	if (!true_async_soap_travels()) {
		handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (true_async_soap_depth++ == 0) {
		save(&at.rest);
	}
	true_async_mark *marks = true_async_marks;
	struct true_async_soap_method method = {.outer = at.method, .frame = execute_data, .must_return = must_return};
	before_method before;
	enter(&before);
	true_async_output_before_catching();
	at.method = &method;
	zend_try {
		handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} zend_catch {
		if (!method.dropped) {
			at.method = method.outer;
			zend_bailout();
		}
		come_back(&before, &method);
	} zend_end_try();
	if (CG(unclean_shutdown) && !before.unclean_shutdown && has_coroutines()) {
		go_on(&before);
	}
	true_async_output_after_catching();
	at.method = method.outer;
	/* It may have caught a fatal error. */
	true_async_marks_forget(marks);
	/* Its own again, wherever it has been. */
	true_async_soap_depth--;
	if (method.cancellation) {
		OBJ_RELEASE(method.cancellation);
	}
}

void true_async_soap_take(true_async_soap_room *to)
{
	save(to);
	to->depth = true_async_soap_depth;
	to->method = at.method;
	load(&at.rest);
	true_async_soap_depth = 0;
	at.method = NULL;
}

void true_async_soap_put(const true_async_soap_room *from)
{
	save(&at.rest);
	load(from);
	true_async_soap_depth = from->depth;
	at.method = from->method;
}

/* A fatal error has ended all coroutines: no call is under way any more. */
void true_async_soap_forget(void)
{
	if (true_async_soap_depth) {
		load(&at.rest);
		true_async_soap_depth = 0;
	}
	at.method = NULL;
}
