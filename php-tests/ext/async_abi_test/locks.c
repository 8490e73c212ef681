/* Locks of fcntl and lockf, and semaphores with a time limit (io chapter 3.1): PHP has no functions for them. */
#include "async_abi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/sem.h>
#include <unistd.h>

/* async_test_open(string $path): int - a descriptor. */
ZEND_FUNCTION(async_test_open)
{
	char *path;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_PATH(path, length)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(open(path, O_RDWR));
}

/* async_test_close(int $fd): void */
ZEND_FUNCTION(async_test_close)
{
	zend_long fd;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(fd)
	ZEND_PARSE_PARAMETERS_END();

	close((int) fd);
}

/* async_test_record_lock(int $fd, string $kind, bool $lock): int - "process", "file" or "lockf"; 0 or errno. */
ZEND_FUNCTION(async_test_record_lock)
{
	zend_long fd;
	char *kind;
	size_t length;
	bool take;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(fd)
		Z_PARAM_STRING(kind, length)
		Z_PARAM_BOOL(take)
	ZEND_PARSE_PARAMETERS_END();

	struct flock lock = { .l_type = take ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET };
	int result;

	if (strcmp(kind, "lockf") == 0) {
		result = lockf((int) fd, take ? F_LOCK : F_ULOCK, 0);
	} else {
		result = fcntl((int) fd, strcmp(kind, "file") == 0 ? F_OFD_SETLKW : F_SETLKW, &lock);
	}
	RETURN_LONG(result == 0 ? 0 : errno);
}

/* async_test_semtimedop(int $id, int $change, int $ms): int - 0 or errno; -1 makes a private semaphore with one unit. */
ZEND_FUNCTION(async_test_semtimedop)
{
	zend_long id, change, ms;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(id)
		Z_PARAM_LONG(change)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	if (id < 0) {
		int made = semget(IPC_PRIVATE, 1, 0600);
		semctl(made, 0, SETVAL, 1);
		RETURN_LONG(made);
	}
	if (change == 0) {
		RETURN_LONG(semctl((int) id, 0, IPC_RMID));
	}
	struct sembuf operation = { .sem_op = (short) change };
	struct timespec limit = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
	RETURN_LONG(semtimedop((int) id, &operation, 1, &limit) == 0 ? 0 : errno);
}
