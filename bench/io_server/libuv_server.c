/*
 * The file server of php-tests/ext/io_server in plain C on libuv: the measure for what the extension costs.
 *
 *   libuv_server DIRECTORY      prints its port; ends when its standard input does
 *
 * The requests and responses are those of the extension, by the same code (http.c), and so are the system calls: one read, one
 * write, or a write and sendfile(2). libuv's own uv_fs_sendfile() would be unfair: it needs a thread, and version 1.44 copies
 * what it sends piece by piece, at four times the cost.
 */
#include "http.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

typedef struct {
	uv_tcp_t tcp;
	uv_poll_t room; /* of a duplicate, made when the socket was full for the first time */
	int room_fd;
	uv_write_t write;
	uv_file file; /* or -1 */
	size_t file_size, sent;
	size_t length, discarded;
	int handles;
	bool busy, serving, ended, discards, paused, closed;
	http_request_t request;
	char response[HTTP_RESPONSE_HEAD];
	char body[HTTP_SMALL];
	char bytes[HTTP_HEAD];
} client_t;

static uv_loop_t *loop;
static int directory;

static void serve(client_t *client);
static void send_file(client_t *client);
static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out);
static void on_read(uv_stream_t *stream, ssize_t bytes, const uv_buf_t *buffer);

static void on_closed(uv_handle_t *handle)
{
	client_t *client = handle->data;

	if (--client->handles == 0) {
		free(client);
	}
}

static void on_room_closed(uv_handle_t *handle)
{
	close(((client_t *) handle->data)->room_fd);
	on_closed(handle);
}

static void close_client(client_t *client)
{
	if (client->closed) {
		return;
	}
	client->closed = true;
	if (client->file >= 0) {
		close(client->file);
		client->file = -1;
	}
	if (client->room_fd >= 0) {
		uv_close((uv_handle_t *) &client->room, on_room_closed);
	}
	uv_close((uv_handle_t *) &client->tcp, on_closed);
}

static void go_on(client_t *client)
{
	if (client->paused && !client->closed) {
		client->paused = false;
		uv_read_start((uv_stream_t *) &client->tcp, on_room, on_read);
	}
}

static void responded(client_t *client)
{
	if (client->file >= 0) {
		close(client->file);
		client->file = -1;
	}
	client->busy = false;
	if (client->request.keep_alive) {
		serve(client);
	} else if (client->request.unread && !client->ended) {
		client->discards = true;
		client->length = 0;
		shutdown(client->tcp.io_watcher.fd, SHUT_WR);
		go_on(client);
	} else {
		close_client(client);
	}
}

static void on_written(uv_write_t *write, int status)
{
	client_t *client = write->data;

	if (status < 0) {
		close_client(client);
	} else if (!client->closed && client->file >= 0 && client->file_size > HTTP_SMALL) {
		send_file(client);
	} else if (!client->closed) {
		responded(client);
	}
}

/* Whether everything was written; otherwise on_written is called later. */
static bool write_now(client_t *client, uv_buf_t *parts, unsigned count)
{
	int written = uv_try_write((uv_stream_t *) &client->tcp, parts, count);
	size_t taken = written > 0 ? (size_t) written : 0;

	if (written < 0 && written != UV_EAGAIN) {
		close_client(client);
		return false;
	}
	while (count > 0 && taken >= parts->len) {
		taken -= parts->len;
		parts++;
		count--;
	}
	if (count == 0) {
		return true;
	}
	parts->base += taken;
	parts->len -= taken;
	client->write.data = client;
	uv_write(&client->write, (uv_stream_t *) &client->tcp, parts, count, on_written);

	return false;
}

static void respond_with(client_t *client, const char *body, size_t length)
{
	uv_buf_t parts[2] = {
		uv_buf_init(client->response, (unsigned) http_response_head(client->response, &client->request, length)),
		uv_buf_init((char *) body, (unsigned) length),
	};

	if (write_now(client, parts, client->request.head_only ? 1 : 2)) {
		responded(client);
	}
}

static void on_writable(uv_poll_t *poll, int status, int events)
{
	uv_poll_stop(poll);
	send_file(poll->data);
}

static void wait_for_room(client_t *client)
{
	if (client->room_fd < 0) {
		client->room_fd = dup(client->tcp.io_watcher.fd);
		uv_poll_init(loop, &client->room, client->room_fd);
		client->room.data = client;
		client->handles++;
	}
	uv_poll_start(&client->room, UV_WRITABLE, on_writable);
}

static void send_file(client_t *client)
{
	off_t offset = (off_t) client->sent;
	ssize_t bytes = sendfile(client->tcp.io_watcher.fd, client->file, &offset, client->file_size - client->sent);

	if (bytes > 0) {
		client->sent += (size_t) bytes;
	}
	if (client->sent == client->file_size) {
		responded(client);
	} else if (bytes > 0 || (bytes < 0 && errno == EAGAIN)) {
		wait_for_room(client);
	} else {
		close_client(client);
	}
}

