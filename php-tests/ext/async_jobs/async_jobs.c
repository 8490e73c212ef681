/*
 * An extension of an outsider: a function that computes on a worker thread while other coroutines run (ABI-195).
 *
 *   jobs_checksum(int $seed, int $rounds): int    suspends the coroutine that calls it, nothing else
 *   jobs_checksum_here(int $seed, int $rounds): int    the same on the PHP thread, to compare
 *   jobs_threads(): int    threads that have worked
 */
#include "php.h"
#include "Zend/zend_async_API.h"

#include <pthread.h>

typedef struct {
	uint64_t seed, rounds; /* in */
	uint64_t sum;          /* out */
} job_t;

static uint64_t checksum(uint64_t seed, uint64_t rounds)
{
	uint64_t sum = seed;

	for (uint64_t i = 0; i < rounds; i++) {
		sum ^= sum << 13;
		sum ^= sum >> 7;
		sum ^= sum << 17;
		sum += i;
	}

	return sum >> 1;
}

/* {{{ Threads that have worked */

#define MOST_THREADS 64

static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[MOST_THREADS];
static int thread_count;

static void note_thread(void)
{
	pthread_t self = pthread_self();
	int i = 0;

	pthread_mutex_lock(&threads_lock);
	while (i < thread_count && !pthread_equal(threads[i], self)) {
		i++;
	}
	if (i == thread_count && thread_count < MOST_THREADS) {
		threads[thread_count++] = self;
	}
	pthread_mutex_unlock(&threads_lock);
}

/* }}} */

/* recipe: task-run */
/* Inputs and outputs lie in the task, behind the event: they outlive a caller that is cancelled. */
static job_t *job_of(zend_async_task_t *task)
{
	return (job_t *) ((char *) task + task->base.extra_offset);
}

/* On a worker thread: no call of PHP, no emalloc(). */
static void run(zend_async_task_t *task)
{
	job_t *job = job_of(task);

	note_thread();
	job->sum = checksum(job->seed, job->rounds);
}
/* end */

ZEND_FUNCTION(jobs_checksum)
{
	zend_long seed, rounds;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(seed)
		Z_PARAM_LONG(rounds)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	/* recipe: task */
	zend_async_task_t *task = ZEND_ASYNC_NEW_TASK_EX(run, NULL, sizeof(job_t));
	if (task == NULL) {
		return;
	}
	*job_of(task) = (job_t) { .seed = (uint64_t) seed, .rounds = (uint64_t) rounds };
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &task->base, false, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_QUEUE_TASK(task) && ZEND_ASYNC_SUSPEND()) {
		RETVAL_LONG((zend_long) job_of(task)->sum);
	}
	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&task->base);
	/* end */
}

ZEND_FUNCTION(jobs_checksum_here)
{
	zend_long seed, rounds;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(seed)
		Z_PARAM_LONG(rounds)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG((zend_long) checksum((uint64_t) seed, (uint64_t) rounds));
}

ZEND_FUNCTION(jobs_threads)
{
	ZEND_PARSE_PARAMETERS_NONE();
	pthread_mutex_lock(&threads_lock);
	RETVAL_LONG(thread_count);
	pthread_mutex_unlock(&threads_lock);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_checksum, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, seed, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, rounds, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_threads, 0, 0, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(jobs_checksum, arginfo_checksum)
	ZEND_FE(jobs_checksum_here, arginfo_checksum)
	ZEND_FE(jobs_threads, arginfo_threads)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry async_jobs_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"async_jobs", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(async_jobs)
