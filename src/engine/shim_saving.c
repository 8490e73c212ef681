/*
 * A document is written when libxml has walked it. Opening its target and writing may wait, and what others change or free
 * meanwhile must not be what the walk goes on with: its nodes, and what libxml and PHP have looked up before they ask for a
 * buffer (the element, the name of the encoding) [io/FW-2].
 *
 *   libxml walks the tree -> a buffer of ours, in memory -> at its end: PHP's buffer, which opens the stream -> the stream
 *
 * Only where PHP saves a tree: XMLWriter streams, and where PHP 8.4 looks into its buffer it gets that one (Dom\XMLDocument,
 * and SimpleXML, which may have such a document).
 */
#include "php.h"
#include "shim_busy.h"
#include <dlfcn.h>

typedef void *(*create_buffer)(const char *uri, void *encoder, int compression);
typedef void (*call)(void *argument);

/* libxml's. */
static struct {
	create_buffer (*set_creation)(create_buffer creation);
	void *(*create)(int (*write)(void *, const char *, int), int (*close)(void *), void *context, void *encoder);
	int (*write)(void *buffer, int length, const char *data);
	int (*close)(void *buffer);
	int (*close_encoder)(void *encoder);
	/* Where the flag is that PHP sets while it saves a document with LIBXML_NOEMPTYTAG. */
	int *(*no_empty_tags)(void);
} libxml;

/* PHP's, while ours is in place. */
static PER_THREAD create_buffer original;

enum { TOLD = -1, NOT_OPENED = -2 };

/* What the last target has taken, NOT_OPENED, or TOLD if there is nothing to tell. */
static PER_THREAD zend_long written = TOLD;

/* Calls something outside the section in which I/O of the running function blocks. */
static void (*outside)(call call, void *argument);

/* What was collected. It may be large, and PHP does not count it where it streams: not in PHP's memory. */
struct collection {
	/* What PHP is to open. */
	char *uri;
	int compression;
	char *data;
	size_t used;
	size_t size;
	/* The running function blocks, but has no use for the tree any more when this is written. */
	bool blocked;
	bool opened;
	int result;
};

static int collect(void *context, const char *data, int length)
{
	struct collection *all = context;
	if (length < 0) {
		return -1;
	}
	if (all->size - all->used < (size_t) length) {
		size_t size = (all->used + length) * 2;
		char *larger = realloc(all->data, size);
		if (!larger) {
			return -1;
		}
		all->data = larger;
		all->size = size;
	}
	memcpy(all->data + all->used, data, length);
	all->used += length;
	return length;
}

/* The flag is for this call alone: others save while it waits. */
static int hide_flag(void)
{
	int found = 0;
	if (libxml.no_empty_tags) {
		found = *libxml.no_empty_tags();
		*libxml.no_empty_tags() = 0;
	}
	return found;
}

static void show_flag(int flag)
{
	if (libxml.no_empty_tags) {
		*libxml.no_empty_tags() = flag;
	}
}

static void write_out(void *argument)
{
	enum { AT_ONCE = 1 << 20 };
	struct collection *all = argument;
	void *target = original(all->uri, NULL, all->compression);
	all->opened = target != NULL;
	if (!target) {
		all->result = -1;
		return;
	}
	for (size_t done = 0; done < all->used;) {
		int length = (int) MIN(all->used - done, AT_ONCE);
		if (libxml.write(target, length, all->data + done) < 0) {
			break;
		}
		done += length;
	}
	all->result = libxml.close(target);
}

static void drop(struct collection *all)
{
	free(all->uri);
	free(all->data);
	free(all);
}

static int end(void *context)
{
	struct collection *all = context;
	int flag = hide_flag();
	if (all->blocked && outside) {
		outside(write_out, all);
	} else {
		write_out(all);
	}
	show_flag(flag);
	int result = all->result;
	/* Now, not earlier: others save while this one waits. */
	written = all->opened ? result : NOT_OPENED;
	drop(all);
	/* An error that libxml knows by a number comes back negative, and is asked for positive. */
	return result >= 0 ? 0 : result == -1 ? -1 : -result;
}

/* The class whose method saves a tree, or NULL. */
static zend_class_entry *saving_class(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	if (!frame || !frame->func || ZEND_USER_CODE(frame->func->type)) {
		return NULL;
	}
	zend_class_entry *scope = frame->func->common.scope;
	return scope && (zend_string_equals_literal(scope->name, "DOMDocument") || zend_string_equals_literal(scope->name, "DOMNode")
#if PHP_VERSION_ID < 80400
		|| zend_string_equals_literal(scope->name, "SimpleXMLElement")
#endif
		|| zend_string_equals_literal(scope->name, "XSLTProcessor")) ? scope : NULL;
}

/* Whether a transformation writes its result. What a style sheet writes comes in the middle of it. */
static bool is_result(const char *uri)
{
	zend_execute_data *frame = EG(current_execute_data);
	return ZEND_CALL_NUM_ARGS(frame) == 2 && Z_TYPE_P(ZEND_CALL_ARG(frame, 2)) == IS_STRING
		&& !strcmp(Z_STRVAL_P(ZEND_CALL_ARG(frame, 2)), uri);
}

static void *create(const char *uri, void *encoder, int compression)
{
	zend_class_entry *scope = uri ? saving_class() : NULL;
	if (!scope) {
		return original(uri, encoder, compression);
	}
	struct collection *all = calloc(1, sizeof *all);
	if (!all || !(all->uri = strdup(uri))) {
		free(all);
		if (encoder && libxml.close_encoder) {
			libxml.close_encoder(encoder);
		}
		return NULL;
	}
	all->compression = compression;
	all->blocked = !zend_string_equals_literal(scope->name, "XSLTProcessor") || is_result(uri);
	void *ours = libxml.create(collect, end, all, encoder);
	if (!ours) {
		drop(all);
	}
	return ours;
}

/*
 * How many bytes the call that has just returned has written, where libxml counts what was collected; -1 if it saved none or
 * that failed, -2 if the target could not be opened.
 */
zend_long true_async_saving_written(void)
{
	zend_long found = written;
	written = TOLD;
	return found;
}

/* At launch. */
void true_async_saving_launch(void (*provided)(call, void *))
{
	outside = provided;
	/* Once found they stay: searching all objects for them costs more than spawning a coroutine. */
	if (!__atomic_load_n(&libxml.create, __ATOMIC_ACQUIRE)) {
		libxml.set_creation = dlsym(RTLD_DEFAULT, "xmlOutputBufferCreateFilenameDefault");
		libxml.write = dlsym(RTLD_DEFAULT, "xmlOutputBufferWrite");
		libxml.close = dlsym(RTLD_DEFAULT, "xmlOutputBufferClose");
		libxml.close_encoder = dlsym(RTLD_DEFAULT, "xmlCharEncCloseFunc");
		libxml.no_empty_tags = dlsym(RTLD_DEFAULT, "__xmlSaveNoEmptyTags");
		/* Last: another thread that finds it finds all of them. */
		__atomic_store_n(&libxml.create, dlsym(RTLD_DEFAULT, "xmlOutputBufferCreateIO"), __ATOMIC_RELEASE);
	}
	if (!original && libxml.set_creation && libxml.create && libxml.write && libxml.close) {
		original = libxml.set_creation(create);
	}
}

/* At the end of a request. */
void true_async_saving_shutdown(void)
{
	if (original) {
		libxml.set_creation(original);
		original = NULL;
	}
}
