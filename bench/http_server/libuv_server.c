/*
 * The HTTP server of server.php in plain C on libuv: the measure for what PHP code on PHP's streams costs. Prints its port;
 * ends when its standard input does. One read and one write for a request, as there.
 */

#define _GNU_SOURCE

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

static const char response[] =
	"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!";

typedef struct {
	uv_tcp_t tcp;
	size_t length;
	char received[8192];
} client_t;

static void on_closed(uv_handle_t *handle)
{
	free(handle->data);
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
	client_t *client = handle->data;

	(void) suggested;
	*out = uv_buf_init(client->received + client->length, sizeof(client->received) - client->length);
}

static void on_written(uv_write_t *write, int status)
{
	(void) status;
	free(write);
}

static void respond(client_t *client)
{
	uv_buf_t buffer = uv_buf_init((char *) response, sizeof(response) - 1);
	int written = uv_try_write((uv_stream_t *) &client->tcp, &buffer, 1);

	if (written == (int) buffer.len) {
		return;
	}
	if (written > 0) {
		buffer.base += written;
		buffer.len -= written;
	}
	uv_write(malloc(sizeof(uv_write_t)), (uv_stream_t *) &client->tcp, &buffer, 1, on_written);
}

static void on_read(uv_stream_t *stream, ssize_t bytes, const uv_buf_t *buffer)
{
	client_t *client = stream->data;
	char *end;

	(void) buffer;
	if (bytes < 0) {
		uv_close((uv_handle_t *) stream, on_closed);
		return;
	}
	client->length += bytes;
	while ((end = memmem(client->received, client->length, "\r\n\r\n", 4))) {
		size_t used = end + 4 - client->received;

		client->length -= used;
		memmove(client->received, end + 4, client->length);
		respond(client);
	}
	if (client->length == sizeof(client->received)) {
		uv_close((uv_handle_t *) stream, on_closed);
	}
}

static void on_connection(uv_stream_t *server, int status)
{
	client_t *client;

	if (status < 0) {
		return;
	}
	client = calloc(1, sizeof(*client));
	uv_tcp_init(server->loop, &client->tcp);
	client->tcp.data = client;
	if (uv_accept(server, (uv_stream_t *) &client->tcp) != 0) {
		uv_close((uv_handle_t *) &client->tcp, on_closed);
		return;
	}
	uv_read_start((uv_stream_t *) &client->tcp, on_room, on_read);
}

static void on_input_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
	static char nothing[64];

	(void) handle;
	(void) suggested;
	*out = uv_buf_init(nothing, sizeof(nothing));
}

static void on_input(uv_stream_t *stream, ssize_t bytes, const uv_buf_t *buffer)
{
	(void) stream;
	(void) buffer;
	if (bytes < 0) {
		exit(0);
	}
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	struct sockaddr_in address;
	int length = sizeof(address);
	uv_tcp_t server;
	uv_pipe_t input;

	uv_tcp_init(loop, &server);
	uv_ip4_addr("127.0.0.1", 0, &address);
	if (uv_tcp_bind(&server, (struct sockaddr *) &address, 0) != 0 || uv_listen((uv_stream_t *) &server, 1024, on_connection) != 0) {
		return 1;
	}
	uv_tcp_getsockname(&server, (struct sockaddr *) &address, &length);
	printf("%d\n", ntohs(address.sin_port));
	fflush(stdout);
	uv_pipe_init(loop, &input, 0);
	uv_pipe_open(&input, 0);
	uv_read_start((uv_stream_t *) &input, on_input_room, on_input);
	return uv_run(loop, UV_RUN_DEFAULT);
}
