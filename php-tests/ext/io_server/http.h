/*
 * What the file server has to know of HTTP: plain C, without PHP and without an event loop. The server on libuv that the benchmark
 * compares with (bench/io_server) is compiled with the same code.
 */
#ifndef IO_SERVER_HTTP_H
#define IO_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/* Most bytes of a request head, and of a response head. */
#define HTTP_HEAD 8192
#define HTTP_RESPONSE_HEAD 256
/* Files up to this size are sent from memory, in one piece with the head. */
#define HTTP_SMALL 16384
/* Bytes of a refused client that are thrown away, so that it can read why. */
#define HTTP_DISCARDED (1024 * 1024)

typedef struct {
	int status;        /* 200, or what is wrong with it */
	bool head_only;    /* HEAD */
	bool keep_alive;
	bool unread;       /* it is not known where the next request would begin */
	const char *path;  /* relative to the directory, decoded; lies in the request head */
} http_request_t;

/* Length of the request head that the bytes begin with; 0 while its end has not come. */
size_t http_head_length(const char *bytes, size_t length);

/* Reads a request head of that length, which is changed. */
void http_parse(char *head, size_t length, http_request_t *request);

/* Opens the file that is asked for; -1 with the status changed. size: its size. */
int http_open(int directory, http_request_t *request, size_t *size);

/* Writes the response head, for a body of that many bytes; returns its length. */
size_t http_response_head(char buffer[HTTP_RESPONSE_HEAD], const http_request_t *request, size_t body);

/* What the status says: the body of an error. */
const char *http_reason(int status);

#endif