static void respond_with_file(client_t *client)
{
	if (client->file_size <= HTTP_SMALL) {
		uv_buf_t body = uv_buf_init(client->body, (unsigned) client->file_size);
		uv_fs_t read;
		int bytes = uv_fs_read(loop, &read, client->file, &body, 1, 0, NULL);
		uv_fs_req_cleanup(&read);
		if (bytes == (int) client->file_size) {
			respond_with(client, client->body, client->file_size);
		} else {
			close_client(client);
		}
	} else {
		uv_buf_t head = uv_buf_init(
				client->response, (unsigned) http_response_head(client->response, &client->request, client->file_size));
		client->sent = 0;
		if (write_now(client, &head, 1)) {
			send_file(client);
		}
	}
}

static void serve(client_t *client)
{
	http_request_t *request = &client->request;

	if (client->serving) {
		return;
	}
	client->serving = true;
	while (!client->busy && !client->closed && !client->discards) {
		size_t length = http_head_length(client->bytes, client->length);
		if (length > 0) {
			http_parse(client->bytes, length, request);
			client->file = request->status == 200 ? http_open(directory, request, &client->file_size) : -1;
			client->length -= length;
			memmove(client->bytes, client->bytes + length, client->length);
		} else if (client->length == sizeof(client->bytes)) {
			*request = (http_request_t) { .status = 431, .unread = true };
		} else {
			break;
		}
		client->busy = true;
		if (client->file < 0) {
			const char *reason = http_reason(request->status);
			respond_with(client, reason, strlen(reason));
		} else if (request->head_only || client->file_size == 0) {
			respond_with(client, NULL, client->file_size);
		} else {
			respond_with_file(client);
		}
	}
	client->serving = false;
	if (!client->busy && client->ended) {
		close_client(client);
	} else {
		go_on(client);
	}
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
	client_t *client = handle->data;

	*out = uv_buf_init(client->bytes + client->length, (unsigned) (sizeof(client->bytes) - client->length));
}

static void on_read(uv_stream_t *stream, ssize_t bytes, const uv_buf_t *buffer)
{
	client_t *client = stream->data;

	if (bytes == UV_ENOBUFS) {
		uv_read_stop(stream);
		client->paused = true;
	} else if (bytes == UV_EOF) {
		client->ended = true;
		if (!client->busy) {
			close_client(client);
		}
	} else if (bytes < 0) {
		close_client(client);
	} else if (client->discards) {
		client->discarded += (size_t) bytes;
		if (client->discarded > HTTP_DISCARDED) {
			close_client(client);
		}
	} else if (bytes > 0) {
		memmove(client->bytes + client->length, buffer->base, (size_t) bytes);
		client->length += (size_t) bytes;
		serve(client);
	}
}

static void on_connection(uv_stream_t *server, int status)
{
	client_t *client = calloc(1, sizeof(client_t));

	client->file = client->room_fd = -1;
	client->tcp.data = client;
	client->handles = 1;
	uv_tcp_init(loop, &client->tcp);
	if (uv_accept(server, (uv_stream_t *) &client->tcp) != 0) {
		close_client(client);
		return;
	}
	uv_tcp_nodelay(&client->tcp, 1);
	uv_read_start((uv_stream_t *) &client->tcp, on_room, on_read);
}

static void on_input(uv_poll_t *poll, int status, int events)
{
	exit(0);
}

int main(int argc, char **argv)
{
	struct sockaddr_in address;
	int length = sizeof(address);
	uv_tcp_t server;
	uv_poll_t input;
	uv_fs_t open;

	signal(SIGPIPE, SIG_IGN); /* as PHP does */
	loop = uv_default_loop();
	directory = argc > 1 ? uv_fs_open(loop, &open, argv[1], O_RDONLY | O_DIRECTORY, 0, NULL) : -1;
	uv_ip4_addr("127.0.0.1", 0, &address);
	uv_tcp_init(loop, &server);
	if (directory < 0 || uv_tcp_bind(&server, (struct sockaddr *) &address, 0) != 0
			|| uv_listen((uv_stream_t *) &server, SOMAXCONN, on_connection) != 0) {
		fprintf(stderr, "usage: libuv_server DIRECTORY\n");
		return 1;
	}
	uv_tcp_getsockname(&server, (struct sockaddr *) &address, &length);
	printf("%d\n", ntohs(address.sin_port));
	fflush(stdout);
	/* The process that has started it has gone. */
	uv_poll_init(loop, &input, 0);
	uv_poll_start(&input, UV_READABLE, on_input);

	return uv_run(loop, UV_RUN_DEFAULT);
}
