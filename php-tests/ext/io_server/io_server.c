/* Servers and connections; see io_server.h. */
#include "io_server.h"

#include <fcntl.h>
#include <unistd.h>

/* {{{ Connections */

static connection_t *connection_new(server_t *server, zend_async_io_t *io)
{
	connection_t *connection = ecalloc(1, server->protocol->size);

	connection->server = server;
	connection->io = io;
	connection->next = server->connections;
	if (connection->next != NULL) {
		connection->next->previous = connection;
	}
	server->connections = connection;
	server->connection_count++;

	return connection;
}

/* Called once, when nothing uses the handle any more: a write that nothing waits for calls back before. */
static void connection_free(zend_async_io_t *io, void *connection)
{
	efree(connection);
}

void connection_close(connection_t *connection)
{
	server_t *server = connection->server;

	if (connection->closed) {
		return;
	}
	connection->closed = true;
	server->connection_count--;
	*(connection->previous != NULL ? &connection->previous->next : &server->connections) = connection->next;
	if (connection->next != NULL) {
		connection->next->previous = connection->previous;
	}
	ZEND_ASYNC_IO_CLOSE(connection->io); /* ends what is under way */
	server->protocol->closed(connection);
	if (connection->read != NULL) {
		connection->read->dispose(connection->read);
	}
	ZEND_ASYNC_EVENT_RELEASE(&connection->io->event);
}

/* Whether a read could not begin or go on. */
static bool connection_failed(connection_t *connection)
{
	if (connection->read != NULL && !connection->read->completed) {
		return false;
	}
	zend_clear_exception();
	connection_close(connection);

	return true;
}

/* recipe: server-room */
/* Where the next bytes go; without room the read pauses, and the peer has to wait. */
static void on_room(zend_async_io_t *io, size_t suggested, zend_async_buf_t *out)
{
	connection_t *connection = io->user_data;

	connection->server->protocol->room(connection, out);
	connection->paused = out->len == 0;
}

void connection_go_on(connection_t *connection)
{
	if (connection->paused && !connection->closed) {
		connection->paused = false;
		ZEND_ASYNC_IO_READ(connection->io, NULL, 0); /* the same request goes on */
		connection_failed(connection);
	}
}
/* end */

/* recipe: server-read */
/* The multishot read has got something, or another operation of the handle is done. */
static void on_io(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	connection_t *connection = ((zend_async_io_t *) event)->user_data;
	zend_async_io_req_t *request = result;

	if (connection->closed) {
		return;
	}
	const protocol_t *protocol = connection->server->protocol;
	if (exception != NULL) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
		connection_close(connection); /* a reset, for example */
	} else if (request != connection->read) {
		protocol->written(connection, request);
	} else if (request->transferred > 0) {
		protocol->received(connection, request->buf, (size_t) request->transferred);
	} else {
		protocol->ended(connection);
	}
}
/* end */

/* recipe: server-accept */
static void on_connection(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	server_t *server = *(server_t **) ((char *) event + event->extra_offset);

	if (exception != NULL) { /* too few descriptors: it tries again by itself */
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
		return;
	}
	zend_socket_t socket = *(zend_socket_t *) result; /* ours from now on */
	zend_async_io_t *io = ZEND_ASYNC_IO_CREATE(socket, ZEND_ASYNC_IO_TYPE_TCP, ZEND_ASYNC_IO_READABLE | ZEND_ASYNC_IO_WRITABLE);
	if (io == NULL) {
		zend_clear_exception();
		close(socket);
		return;
	}
	connection_t *connection = connection_new(server, io);
	io->user_data = io->on_detach_arg = connection;
	io->on_detach = connection_free;
	io->alloc_cb = on_room;
	io->event.add_callback(&io->event, ZEND_ASYNC_EVENT_CALLBACK(on_io));
	ZEND_ASYNC_IO_SET_OPTION(io, ZEND_ASYNC_SOCKET_OPT_NODELAY, 1);
	ZEND_ASYNC_IO_SET_MULTISHOT(io);
	connection->read = ZEND_ASYNC_IO_READ(io, NULL, 0);
	connection_failed(connection);
}
/* end */

/* }}} */

/* {{{ Servers */

ZEND_TLS server_t *servers;

static bool server_nothing(zend_async_event_t *event) { return true; }

static bool server_dispose(zend_async_event_t *event)
{
	if (event->ref_count > 1) {
		event->ref_count--;
		return true;
	}
	zend_async_callbacks_free(event);
	efree(event);

	return true;
}

static zend_string *server_info(zend_async_event_t *event)
{
	return zend_strpprintf(0, "IO server(port=%d)", ((server_t *) event)->port);
}

