/*
 * An extension of an outsider: TCP servers made of the IO handle alone (ABI-155..158). No coroutine runs for a connection: what
 * happens to it are callbacks of the event loop.
 *
 *   io_server_echo(string $address, int $port): int                        starts a server; the port, for port 0 that of the system
 *   io_server_files(string $directory, string $address, int $port): int    the same for the files of a directory, over HTTP
 *   io_server_wait(int $port): void                                        suspends until the server is stopped
 *   io_server_stop(int $port): void                                        closes its connections, whatever is under way
 *   io_server_connections(int $port): int
 *
 *      io_server.c    servers and their connections, the functions
 *      echo.c         what is done with the bytes of a connection: sent back
 *      files.c        the same: requests for files, with http.c
 *
 * There is no limit of time here: a real server has a timer for connections that say nothing.
 */
#ifndef IO_SERVER_H
#define IO_SERVER_H

#include "php.h"
#include "zend_exceptions.h"
#include "Zend/zend_async_API.h"

typedef struct connection_s connection_t;

/* What a kind of server does with its connections. It may close the connection everywhere. */
typedef struct {
	size_t size; /* of its structure, which begins with the connection */
	/* Where the next bytes go. Without room (a length of 0) nothing is read until connection_go_on(). */
	void (*room)(connection_t *connection, zend_async_buf_t *out);
	void (*received)(connection_t *connection, char *bytes, size_t length);
	void (*ended)(connection_t *connection); /* the peer sends no more */
	void (*written)(connection_t *connection, zend_async_io_req_t *request);
	void (*closed)(connection_t *connection); /* gives requests and handles back */
} protocol_t;

/* An event of its own: it happens when the server is stopped. */
typedef struct server_s {
	zend_async_event_t event;
	zend_async_listen_event_t *listen;
	const protocol_t *protocol;
	connection_t *connections;
	uint32_t connection_count;
	int port;
	int directory; /* a descriptor, or -1 */
	struct server_s *next;
} server_t;

struct connection_s {
	server_t *server;
	zend_async_io_t *io; /* its memory goes with the last reference to this */
	zend_async_io_req_t *read;
	connection_t *next, *previous;
	bool paused; /* there was no room */
	bool closed;
};

extern const protocol_t echo_protocol, files_protocol;

void connection_close(connection_t *connection);

/* There is room again, or may be. */
void connection_go_on(connection_t *connection);

#endif
