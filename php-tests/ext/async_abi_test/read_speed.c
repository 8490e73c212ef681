/* What a read() takes that need not wait (`make bench`). */
#include "async_abi_test.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* async_test_read_speed(bool $of_a_file, int $count): float, nanoseconds per byte read one by one; at most 65,536 of a pipe */
ZEND_FUNCTION(async_test_read_speed)
{
	bool of_a_file;
	zend_long count;
	char byte, zeros[4096] = {0};
	FILE *file = NULL;
	int ends[2];

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_BOOL(of_a_file)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();

	if (of_a_file) {
		file = tmpfile();
		ends[0] = ends[1] = file == NULL ? -1 : fileno(file);
	} else if (pipe(ends) != 0) {
		ends[0] = -1;
	}
	if (ends[0] < 0) {
		zend_throw_error(NULL, "there is nothing to read of");
		return;
	}
	bool is_complete = true;
	for (zend_long rest = count; rest > 0 && is_complete; rest -= (zend_long) sizeof zeros) {
		is_complete = write(ends[1], zeros, sizeof zeros) == (ssize_t) sizeof zeros;
	}
	is_complete = is_complete && (!of_a_file || lseek(ends[0], 0, SEEK_SET) == 0);
	double begin = seconds();
	for (zend_long i = 0; i < count && is_complete; i++) {
		is_complete = read(ends[0], &byte, 1) == 1;
	}
	double end = seconds();
	if (of_a_file) {
		fclose(file);
	} else {
		close(ends[0]);
		close(ends[1]);
	}
	if (!is_complete) {
		zend_throw_error(NULL, "not everything could be read");
		return;
	}
	RETURN_DOUBLE((end - begin) * 1e9 / (double) count);
}
