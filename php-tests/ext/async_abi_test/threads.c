/* Other threads of the process: those that know nothing of PHP, and in ZTS builds those that run PHP. */
#include "async_abi_test.h"

#include "php_main.h"
#include "SAPI.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

/* {{{ A thread without PHP makes calls that are redirected for the PHP threads */

typedef struct {
	int fds[2];
	int polled;  /* result of a poll() that had to wait for its time-out */
	ssize_t got; /* result of a read() that had to wait for the PHP thread */
	int error;
	zend_atomic_bool timed_out; /* the poll() is over */
	zend_atomic_bool ended;
} foreign_t;

static void *foreign_main(void *argument)
{
	foreign_t *foreign = argument;
	struct pollfd entry = {.fd = foreign->fds[0], .events = POLLIN};
	char byte;

	usleep(1000);
	foreign->polled = poll(&entry, 1, 20);
	zend_atomic_bool_store_ex(&foreign->timed_out, true);
	foreign->got = read(foreign->fds[0], &byte, 1);
	foreign->error = foreign->got < 0 ? errno : 0;
	close(foreign->fds[0]);
	zend_atomic_bool_store_ex(&foreign->ended, true);

	return NULL;
}

/* Other coroutines run meanwhile, in the middle of their own blocking calls. */
ZEND_FUNCTION(async_test_foreign_thread)
{
	ZEND_PARSE_PARAMETERS_NONE();

	foreign_t foreign = {.polled = -1, .got = -1};
	pthread_t thread;

	zend_atomic_bool_init(&foreign.timed_out, false);
	zend_atomic_bool_init(&foreign.ended, false);

	if (pipe(foreign.fds) != 0 || pthread_create(&thread, NULL, foreign_main, &foreign) != 0) {
		zend_throw_error(NULL, "no thread");
		return;
	}

	while (!zend_atomic_bool_load_ex(&foreign.timed_out) && test_sleep(1)) {
	}

	bool slept = test_sleep(10);
	bool early = zend_atomic_bool_load_ex(&foreign.ended);
	ssize_t sent = write(foreign.fds[1], "x", 1);

	while (!zend_atomic_bool_load_ex(&foreign.ended) && test_sleep(1)) {
	}

	pthread_join(thread, NULL);
	close(foreign.fds[1]);

	php_printf("slept %s, ended early %s, sent %zd\n", TEST_BOOL(slept), TEST_BOOL(early), sent);
	php_printf("poll %d, read %zd, error %d\n", foreign.polled, foreign.got, foreign.error);
}

/* }}} */

/* {{{ Threads that run a PHP file each */

#ifdef ZTS

#define MAX_THREADS 16

static struct {
	pthread_t thread;
	char *path;
} threads[MAX_THREADS];
static unsigned int thread_count;
static zend_atomic_int running;

static void *php_main(void *path)
{
	zend_file_handle file;

	/* Makes this a PHP thread: every module's globals are made for it. */
	(void) ts_resource(0);

	if (php_request_startup() == SUCCESS) {
		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
		zend_stream_init_filename(&file, path);
		file.primary_script = 1;
		php_execute_script(&file);
		zend_destroy_file_handle(&file);
		php_request_shutdown(NULL);
	}

	ts_free_thread();
	zend_atomic_int_dec(&running);

	return NULL;
}

/* Starts a thread for each file. */
ZEND_FUNCTION(async_test_php_threads_start)
{
	zval *paths;
	uint32_t count;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', paths, count)
	ZEND_PARSE_PARAMETERS_END();

	for (thread_count = 0; thread_count < count && thread_count < MAX_THREADS; thread_count++) {
		threads[thread_count].path = strdup(Z_STRVAL(paths[thread_count]));
		zend_atomic_int_inc(&running);

		if (pthread_create(&threads[thread_count].thread, NULL, php_main, threads[thread_count].path) != 0) {
			zend_throw_error(NULL, "no thread");
			return;
		}
	}
}

/* How many of them have not ended. */
ZEND_FUNCTION(async_test_php_threads_running)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(zend_atomic_int_load_ex(&running));
}

/* Waits for all of them. */
ZEND_FUNCTION(async_test_php_threads_join)
{
	ZEND_PARSE_PARAMETERS_NONE();

	while (thread_count > 0) {
		thread_count--;
		pthread_join(threads[thread_count].thread, NULL);
		free(threads[thread_count].path);
	}
}

#else

ZEND_FUNCTION(async_test_php_threads_start) { zend_throw_error(NULL, "this PHP has no threads"); }
ZEND_FUNCTION(async_test_php_threads_running) { RETURN_LONG(0); }
ZEND_FUNCTION(async_test_php_threads_join) { }

#endif

/* }}} */
