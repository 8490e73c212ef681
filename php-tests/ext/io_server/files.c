/*
 * The files of a directory over HTTP: GET and HEAD, connections that are kept, requests that come in pieces or several at once.
 * See io_server.h and http.h.
 *
 *      received -> serve: as long as a request is there and no response is under way
 *                    |
 *                    +- a small file or an error: one writev of head and body --------.
 *                    '- a larger file: the head, then sendfile -----------------------+-> responded -> serve
 */
#include "io_server.h"
#include "http.h"

#include <sys/socket.h>
#include <unistd.h>

typedef struct {
	connection_t base;
	size_t length; /* bytes of requests that have come */
	size_t discarded;
	bool busy;      /* a response is under way */
	bool serving;   /* further up the stack */
	bool ended;     /* the peer sends no more */
	bool discards;  /* nothing more is answered */
	http_request_t request;
	zend_async_io_t *file;
	zend_async_io_req_t *transfer; /* the file's, read or sent */
	size_t file_size;
	char response[HTTP_RESPONSE_HEAD];
	char bytes[HTTP_HEAD];
} client_t;

static void serve(client_t *client);

/* {{{ Responses */

static void responded(client_t *client)
{
	if (client->transfer != NULL) {
		client->transfer->dispose(client->transfer);
		client->transfer = NULL;
	}
	if (client->file != NULL) {
		ZEND_ASYNC_EVENT_RELEASE(&client->file->event);
		client->file = NULL;
	}
	client->busy = false;
	if (client->request.keep_alive) {
		serve(client);
	} else if (client->request.unread && !client->ended) {
		/* Closing a socket with unread input would be a reset, and take the response away from the client. */
		client->discards = true;
		client->length = 0;
		shutdown(client->base.io->descriptor.socket, SHUT_WR);
		connection_go_on(&client->base);
	} else {
		connection_close(&client->base);
	}
}

/* recipe: files-response */
/* Head and body have been written, or are lost with the connection. */
static void on_written(void *client, zend_async_io_t *io)
{
	if (!((client_t *) client)->base.closed && (io->state & ZEND_ASYNC_IO_CLOSED) == 0) {
		responded(client);
	}
}

/* A response in one piece. It is announced with its whole length; the answer to HEAD ends behind its head. */
static void respond_with(client_t *client, const char *body, size_t length)
{
	zend_async_buf_t parts[2] = {
		{ .base = client->response, .len = http_response_head(client->response, &client->request, length) },
		{ .base = (char *) body, .len = length },
	};

	ZEND_ASYNC_IO_WRITEV_EX(client->base.io, parts, client->request.head_only ? 1 : 2, on_written, client);
}

/* The file was read, or sent. */
static void transferred(client_t *client)
{
	size_t bytes = (size_t) client->transfer->transferred;

	/* Also where it has become shorter than announced. */
	if (client->transfer->exception != NULL || bytes != client->file_size) {
		connection_close(&client->base);
	} else if (client->file_size <= HTTP_SMALL) {
		respond_with(client, client->transfer->buf, bytes);
	} else {
		responded(client);
	}
}

static void on_file(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	client_t *client = ((zend_async_io_t *) event)->user_data;

	if (exception != NULL) {
		ZEND_ASYNC_EVENT_SET_EXCEPTION_HANDLED(event);
	}
	if (!client->base.closed && result == client->transfer) {
		transferred(client);
	}
}

static void respond_with_file(client_t *client, int fd)
{
	zend_async_buf_t head = { .base = client->response };
	zend_async_io_t *file = ZEND_ASYNC_IO_CREATE(fd, ZEND_ASYNC_IO_TYPE_FILE, ZEND_ASYNC_IO_READABLE | ZEND_ASYNC_IO_OWNS_FD);

	if (file == NULL) {
		close(fd);
	} else {
		client->file = file;
		file->user_data = client;
		file->event.add_callback(&file->event, ZEND_ASYNC_EVENT_CALLBACK(on_file));
		if (client->file_size <= HTTP_SMALL) {
			client->transfer = ZEND_ASYNC_IO_READ(file, NULL, client->file_size);
		} else {
			head.len = http_response_head(client->response, &client->request, client->file_size);
			ZEND_ASYNC_IO_WRITEV_EX(client->base.io, &head, 1, NULL, NULL);
			client->transfer = ZEND_ASYNC_IO_SENDFILE(client->base.io, file, 0, client->file_size); /* behind the head */
		}
	}
	if (client->transfer == NULL) {
		zend_clear_exception();
		connection_close(&client->base);
	} else if (client->transfer->completed) { /* at once: no subscriber is told */
		transferred(client);
	}
}
/* end */

/* }}} */

/* {{{ Requests */

/* Answers the requests that are there, one after the other. */
static void serve(client_t *client)
{
	zend_async_io_t *io = client->base.io;
	http_request_t *request = &client->request;

	if (client->serving) {
		return;
	}
	client->serving = true;
	ZEND_ASYNC_EVENT_ADD_REF(&io->event); /* the response may close the connection */
	while (!client->busy && !client->base.closed && !client->discards) {
		size_t length = http_head_length(client->bytes, client->length);
		int fd = -1;
		if (length > 0) {
			http_parse(client->bytes, length, request);
			fd = request->status == 200 ? http_open(client->base.server->directory, request, &client->file_size) : -1;
			client->length -= length;
			memmove(client->bytes, client->bytes + length, client->length);
		} else if (client->length == sizeof(client->bytes)) {
			*request = (http_request_t) { .status = 431, .unread = true };
		} else {
			break;
		}
		client->busy = true;
		if (fd < 0) {
			const char *reason = http_reason(request->status);
			respond_with(client, reason, strlen(reason));
		} else if (request->head_only || client->file_size == 0) {
			close(fd);
			respond_with(client, NULL, client->file_size);
		} else {
			respond_with_file(client, fd);
		}
	}
	client->serving = false;
	if (!client->busy && client->ended) {
		connection_close(&client->base);
	} else {
		connection_go_on(&client->base);
	}
	ZEND_ASYNC_EVENT_RELEASE(&io->event);
}

/* }}} */

/* {{{ The connection */

static void files_room(connection_t *connection, zend_async_buf_t *out)
{
	client_t *client = (client_t *) connection;

	out->base = client->bytes + client->length;
	out->len = sizeof(client->bytes) - client->length;
}

static void files_received(connection_t *connection, char *bytes, size_t length)
{
	client_t *client = (client_t *) connection;

	if (client->discards) {
		client->discarded += length;
		if (client->discarded > HTTP_DISCARDED) {
			connection_close(connection);
		}
		return;
	}
	/* Requests may have been answered since there was room: then what is before it has gone. */
	memmove(client->bytes + client->length, bytes, length);
	client->length += length;
	serve(client);
}

static void files_ended(connection_t *connection)
{
	client_t *client = (client_t *) connection;

	client->ended = true;
	if (!client->busy) {
		connection_close(connection);
	}
}

/* Nothing waits for what is written: see on_written. */
static void files_written(connection_t *connection, zend_async_io_req_t *request) {}

static void files_closed(connection_t *connection)
{
	client_t *client = (client_t *) connection;

	if (client->transfer != NULL) {
		client->transfer->dispose(client->transfer);
	}
	if (client->file != NULL) {
		ZEND_ASYNC_EVENT_RELEASE(&client->file->event);
	}
}

const protocol_t files_protocol = {
	.size = sizeof(client_t),
	.room = files_room,
	.received = files_received,
	.ended = files_ended,
	.written = files_written,
	.closed = files_closed,
};

/* }}} */