static bool server_add_callback(zend_async_event_t *event, zend_async_event_callback_t *callback)
{
	return zend_async_callbacks_push(event, callback);
}

/* Also takes over the directory. NULL with an exception. */
static server_t *server_start(const protocol_t *protocol, const char *address, zend_long port, int directory)
{
	/* recipe: server-listen */
	zend_async_listen_event_t *listen = ZEND_ASYNC_SOCKET_LISTEN_EX(address, (int) port, 0, 0, sizeof(server_t *));
	if (listen == NULL) {
		return NULL;
	}
	listen->base.add_callback(&listen->base, ZEND_ASYNC_EVENT_CALLBACK(on_connection));
	if (!listen->base.start(&listen->base)) {
		ZEND_ASYNC_EVENT_RELEASE(&listen->base);
		return NULL;
	}
	/* end */

	server_t *server = ecalloc(1, sizeof(server_t));
	*(server_t **) ((char *) listen + listen->base.extra_offset) = server;
	server->event.ref_count = 1;
	server->event.add_callback = server_add_callback;
	server->event.del_callback = zend_async_callbacks_remove;
	server->event.start = server->event.stop = server_nothing;
	server->event.dispose = server_dispose;
	server->event.info = server_info;
	server->listen = listen;
	server->protocol = protocol;
	server->directory = directory;
	listen->get_local_address(listen, NULL, 0, &server->port);
	server->next = servers;
	servers = server;

	return server;
}

static void server_stop(server_t *server)
{
	server_t **place = &servers;

	while (*place != server) {
		place = &(*place)->next;
	}
	*place = server->next;
	ZEND_ASYNC_EVENT_RELEASE(&server->listen->base);
	while (server->connections != NULL) {
		connection_close(server->connections);
	}
	if (server->directory >= 0) {
		close(server->directory);
	}
	ZEND_ASYNC_CALLBACKS_NOTIFY_AND_CLOSE(&server->event, NULL, NULL);
	ZEND_ASYNC_EVENT_RELEASE(&server->event);
}

static server_t *server_find(zend_long port)
{
	for (server_t *server = servers; server != NULL; server = server->next) {
		if (server->port == port) {
			return server;
		}
	}
	zend_throw_error(NULL, "No server listens on port " ZEND_LONG_FMT, port);

	return NULL;
}

/* }}} */

/* {{{ Functions */

ZEND_FUNCTION(io_server_echo)
{
	char *address;
	size_t address_length;
	zend_long port;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_PATH(address, address_length)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	server_t *server = ZEND_ASYNC_SCHEDULER_INIT() ? server_start(&echo_protocol, address, port, -1) : NULL;
	if (server != NULL) {
		RETURN_LONG(server->port);
	}
}

ZEND_FUNCTION(io_server_files)
{
	char *path, *address;
	size_t path_length, address_length;
	zend_long port;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_PATH(path, path_length)
		Z_PARAM_PATH(address, address_length)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	int directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0) {
		zend_throw_error(NULL, "Cannot open the directory %s: %s", path, strerror(errno));
		return;
	}
	server_t *server = server_start(&files_protocol, address, port, directory);
	if (server == NULL) {
		close(directory);
		return;
	}
	RETURN_LONG(server->port);
}

ZEND_FUNCTION(io_server_wait)
{
	zend_long port;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	server_t *server = server_find(port);
	if (server == NULL || !ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	/* recipe: server-wait */
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &server->event, false, zend_async_waker_callback_resolve, NULL)) {
		ZEND_ASYNC_SUSPEND();
	}
	zend_async_waker_clean(coroutine);
	/* end */
}

ZEND_FUNCTION(io_server_stop)
{
	zend_long port;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	server_t *server = server_find(port);
	if (server != NULL) {
		server_stop(server);
	}
}

ZEND_FUNCTION(io_server_connections)
{
	zend_long port;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	server_t *server = server_find(port);
	if (server != NULL) {
		RETURN_LONG(server->connection_count);
	}
}

/* A fatal error may have kept the request before from its end. */
static PHP_RINIT_FUNCTION(io_server)
{
	servers = NULL;

	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(io_server)
{
	while (servers != NULL) {
		server_stop(servers);
	}

	return SUCCESS;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_echo, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, address, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_files, 0, 0, 3)
	ZEND_ARG_TYPE_INFO(0, directory, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, address, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_port, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(io_server_echo, arginfo_echo)
	ZEND_FE(io_server_files, arginfo_files)
	ZEND_FE(io_server_wait, arginfo_port)
	ZEND_FE(io_server_stop, arginfo_port)
	ZEND_FE(io_server_connections, arginfo_port)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry io_server_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"io_server", functions, NULL, NULL, PHP_RINIT(io_server), PHP_RSHUTDOWN(io_server), NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(io_server)

/* }}} */
