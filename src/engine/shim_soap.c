/*
 * The globals of SOAP that a call sets for as long as it lasts: the description, the encoding, the maps of types and classes,
 * the version, the error handler. Each method sets them, restores what it found when it returns, and reads them whenever it
 * encodes or decodes; in between it talks to a server and calls PHP code. So they belong to the coroutine while it is in
 * such a call, and the globals are at rest for the others [io/FW-2, io/EG-7]:
 *
 *     no method              in one                    switch away          back               none
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

PER_THREAD true_async_soap_method *true_async_soap_methods;

static PER_THREAD struct {
	bool looked;
	soap *globals;
	/* While a method runs: what the others find. */
	true_async_soap_room rest;
	/* In place of a list, for methods whose coroutine has ended before the Fiber that they run in; not read. */
	true_async_soap_method *adrift;
} at;

struct true_async_soap_method {
	true_async_soap_method *outer;
	/* What points at it: the list, that of a coroutine that was left, or the next inner one. Fibers leave in any order, and may go on in
	 * another coroutine. */
	true_async_soap_method **pointer;
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

/* ---- methods that are under way ---- */

static void list(true_async_soap_method *method)
{
	if (!true_async_soap_methods) {
		save(&at.rest);
	}
	method->outer = true_async_soap_methods;
	method->pointer = &true_async_soap_methods;
	if (method->outer) {
		method->outer->pointer = &method->outer;
	}
	true_async_soap_methods = method;
}

static void unlist(true_async_soap_method *method)
{
	*method->pointer = method->outer;
	if (method->outer) {
		method->outer->pointer = method->pointer;
	}
}

/* The method of the running coroutine that has this frame, or none. */
static true_async_soap_method *of_frame(const zend_execute_data *frame)
{
	true_async_soap_method *method = true_async_soap_methods;
	while (method && method->frame != frame) {
		method = method->outer;
	}
	return method;
}

/* Whether the running coroutine is in a method. */
bool true_async_soap_is_in_method(void) { return true_async_soap_methods != NULL; }

/* ---- cancelled ones ---- */

/* A cancellation is thrown below a method. */
void true_async_soap_thrown(zend_object *cancellation)
{
	true_async_soap_method *method = NULL;
	for (zend_execute_data *frame = EG(current_execute_data); frame && !method; frame = frame->prev_execute_data) {
		method = of_frame(frame);
	}
	if (!method) {
		return;
	}
	zend_object *old = method->cancellation;
	GC_ADDREF(cancellation);
	method->cancellation = cancellation;
	if (old) {
		OBJ_RELEASE(old);
	}
}

/* The method whose own C code reports an error now, if it had been cancelled; code that it calls has frames of its own. */
static true_async_soap_method *reporting(void)
{
	true_async_soap_method *method = of_frame(EG(current_execute_data));
	return method && method->cancellation ? method : NULL;
}

/* A warning that does not jump. Whether the engine says with it that it drops the cancellation. */
bool true_async_soap_drops_cancellation(const zend_string *message)
{
	static const char begin[] = "Uncaught ";
	true_async_soap_method *method = reporting();
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
	const true_async_soap_method *method = reporting();
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
	if (!true_async_soap_methods || !reports_for_client()) {
		return;
	}
	zend_execute_data *frame = EG(current_execute_data);
	while (frame && !of_frame(frame) && !true_async_soap_methods->must_return(frame)) {
		frame = frame->prev_execute_data;
	}
	if (!of_frame(frame)) {
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
static void come_back(const before_method *before, true_async_soap_method *method)
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

typedef struct {
	zif_handler handler;
	zend_execute_data *frame;
	zval *result;
} call;

static void call_handler(void *arg)
{
	const call *what = arg;
	what->handler(what->frame, what->result);
}

void true_async_soap_call(zif_handler handler, INTERNAL_FUNCTION_PARAMETERS, bool (*has_coroutines)(void),
	bool (*must_return)(zend_execute_data *))
{
	if (!true_async_soap_travels()) {
		handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	true_async_soap_method method = {.frame = execute_data, .must_return = must_return};
	call what = {handler, execute_data, return_value};
	before_method before;
	enter(&before);
	true_async_output_before_catching();
	list(&method);
	bool finished = true_async_marked_try(call_handler, &what);
	unlist(&method);
	if (!finished) {
		if (!method.dropped) {
			zend_bailout();
		}
		come_back(&before, &method);
	}
	if (CG(unclean_shutdown) && !before.unclean_shutdown && has_coroutines()) {
		go_on(&before);
	}
	true_async_output_after_catching();
	if (method.cancellation) {
		OBJ_RELEASE(method.cancellation);
	}
}

void true_async_soap_take(true_async_soap_room *to)
{
	save(to);
	to->methods = true_async_soap_methods;
	to->methods->pointer = &to->methods;
	true_async_soap_methods = NULL;
	load(&at.rest);
}

void true_async_soap_put(const true_async_soap_room *from)
{
	if (!from->methods) {
		/* They were in a Fiber that has gone on in another coroutine. */
		return;
	}
	save(&at.rest);
	load(from);
	true_async_soap_methods = from->methods;
	true_async_soap_methods->pointer = &true_async_soap_methods;
}

/* The coroutine has ended: methods that it is still in are those of Fibers which it has left behind. */
void true_async_soap_leave_behind(void)
{
	load(&at.rest);
	at.adrift = true_async_soap_methods;
	at.adrift->pointer = &at.adrift;
	true_async_soap_methods = NULL;
}

/* A fatal error has ended all coroutines: no call is under way any more. */
void true_async_soap_forget(void)
{
	if (true_async_soap_methods) {
		load(&at.rest);
		true_async_soap_methods = NULL;
	}
}
