/* What shim.c, shim_busy.c, shim_libxml.c, shim_marks.c, shim_output.c, shim_results.c, shim_saving.c,
 * shim_soap.c and shim_ticks.c have of each other. */
#include "php_output.h"

#ifdef ZTS
# define PER_THREAD TSRM_TLS
#else
# define PER_THREAD
#endif

/* What is in this library alone is reached without a table of addresses. */
#pragma GCC visibility push(hidden)

/* The globals of a module; NULL when there is none, or when its structure is not that of the header. */
void *true_async_module_globals(const char *name, size_t length, size_t size);

/*
 * Whether there was a call that leaves settings of libxml or PHP other than they are for all. Nearly no request has one, so
 * those settings are looked at only then.
 */
extern PER_THREAD unsigned true_async_watched;

typedef struct {
	void *room[8];
} true_async_libxml_room;

void true_async_libxml_startup(void);
bool true_async_libxml_take(true_async_libxml_room *to);
void true_async_libxml_put(true_async_libxml_room *from);
void true_async_libxml_forget(void);

/* The buffers that PHP has opened before the script: how many are still open, and the uppermost. */
typedef struct {
	php_output_handler *active;
	int count;
} true_async_request_buffers;
extern PER_THREAD true_async_request_buffers true_async_of_request;

typedef struct {
	zend_stack handlers;
	php_output_handler *active;
	php_output_handler *running;
	/* How many of the stack are the request's. */
	int of_request;
} true_async_output_room;

void true_async_output_request_startup(void);
void true_async_output_take(true_async_output_room *to);
void true_async_output_put(const true_async_output_room *from);

/* The innermost method of SOAP that the running coroutine is in. */
typedef struct true_async_soap_method true_async_soap_method;
extern PER_THREAD true_async_soap_method *true_async_soap_methods;

typedef struct {
	true_async_soap_method *methods;
	HashTable *typemap;
	void *sdl;
	void *encoding;
	HashTable *class_map;
	HashTable *ref_map;
	char *error_code;
	zend_object *error_object;
	int cur_uniq_ns;
	int cur_uniq_ref;
	int soap_version;
	int features;
	bool use_error_handler;
} true_async_soap_room;

/* The context of streams that libxml opens, for a call that may leave another one behind. */
void true_async_libxml_get_context(zval *to);
void true_async_libxml_restore_context(const zval *from);

/* Around C code that catches the jump after a fatal error: buffers of the coroutine that were discarded meanwhile are its own again. */
void true_async_output_before_catching(void);
void true_async_output_after_catching(void);

void true_async_soap_take(true_async_soap_room *to);
void true_async_soap_put(const true_async_soap_room *from);
void true_async_soap_leave_behind(void);

/* The innermost call of the running coroutine that leaves marks on values. */
typedef struct true_async_mark true_async_mark;
extern PER_THREAD true_async_mark *true_async_marks;

true_async_mark *true_async_marks_take(true_async_mark **to);
void true_async_marks_put(true_async_mark *first);
void true_async_marks_forget(true_async_mark *but);
bool true_async_marked_try(void (*fn)(void *), void *arg);
bool true_async_tick_is_called(const void *tick);
void true_async_marked_tick(void *tick, void (*call)(void *));

#pragma GCC visibility pop
