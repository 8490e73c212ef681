/* What the files about input and output share: handles and requests as integers that PHP code passes around. */
#ifndef ASYNC_ABI_TEST_IO_H
#define ASYNC_ABI_TEST_IO_H

#include "async_abi_test.h"

#define TEST_IO(value) ((zend_async_io_t *) (uintptr_t) (value))
#define TEST_REQUEST(value) ((zend_async_io_req_t *) (uintptr_t) (value))
#define TEST_DATAGRAM(value) ((zend_async_udp_req_t *) (uintptr_t) (value))
#define RETURN_POINTER(pointer) \
	do { \
		const void *pointer_ = (pointer); \
		if (pointer_ == NULL) { \
			RETURN_NULL(); \
		} \
		RETURN_LONG((zend_long) (uintptr_t) pointer_); \
	} while (0)

/* Recipe a4 (ABI-189): suspends until the request has completed. False with an exception: cancelled, or the handle failed. */
bool test_io_await(zend_async_io_t *io, const void *request, const bool *completed);

/* Throws what a request has failed with. True when it has not. */
bool test_io_succeeded(zend_object *exception);

/* free_cb of a text from malloc(): frees it and counts that for async_test_io_freed(). */
void test_io_free_text(void *data, zend_async_io_t *io);

#endif /* ASYNC_ABI_TEST_IO_H */
