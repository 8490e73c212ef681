/*
 * A library that holds locks while it waits (io chapter 18): a lock is a number; number 0 is a mutex in the library's own data, others
 * are made on the heap. Results are those of the C functions: 0 or an error number.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "php.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define MOST 64

struct lock {
	bool for_readers;
	pthread_mutex_t mutex;
	pthread_rwlock_t rwlock;
	pthread_cond_t changed;
};

static struct lock shared = {
	.mutex = PTHREAD_MUTEX_INITIALIZER,
	.rwlock = PTHREAD_RWLOCK_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
};
static struct lock *locks[MOST] = { &shared };
static int count = 1;

static struct lock *lock_at(zend_long number)
{
	if (number < 0 || number >= count) {
		zend_throw_error(NULL, "There is no such lock");
		return NULL;
	}
	return locks[number];
}

/* library_lock_new(string $kind): int - "plain", "recursive" or "readers". */
ZEND_FUNCTION(library_lock_new)
{
	char *kind;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(kind, length)
	ZEND_PARSE_PARAMETERS_END();

	if (count == MOST) {
		zend_throw_error(NULL, "Too many locks");
		RETURN_THROWS();
	}
	struct lock *lock = calloc(1, sizeof *lock);
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	if (strcmp(kind, "recursive") == 0) {
		pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	}
	pthread_mutex_init(&lock->mutex, &attributes);
	pthread_rwlock_init(&lock->rwlock, NULL);
	pthread_cond_init(&lock->changed, NULL);
	lock->for_readers = strcmp(kind, "readers") == 0;
	locks[count] = lock;
	RETURN_LONG(count++);
}

static int take(struct lock *lock, const char *how)
{
	if (lock->for_readers) {
		return strcmp(how, "read") == 0 ? pthread_rwlock_rdlock(&lock->rwlock)
			: strcmp(how, "try") == 0   ? pthread_rwlock_trywrlock(&lock->rwlock)
			: strcmp(how, "try read") == 0 ? pthread_rwlock_tryrdlock(&lock->rwlock)
										: pthread_rwlock_wrlock(&lock->rwlock);
	}
	if (strcmp(how, "timed") == 0) {
		struct timespec until;

		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += 1;
		return pthread_mutex_timedlock(&lock->mutex, &until);
	}
	return strcmp(how, "try") == 0 ? pthread_mutex_trylock(&lock->mutex) : pthread_mutex_lock(&lock->mutex);
}

static int give(struct lock *lock)
{
	return lock->for_readers ? pthread_rwlock_unlock(&lock->rwlock) : pthread_mutex_unlock(&lock->mutex);
}

/* library_lock_take(int $lock, string $how = ""): int - how: "", "try", "timed", "read" or "try read". */
ZEND_FUNCTION(library_lock_take)
{
	zend_long number;
	char *how = "";
	size_t length;
	struct lock *lock;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_OPTIONAL
		Z_PARAM_STRING(how, length)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_at(number))) {
		RETURN_THROWS();
	}
	RETURN_LONG(take(lock, how));
}

/* library_lock_give(int $lock): int */
ZEND_FUNCTION(library_lock_give)
{
	zend_long number;
	struct lock *lock;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_at(number))) {
		RETURN_THROWS();
	}
	RETURN_LONG(give(lock));
}

/* library_lock_renew(int $lock): void - destroys it, also when it is held, and makes another one in its place. */
ZEND_FUNCTION(library_lock_renew)
{
	zend_long number;
	struct lock *lock;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_at(number))) {
		RETURN_THROWS();
	}
	pthread_mutex_destroy(&lock->mutex);
	pthread_rwlock_destroy(&lock->rwlock);
	pthread_mutex_init(&lock->mutex, NULL);
	pthread_rwlock_init(&lock->rwlock, NULL);
}

/* library_wait(int $ms, int ...$locks): array - waits with these locks held; what taking each gave. */
ZEND_FUNCTION(library_wait)
{
	zend_long ms;
	zval *numbers;
	uint32_t given;
	int results[MOST];

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_LONG(ms)
		Z_PARAM_VARIADIC('*', numbers, given)
	ZEND_PARSE_PARAMETERS_END();

	array_init(return_value);
	for (uint32_t i = 0; i < given && i < MOST; i++) {
		results[i] = take(locks[Z_LVAL(numbers[i])], "");
		add_next_index_long(return_value, results[i]);
	}
	poll(NULL, 0, (int) ms);
	while (given-- > 0) {
		give(locks[Z_LVAL(numbers[given])]);
	}
}

