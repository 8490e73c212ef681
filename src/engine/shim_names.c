/*
 * The buffer in which PHP's own gethostbyname() gets its answer: one per thread, which the next call frees at its start.
 */
#include "php.h"
#include "ext/standard/file.h"

/* PHP's next call makes a buffer of its own; false if this is not PHP's buffer. */
bool true_async_lend_host_buffer(const char *buffer)
{
#ifdef HAVE_GETHOSTBYNAME_R
	if (buffer && FG(tmp_host_buf) == buffer) {
		FG(tmp_host_buf) = NULL;
		FG(tmp_host_buf_len) = 0;
		return true;
	}
#endif
	return false;
}

/* The caller that is about to read its answer has its buffer there again. Any other there has been read. */
void true_async_give_host_buffer_back(char *buffer, size_t length)
{
#ifdef HAVE_GETHOSTBYNAME_R
	free(FG(tmp_host_buf));
	FG(tmp_host_buf) = buffer;
	FG(tmp_host_buf_len) = length;
#endif
}
