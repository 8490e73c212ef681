/* Requests and responses; see http.h. */
#define _GNU_SOURCE
#include "http.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

size_t http_head_length(const char *bytes, size_t length)
{
	const char *end = memmem(bytes, length, "\r\n\r\n", 4);

	return end == NULL ? 0 : (size_t) (end - bytes) + 4;
}

static bool equals(const char *text, size_t length, const char *word)
{
	return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* The value of a header line, if that is its name. */
static const char *value_of(const char *line, size_t length, const char *name)
{
	size_t name_length = strlen(name);

	if (length <= name_length || line[name_length] != ':' || strncasecmp(line, name, name_length) != 0) {
		return NULL;
	}
	line += name_length + 1;
	while (*line == ' ' || *line == '\t') {
		line++;
	}

	return line; /* at the latest a carriage return */
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* From "/a%20b?query" to "a b", in its place: what is decoded is never longer. Returns the status. */
static int decode(char *target, size_t length, const char **path)
{
	const char *end = target + length, *in = target;
	char *out = target;

	if (length == 0 || *target != '/') {
		return 400;
	}
	while (in < end && *in != '?' && *in != '#') {
		int c = (unsigned char) *in++;
		if (c == '%') {
			if (end - in < 2 || digit(in[0]) < 0 || digit(in[1]) < 0) {
				return 400;
			}
			c = digit(in[0]) * 16 + digit(in[1]);
			in += 2;
		}
		if (c == 0) {
			return 400;
		}
		*out++ = (char) c;
	}
	*out = 0; /* at the latest where the blank behind the target was */

	/* Nothing leads out of the directory: no part is "..", and the path is not absolute. */
	for (const char *part = target; part != NULL; part = strchr(part + 1, '/')) {
		if (strncmp(part, "/..", 3) == 0 && (part[3] == '/' || part[3] == 0)) {
			return 403;
		}
	}
	*path = target + strspn(target, "/");

	return 200;
}

void http_parse(char *head, size_t length, http_request_t *request)
{
	const char *line_end = memmem(head, length, "\r\n", 2);
	char *target = memchr(head, ' ', (size_t) (line_end - head));
	const char *version = target == NULL ? NULL : memchr(target + 1, ' ', (size_t) (line_end - target - 1));
	bool has_host = false, has_body = false;

	request->head_only = request->keep_alive = false;
	request->unread = true;
	request->status = 400;
	request->path = NULL;
	if (version == NULL || target == head || line_end - version != 9 || memcmp(version, " HTTP/", 6) != 0) {
		return;
	}
	if (memcmp(version, " HTTP/1.", 8) != 0) {
		request->status = 505;
		return;
	}
	bool is_old = version[8] == '0';
	request->keep_alive = !is_old;

	const char *line = line_end + 2, *end = head + length - 2;
	for (; line < end; line = line_end + 2) {
		const char *value;
		line_end = memmem(line, (size_t) (end + 2 - line), "\r\n", 2);
		size_t line_length = (size_t) (line_end - line);
		if ((value = value_of(line, line_length, "Connection")) != NULL) {
			request->keep_alive = is_old ? strncasecmp(value, "keep-alive", 10) == 0 : strncasecmp(value, "close", 5) != 0;
		} else if ((value = value_of(line, line_length, "Content-Length")) != NULL) {
			has_body |= !equals(value, (size_t) (line_end - value), "0");
		} else if (value_of(line, line_length, "Transfer-Encoding") != NULL) {
			has_body = true;
		} else if (value_of(line, line_length, "Host") != NULL) {
			has_host = true;
		}
	}

	request->head_only = equals(head, (size_t) (target - head), "HEAD");
	if (!request->head_only && !equals(head, (size_t) (target - head), "GET")) {
		request->status = 405;
	} else if (!has_body && (has_host || is_old)) {
		request->status = decode(target + 1, (size_t) (version - target - 1), &request->path);
		request->unread = false;
		return;
	}
	/* A body may follow. */
	request->keep_alive = false;
}

int http_open(int directory, http_request_t *request, size_t *size)
{
	struct stat stat;
	/* O_NONBLOCK: opening a named pipe would wait. */
	int fd = openat(directory, request->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0) {
		request->status = errno == EACCES || errno == EPERM ? 403 : errno == EMFILE || errno == ENFILE ? 503 : 404;
		return -1;
	}
	if (fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode)) {
		close(fd);
		request->status = 404;
		return -1;
	}
	*size = (size_t) stat.st_size;

	return fd;
}

const char *http_reason(int status)
{
	switch (status) {
		case 200: return "OK";
		case 400: return "Bad Request";
		case 403: return "Forbidden";
		case 404: return "Not Found";
		case 405: return "Method Not Allowed";
		case 431: return "Request Header Fields Too Large";
		case 503: return "Service Unavailable";
		case 505: return "HTTP Version Not Supported";
		default: return "Internal Server Error";
	}
}

size_t http_response_head(char buffer[HTTP_RESPONSE_HEAD], const http_request_t *request, size_t body)
{
	return (size_t) snprintf(buffer, HTTP_RESPONSE_HEAD,
			"HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%sConnection: %s\r\n\r\n",
			request->status, http_reason(request->status), request->status == 200 ? "application/octet-stream" : "text/plain", body,
			request->status == 405 ? "Allow: GET, HEAD\r\n" : "", request->keep_alive ? "keep-alive" : "close");
}
