/* What a connection sends is sent back to it. While that is under way nothing more is read; see io_server.h. */
#include "io_server.h"

typedef struct {
	connection_t base;
	zend_async_io_req_t *write; /* of the buffer, until it is done */
	bool ended;
	char buffer[65536];
} echo_t;

/* recipe: echo */
/* The buffer of the next piece; no room while it is being written, which makes the read pause. */
static void echo_room(connection_t *connection, zend_async_buf_t *out)
{
	echo_t *echo = (echo_t *) connection;

	out->base = echo->buffer;
	out->len = echo->write == NULL ? sizeof(echo->buffer) : 0;
}

static void echo_received(connection_t *connection, char *bytes, size_t length)
{
	echo_t *echo = (echo_t *) connection;

	echo->write = ZEND_ASYNC_IO_WRITE(connection->io, bytes, length);
	if (echo->write == NULL) {
		zend_clear_exception();
		connection_close(connection);
	} else if (echo->write->completed) { /* at once: no subscriber is told */
		bool failed = echo->write->exception != NULL;
		echo->write->dispose(echo->write);
		echo->write = NULL;
		if (failed) {
			connection_close(connection);
		}
	}
}

static void echo_written(connection_t *connection, zend_async_io_req_t *request)
{
	echo_t *echo = (echo_t *) connection;

	request->dispose(request);
	echo->write = NULL;
	if (echo->ended) {
		connection_close(connection);
	} else {
		connection_go_on(connection);
	}
}
/* end */

static void echo_ended(connection_t *connection)
{
	echo_t *echo = (echo_t *) connection;

	echo->ended = true;
	if (echo->write == NULL) {
		connection_close(connection);
	}
}

static void echo_closed(connection_t *connection)
{
	echo_t *echo = (echo_t *) connection;

	if (echo->write != NULL) {
		echo->write->dispose(echo->write);
	}
}

const protocol_t echo_protocol = {
	.size = sizeof(echo_t),
	.room = echo_room,
	.received = echo_received,
	.ended = echo_ended,
	.written = echo_written,
	.closed = echo_closed,
};
