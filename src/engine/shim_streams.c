/*
 * Streams as PHP's headers describe them: which one an argument is, and what about it decides which calls may be inside at
 * once.
 */
#include "php.h"
#include "php_network.h"
#include "php_streams.h"
#include "zend_observer.h"
#include "ext/spl/spl_directory.h"
#include "ext/standard/proc_open.h"
#include "streams/php_stream_userspace.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int stream_type, persistent_type, filter_type;

/* At module start, when the types of resources have their numbers. */
void true_async_streams_startup(void)
{
	stream_type = php_file_le_stream();
	persistent_type = php_file_le_pstream();
	filter_type = php_file_le_stream_filter();
}

/* ---- which stream ---- */

/* The stream of a resource, or NULL; never runs PHP code. */
php_stream *true_async_stream_of(zval *value)
{
	if (!value) {
		return NULL;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_RESOURCE) {
		return NULL;
	}
	int type = Z_RES_P(value)->type;
	return type == stream_type || type == persistent_type ? Z_RES_P(value)->ptr : NULL;
}

/* The stream of an SplFileObject, or NULL before its constructor has opened one. */
php_stream *true_async_stream_of_file(zend_object *object)
{
	const spl_filesystem_object *file = (void *) ((char *) object - XtOffsetOf(spl_filesystem_object, std));
	return file->type == SPL_FS_FILE ? file->u.file.stream : NULL;
}

/* The stream of a Directory object, or NULL. Its handle is its second property. */
php_stream *true_async_stream_of_directory(zend_object *object)
{
	return object->ce->default_properties_count > 1 ? true_async_stream_of(OBJ_PROP_NUM(object, 1)) : NULL;
}

/* The stream that a filter is on, or NULL; whether it filters what is read. */
php_stream *true_async_stream_of_filter(zval *value, bool *reading)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_RESOURCE || Z_RES_P(value)->type != filter_type) {
		return NULL;
	}
	php_stream_filter *filter = Z_RES_P(value)->ptr;
	if (!filter || !filter->chain) {
		return NULL;
	}
	*reading = filter->chain == &filter->chain->stream->readfilters;
	return filter->chain->stream;
}

/* ---- what about it ---- */

static bool is_user_stream(const php_stream *stream) { return stream->ops == &php_stream_userspace_ops; }

static bool user_stream_seeks(const php_stream *stream)
{
	if (Z_TYPE(stream->wrapperdata) != IS_OBJECT) {
		return true;
	}
	return zend_hash_str_exists(&Z_OBJCE(stream->wrapperdata)->function_table, ZEND_STRL("stream_seek"));
}

/*
 * Whether reading and writing share a position. A stream of user space is asked for its method: the flag that says it cannot
 * seek is set when PHP first tries.
 */
bool true_async_stream_shares_position(const php_stream *stream)
{
	if (!stream->ops->seek) {
		return false;
	}
	return is_user_stream(stream) ? user_stream_seeks(stream) : !(stream->flags & PHP_STREAM_FLAG_NO_SEEK);
}

/* PHP is not to find out by trying that a stream of user space cannot seek: it would throw away what a reader has buffered. */
void true_async_stream_keep_buffer(php_stream *stream)
{
	if (is_user_stream(stream) && !user_stream_seeks(stream)) {
		stream->flags |= PHP_STREAM_FLAG_NO_SEEK;
	}
}

/* Whether filters of a direction are to be added: the mode that stream_filter_append() was given, or that of the stream. */
bool true_async_filters_apply(const php_stream *stream, zend_long mode, bool reading)
{
	if (mode & PHP_STREAM_FILTER_ALL) {
		return (mode & (reading ? PHP_STREAM_FILTER_READ : PHP_STREAM_FILTER_WRITE)) != 0;
	}
	return strpbrk(stream->mode, reading ? "r+" : "wa+") != NULL;
}

/* As engine/streams.rs has it. */
typedef struct {
	int fd;
	char is_blocked;
	struct timeval timeout;
	char timeout_event;
} true_async_socket;