/* library_call(int $lock, string $how, callable $function): array - what taking the lock gave, what $function returns, what
 * giving it back gave. */
ZEND_FUNCTION(library_call)
{
	zend_long number;
	char *how;
	size_t length;
	struct lock *lock;
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	zval result;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(number)
		Z_PARAM_STRING(how, length)
		Z_PARAM_FUNC(call, cache)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_at(number))) {
		RETURN_THROWS();
	}
	array_init(return_value);
	add_next_index_long(return_value, take(lock, how));
	ZVAL_UNDEF(&result);
	call.retval = &result;
	zend_call_function(&call, &cache);
	if (Z_ISUNDEF(result)) {
		ZVAL_NULL(&result);
	}
	add_next_index_zval(return_value, &result);
	add_next_index_long(return_value, give(lock));
}

struct order {
	struct lock *lock;
	const char *what;
	int result;
};

static void *in_thread(void *argument)
{
	struct order *order = argument;

	if (strcmp(order->what, "give") == 0) {
		order->result = give(order->lock);
		return NULL;
	}
	order->result = take(order->lock, "");
	if (strcmp(order->what, "signal") == 0) {
		pthread_cond_signal(&order->lock->changed);
	}
	if (strcmp(order->what, "wait") == 0) {
		poll(NULL, 0, 20);
	}
	give(order->lock);
	return NULL;
}

/* library_thread(int $lock, string $what): int - in a thread of the library's own: "give", "take" (and give back), "wait" with
 * it held, "signal" a condition that the caller waits for, with the lock. */
ZEND_FUNCTION(library_thread)
{
	zend_long number;
	char *what;
	size_t length;
	struct lock *lock;
	pthread_t thread;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_STRING(what, length)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_at(number))) {
		RETURN_THROWS();
	}
	struct order order = { lock, what, 0 };
	bool is_signal = strcmp(what, "signal") == 0;

	if (is_signal) {
		take(lock, "");
	}
	pthread_create(&thread, NULL, in_thread, &order);
	if (is_signal) {
		pthread_cond_wait(&lock->changed, &lock->mutex);
		give(lock);
	}
	pthread_join(thread, NULL);
	RETURN_LONG(order.result);
}

static double seconds_of(int (*lock)(pthread_mutex_t *), int (*unlock)(pthread_mutex_t *), zend_long times)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (zend_long i = 0; i < times; i++) {
		lock(&shared.mutex);
		unlock(&shared.mutex);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (double) (end.tv_sec - begin.tv_sec) + (double) (end.tv_nsec - begin.tv_nsec) / 1e9;
}

/* library_lock_cost(int $times): array - nanoseconds of locking and unlocking, as the library calls it and as libc does it. */
ZEND_FUNCTION(library_lock_cost)
{
	zend_long times;
	int (*lock)(pthread_mutex_t *) = (int (*)(pthread_mutex_t *)) dlsym(RTLD_DEFAULT, "pthread_mutex_lock");
	int (*unlock)(pthread_mutex_t *) = (int (*)(pthread_mutex_t *)) dlsym(RTLD_DEFAULT, "pthread_mutex_unlock");

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(times)
	ZEND_PARSE_PARAMETERS_END();

	array_init(return_value);
	add_next_index_double(return_value, seconds_of(pthread_mutex_lock, pthread_mutex_unlock, times) / (double) times * 1e9);
	add_next_index_double(return_value, seconds_of(lock, unlock, times) / (double) times * 1e9);
}

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(library_lock_new, any_arguments)
	ZEND_FE(library_lock_take, any_arguments)
	ZEND_FE(library_lock_give, any_arguments)
	ZEND_FE(library_lock_renew, any_arguments)
	ZEND_FE(library_wait, any_arguments)
	ZEND_FE(library_call, any_arguments)
	ZEND_FE(library_thread, any_arguments)
	ZEND_FE(library_lock_cost, any_arguments)
	ZEND_FE_END
};

static zend_module_entry library_locks_module_entry = {
	STANDARD_MODULE_HEADER,
	"library_locks",
	functions,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL,
	"1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(library_locks)