_Static_assert(offsetof(true_async_socket, fd) == offsetof(php_netstream_data_t, socket), "fd");
_Static_assert(offsetof(true_async_socket, is_blocked) == offsetof(php_netstream_data_t, is_blocked), "is_blocked");
_Static_assert(offsetof(true_async_socket, timeout) == offsetof(php_netstream_data_t, timeout), "timeout");
_Static_assert(offsetof(true_async_socket, timeout_event) == offsetof(php_netstream_data_t, timeout_event), "timeout_event");

/* Sockets all have the same data, whatever their table of operations is. */
static bool is_socket(const php_stream *stream)
{
	static const char *const labels[] = {"tcp_socket/ssl", "tcp_socket", "udp_socket", "unix_socket", "udg_socket", "generic_socket"};
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++) {
		if (strcmp(stream->ops->label, labels[i]) == 0) {
			return stream->abstract != NULL;
		}
	}
	return false;
}

/* The descriptor of a file, pipe or socket, or -1. */
int true_async_stream_descriptor(php_stream *stream)
{
	if (php_stream_is(stream, PHP_STREAM_IS_STDIO)) {
		int fd = -1;
		bool found = stream->abstract && stream->ops->cast(stream, PHP_STREAM_AS_FD_FOR_SELECT, (void **) &fd) == SUCCESS;
		return found ? fd : -1;
	}
	return is_socket(stream) ? ((php_netstream_data_t *) stream->abstract)->socket : -1;
}

/* Called with each resource; true when that was enough. */
typedef bool (*true_async_resource)(void *argument, zend_resource *resource);

static bool reports(zend_object *object, int levels, true_async_resource is_enough, void *argument)
{
	zval *reported;
	int count;
	object->handlers->get_gc(object, &reported, &count);
	for (int i = 0; i < count; i++) {
		if (Z_TYPE(reported[i]) == IS_RESOURCE && is_enough(argument, Z_RES(reported[i]))) {
			return true;
		}
	}
	if (!levels) {
		return false;
	}
	/* Reports are written into the buffer of the engine: the ones that follow get another, so that this one stays. */
	zend_get_gc_buffer buffer = EG(get_gc_buffer);
	memset(&EG(get_gc_buffer), 0, sizeof(zend_get_gc_buffer));
	bool found = false;
	for (int i = 0; i < count && !found; i++) {
		/* What is being freed, while a destructor of its own waits, cannot be asked. */
		found = Z_TYPE(reported[i]) == IS_OBJECT && !(OBJ_FLAGS(Z_OBJ(reported[i])) & IS_OBJ_FREE_CALLED)
			&& reports(Z_OBJ(reported[i]), levels - 1, is_enough, argument);
	}
	if (EG(get_gc_buffer).start) {
		efree(EG(get_gc_buffer).start);
	}
	EG(get_gc_buffer) = buffer;
	return found;
}

static bool is_resource(void *wanted, zend_resource *resource) { return resource == wanted; }

/*
 * Whether an object holds the stream's resource, by what it tells the cycle collector, or, with levels, one that it holds. The resource
 * is compared, not followed: it may look closed.
 */
bool true_async_holds_stream(zend_object *object, int levels, const php_stream *stream)
{
	return stream->res && reports(object, levels, is_resource, stream->res);
}

static php_stream *open_stream(const zend_resource *resource)
{
	return resource->type == stream_type || resource->type == persistent_type ? resource->ptr : NULL;
}

typedef struct {
	void (*found)(void *to, php_stream *stream);
	void *to;
} true_async_search;

static bool find_stream(void *argument, zend_resource *resource)
{
	const true_async_search *search = argument;
	php_stream *stream = open_stream(resource);
	if (stream) {
		search->found(search->to, stream);
	}
	return false;
}

/* The open streams that an object holds, as above. */
void true_async_streams_of(zend_object *object, int levels, void (*found)(void *to, php_stream *stream), void *to)
{
	true_async_search search = {found, to};
	reports(object, levels, find_stream, &search);
}

/* The stream whose resource has that number, or NULL. */
php_stream *true_async_stream_of_number(zend_long number)
{
	zval *value = zend_hash_index_find(&EG(regular_list), number);
	return value ? open_stream(Z_RES_P(value)) : NULL;
}

/* The pipes of a process that are open. */
size_t true_async_pipes_of_process(zval *value, php_stream **pipes, size_t room)
{
	if (!value) {
		return 0;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_RESOURCE || Z_RES_P(value)->type < 0) {
		return 0;
	}
	const char *kind = zend_rsrc_list_get_rsrc_type(Z_RES_P(value));
	if (!kind || strcmp(kind, "process") != 0) {
		return 0;
	}
	const php_process_handle *process = Z_RES_P(value)->ptr;
	size_t count = 0;
	for (int i = 0; i < process->npipes && count < room; i++) {
		php_stream *pipe = process->pipes[i] ? open_stream(process->pipes[i]) : NULL;
		if (pipe) {
			pipes[count++] = pipe;
		}
	}
	return count;
}

/* Puts what was read last before what the buffer of a stream holds. */
void true_async_stream_unread(php_stream *stream, const char *data, size_t length)
{
	size_t unread = stream->writepos - stream->readpos;
	if ((size_t) stream->readpos < length) {
		if (stream->readbuflen < length + unread) {
			stream->readbuflen = length + unread + stream->chunk_size;
			stream->readbuf = perealloc(stream->readbuf, stream->readbuflen, stream->is_persistent);
		}
		memmove(stream->readbuf + length, stream->readbuf + stream->readpos, unread);
		stream->readpos = length;
		stream->writepos = length + unread;
	}
	stream->readpos -= length;
	memcpy(stream->readbuf + stream->readpos, data, length);
	stream->position -= length;
}

/* Whether the stream is a file, which moves back to what was read of it, also where it was mapped. Not behind filters. */
bool true_async_stream_moves_back(const php_stream *stream)
{
	return stream->ops == &php_stream_stdio_ops && !(stream->flags & PHP_STREAM_FLAG_NO_SEEK) && !stream->readfilters.head;
}

void true_async_stream_move_back(php_stream *stream, size_t bytes)
{
	php_stream_seek(stream, -(zend_off_t) bytes, SEEK_CUR);
}

/* The number of the line that an SplFileObject is at. */
zend_long true_async_file_line(zend_object *object)
{
	spl_filesystem_object *file = (void *) ((char *) object - XtOffsetOf(spl_filesystem_object, std));
	return file->type == SPL_FS_FILE ? file->u.file.current_line_num : 0;
}

/* The reading of a line was cancelled: the object has none, and is at the number where it was. */
void true_async_file_forget_line(zend_object *object, zend_long number)
{
	spl_filesystem_object *file = (void *) ((char *) object - XtOffsetOf(spl_filesystem_object, std));
	if (file->type != SPL_FS_FILE) {
		return;
	}
	if (file->u.file.current_line) {
#ifdef HAS_CURRENT_LINE_STRING
		zend_string_release(file->u.file.current_line);
#else
		efree(file->u.file.current_line);
#endif
		file->u.file.current_line = NULL;
	}
	zval_ptr_dtor(&file->u.file.current_zval);
	ZVAL_UNDEF(&file->u.file.current_zval);
	file->u.file.current_line_num = number;
}

/*
 * Whether calls on the stream never wait, because it is in non-blocking mode. With filters a call may be left in the middle
 * all the same.
 */
bool true_async_stream_never_waits(php_stream *stream)
{
	if (stream->readfilters.head || stream->writefilters.head) {
		return false;
	}
	if (is_socket(stream)) {
		return !((php_netstream_data_t *) stream->abstract)->is_blocked;
	}
	int fd = true_async_stream_descriptor(stream);
	int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
	return flags >= 0 && (flags & O_NONBLOCK);
}

/* ---- reading into the buffer ---- */

/* Where PHP expects what is read into the buffer: behind what is in it now. */
char *true_async_stream_room(php_stream *stream, size_t *room)
{
	if (stream->readbuflen <= (size_t) stream->writepos) {
		stream->readbuflen = stream->writepos + stream->chunk_size;
		stream->readbuf = perealloc(stream->readbuf, stream->readbuflen, stream->is_persistent);
	}
	*room = stream->readbuflen - stream->writepos;
	return (char *) stream->readbuf + stream->writepos;
}

/* Whether the call that reads has taken something from the buffer already: it does not wait for more. */
bool true_async_stream_has_some(const php_stream *stream)
{
#ifdef HAS_BUFFERED_DATA
	return stream->has_buffered_data;
#else
	(void) stream;
	return false;
#endif
}

/* ---- options ---- */

/* As stream_get_meta_data() shows it. */
void true_async_show_timed_out(zval *meta_data, bool timed_out) { add_assoc_bool(meta_data, "timed_out", timed_out); }

/* Whether this is an attempt to receive what may have to be waited for; what it returned is `*result`. Urgent data are there or not. */
bool true_async_is_receiving(php_stream_xport_param *parameters, int **result)
{
	*result = &parameters->outputs.returncode;
	return parameters->op == STREAM_XPORT_OP_RECV && !(parameters->inputs.flags & STREAM_OOB);
}

/* What engine/streams.rs takes for the beginning of a socket's structure. */
_Static_assert(offsetof(php_netstream_data_t, socket) == 0 && offsetof(php_netstream_data_t, is_blocked) == 4
	&& offsetof(php_netstream_data_t, timeout) == 8 && offsetof(php_netstream_data_t, timeout_event) == 24,
	"Socket in engine/streams.rs is something else");

/* ---- notices ---- */

/* What the operation would have done. */
void true_async_notify_progress(php_stream *stream, size_t bytes)
{
	php_stream_context *context = PHP_STREAM_CONTEXT(stream);
	php_stream_notify_progress_increment(context, bytes, 0);
}

/* As PHP when a socket does not take what is written in time. */
void true_async_sending_timed_out(php_stream *stream, size_t bytes)
{
	if (!(stream->flags & PHP_STREAM_FLAG_SUPPRESS_ERRORS)) {
		char *text = php_socket_strerror(EAGAIN, NULL, 0);
		php_error_docref(NULL, E_NOTICE, "Send of " ZEND_LONG_FMT " bytes failed with errno=%d %s", (zend_long) bytes, EAGAIN, text);
		efree(text);
	}
}

/* Whether PHP does not wait at all with a time limit of 0: it did before streams told what is in their buffers. */
bool true_async_has_zero_limits(void)
{
#ifdef HAS_BUFFERED_DATA
	return true;
#else
	return false;
#endif
}

static void (*error_observer)(void);

static void observe_error(int type, zend_string *file, uint32_t line, zend_string *message) { error_observer(); }

/* Calls `observer` before PHP reports an error, and so before it runs PHP code for it. At module start. */
void true_async_observe_errors(void (*observer)(void))
{
	error_observer = observer;
	zend_observer_error_register(observe_error);
}

/* ---- tables of operations ---- */

static size_t add_table(const php_stream_ops **tables, size_t count, size_t room, const php_stream_ops *table)
{
	for (size_t i = 0; i < count; i++) {
		if (tables[i] == table) {
			return count;
		}
	}
	if (count < room) {
		tables[count++] = table;
	}
	return count;
}

/* Adds the table of a stream made for the purpose, which has no descriptor, if it is a socket's. */
static size_t add_table_of(const php_stream_ops **tables, size_t count, size_t room, php_stream *stream)
{
	if (stream) {
		if (is_socket(stream)) {
			count = add_table(tables, count, room, stream->ops);
		}
		php_stream_free(stream, PHP_STREAM_FREE_CLOSE);
	}
	return count;
}

/*
 * The tables of streams that are made by the transports PHP knows, and by functions that get a socket. With OpenSSL all
 * transports over TCP share one, which uses the plain one for what is not encrypted. Scripts do not see that resources were
 * made.
 */
size_t true_async_socket_tables(const php_stream_ops **tables, size_t room)
{
	static const char *const transports[] = {"tcp", "udp", "unix", "udg", "ssl", "tls"};
	zend_long next_handle = EG(regular_list).nNextFreeElement;
	struct timeval timeout = {1, 0};
	size_t count = 0;
	for (size_t i = 0; i < sizeof(transports) / sizeof(*transports); i++) {
		const char *name = transports[i];
		php_stream_transport_factory factory = zend_hash_str_find_ptr(php_stream_xport_get_hash(), name, strlen(name));
		if (factory) {
			count = add_table_of(tables, count, room, factory(name, strlen(name), NULL, 0, NULL, 0, 0, &timeout, NULL STREAMS_CC));
		}
	}
	count = add_table_of(tables, count, room, php_stream_sock_open_from_socket(-1, NULL));
	EG(regular_list).nNextFreeElement = next_handle;
	return count;
}

const php_stream_ops *true_async_file_table(void) { return &php_stream_stdio_ops; }

/* That of directories whose methods are PHP code. */
const php_stream_ops *true_async_user_directory_table(void) { return &php_stream_userspace_dir_ops; }
const php_stream_ops *true_async_user_table(void) { return &php_stream_userspace_ops; }

/*
 * What popen() of libc has opened so far: in the child of a later one libc closes it. Ours leaves that to the mark of the
 * descriptors, which these do not have; so a child would hold the pipe of another one open.
 */
void true_async_mark_popen_streams(void)
{
	zend_resource *resource;
	struct stat info;

	ZEND_HASH_FOREACH_PTR(&EG(regular_list), resource) {
		if (resource->type != stream_type) {
			continue;
		}
		php_stream *stream = resource->ptr;
		if (stream->ops != &php_stream_stdio_ops || stream->stdiocast || !stream->abstract) {
			continue;
		}
		/* The data of a stream of this kind begin with its FILE*, NULL where there is none. */
		FILE *file = *(FILE **) stream->abstract;
		int fd = file ? fileno(file) : -1;
		if (fd > STDERR_FILENO && fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode)) {
			fcntl(fd, F_SETFD, FD_CLOEXEC);
		}
	} ZEND_HASH_FOREACH_END();
}

/*
 * Gives a persistent stream a name in the list of these that no code can ask for, or its own one again, unless that is another stream's
 * by now. Names end at a zero: behind that the address follows. The entry stays, so PHP frees it as ever, also at the end of the process.
 */
void true_async_rename_persistent(php_stream *stream, bool hide)
{
	HashTable *list = &EG(persistent_list);
	zend_string *name;
	zval *entry;

	ZEND_HASH_FOREACH_STR_KEY_VAL(list, name, entry) {
		if (!name || Z_RES_P(entry)->type != persistent_type || Z_RES_P(entry)->ptr != stream) {
			continue;
		}
		size_t length = strlen(ZSTR_VAL(name));
		bool hidden = length < ZSTR_LEN(name);
		if (hidden == hide || (!hide && zend_hash_str_exists(list, ZSTR_VAL(name), length))) {
			return;
		}
		zend_string *other = zend_string_alloc(length + (hide ? 1 + sizeof(stream) : 0), true);
		memcpy(ZSTR_VAL(other), ZSTR_VAL(name), length + 1);
		if (hide) {
			memcpy(ZSTR_VAL(other) + length + 1, &stream, sizeof(stream));
		}
		ZSTR_VAL(other)[ZSTR_LEN(other)] = '\0';
		GC_MAKE_PERSISTENT_LOCAL(other);

		/* The resource moves: the destructor of the list would free the stream. */
		zval resource;
		ZVAL_COPY_VALUE(&resource, entry);
		dtor_func_t destructor = list->pDestructor;
		list->pDestructor = NULL;
		zend_hash_del(list, name);
		list->pDestructor = destructor;
		zend_hash_add_new(list, other, &resource);
		zend_string_release(other);
		return;
	} ZEND_HASH_FOREACH_END();
}

/* PHP is freeing the stream and has called its close operation: its resource is open again, and the request ends instead. */
void true_async_refuse_freeing(php_stream *stream)
{
	stream->in_free = 0;
	if (stream->res && stream->res->type < 0) {
		stream->res->type = stream->is_persistent ? php_file_le_pstream() : stream_type;
		stream->res->ptr = stream;
	}
	zend_error_noreturn(E_ERROR, "Cannot free a stream that another coroutine is using, because nothing can be waited for here");
}
