/* Process events (ABI-57, ABI-151). */
#include "async_abi_test.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that ends with the status, or by the signal -status; with `waits` only when it gets SIGUSR1. */
static pid_t child(int status, bool waits)
{
	sigset_t usr1, before;

	/* Blocked before there is a child: the signal may come at once. */
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usr1, &before);

	pid_t pid = fork();
	if (pid != 0) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		return pid;
	}

	if (waits) {
		/* Not for ever, if the test is killed. */
		signal(SIGALRM, SIG_DFL);
		alarm(120);
		int signo;
		sigwait(&usr1, &signo);
	}

	if (status < 0) {
		signal(-status, SIG_DFL);
		raise(-status);
	}

	_exit(status);
}

/* Waits, without taking its status, until the child has ended. */
static void wait_until_ended(pid_t pid)
{
	siginfo_t info;

	while (waitid(P_PID, (id_t) pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
	}
}

/* async_test_child(int $status, bool $waits): int - the process id. */
ZEND_FUNCTION(async_test_child)
{
	zend_long status;
	bool waits;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(status)
		Z_PARAM_BOOL(waits)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_LONG(child((int) status, waits));
}

/* async_test_process_wait(int $pid, int $timeout_ms): ?int - the exit code, null when the time is over. */
ZEND_FUNCTION(async_test_process_wait)
{
	zend_long pid, timeout_ms;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(pid)
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_async_process_event_t *event = ZEND_ASYNC_NEW_PROCESS_EVENT((zend_process_t) pid);
	if (event == NULL) {
		return;
	}

	event->exit_code = ZEND_LONG_MIN;
	if (zend_async_waker_new_with_timeout(coroutine, (zend_ulong) timeout_ms, NULL) != NULL
			&& zend_async_resume_when(coroutine, &event->base, false, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_SUSPEND() && event->exit_code != ZEND_LONG_MIN) {
		RETVAL_LONG(event->exit_code);
	}

	zend_async_waker_clean(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* {{{ What an observer sees */

typedef struct {
	zend_async_event_callback_t base;
	const char *name;
} told_t;

static void told(zend_async_event_t *base, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	zend_async_process_event_t *event = (zend_async_process_event_t *) base;

	php_printf("  %s: code " ZEND_LONG_FMT ", %s, result %s, exception %s\n", ((told_t *) callback)->name, event->exit_code,
			ZEND_ASYNC_EVENT_IS_CLOSED(base) ? "closed" : "open", result == NULL ? "NULL" : "?", exception == NULL ? "NULL" : "?");
}

static void subscribe(zend_async_process_event_t *event, const char *name)
{
	told_t *callback = (told_t *) zend_async_event_callback_new(told, sizeof(told_t));

	callback->name = name;
	event->base.add_callback(&event->base, &callback->base);
}

static unsigned int events_before;

static void report(const char *what, zend_async_process_event_t *event)
{
	php_printf("%s: %s, starts %u, references %u, counted %u\n", what, ZEND_ASYNC_EVENT_IS_CLOSED(&event->base) ? "closed" : "open",
			event->base.loop_ref_count, event->base.ref_count, ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
}

/* Turns of the loop until the event is closed. */
static void turns(zend_async_process_event_t *event)
{
	for (int i = 0; i < 20000 && !ZEND_ASYNC_EVENT_IS_CLOSED(&event->base); i++) {
		test_sleep(1);
	}
}

/* Takes the status of a child that is not waited for any more. */
static void finish(pid_t pid)
{
	int status;

	kill(pid, SIGKILL);
	php_printf("left alone: %s\n", waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) ? "not reaped" : "reaped");
}

/* async_test_process_events(): void */
ZEND_FUNCTION(async_test_process_events)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;

	pid_t pid = child(3, true);
	zend_async_process_event_t *event = ZEND_ASYNC_NEW_PROCESS_EVENT_EX(pid, 24);
	char *extra = (char *) event + event->base.extra_offset;
	char zeros[24] = {0};
	zend_string *info = event->base.info(&event->base);
	char expected[64];

	snprintf(expected, sizeof(expected), "Process(pid=%d)", (int) pid);
	php_printf("info %s, process %s, extra %s\n", strcmp(ZSTR_VAL(info), expected) == 0 ? "right" : ZSTR_VAL(info),
			event->process == pid ? "right" : "wrong",
			event->base.extra_offset >= sizeof(*event) && memcmp(extra, zeros, 24) == 0 ? "zeroed" : "?");
	zend_string_release(info);
	memset(extra, 0x55, 24);
	report("new", event);

	zend_async_process_event_t *again = ZEND_ASYNC_NEW_PROCESS_EVENT_EX(pid, 24);
	php_printf("asked for again: %s\n", again == event ? "the same" : "another");
	report("asked for again", event);
	again = ZEND_ASYNC_NEW_PROCESS_EVENT_EX(pid, 25);
	php_printf("with more memory: %s, %s\n", again == NULL ? "NULL" : "?", EG(exception) != NULL ? ZSTR_VAL(EG(exception)->ce->name) : "?");
	zend_clear_exception();

	subscribe(event, "first");
	subscribe(event, "second");
	event->base.start(&event->base);
	event->base.start(&event->base);
	report("started twice", event);
	event->base.stop(&event->base);
	report("stopped once", event);
	kill(pid, SIGUSR1);
	turns(event);
	report("ended", event);
	event->base.start(&event->base);
	event->base.stop(&event->base);
	report("started and stopped again", event);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);

	php_printf("-- stop closes\n");
	pid = child(4, true);
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	subscribe(event, "never");
	event->base.start(&event->base);
	event->base.stop(&event->base);
	report("stopped", event);
	again = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	php_printf("asked for again: %s\n", again == event ? "the same" : "another");
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	subscribe(again, "the other");
	again->base.start(&again->base);
	kill(pid, SIGUSR1);
	turns(again);
	report("ended", again);
	ZEND_ASYNC_EVENT_RELEASE(&again->base);

	php_printf("-- disposed while it runs\n");
	pid = child(5, true);
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	subscribe(event, "never");
	event->base.start(&event->base);
	ZEND_ASYNC_EVENT_ADD_REF(&event->base);
	event->base.dispose(&event->base);
	report("one reference given back", event);
	event->base.dispose(&event->base);
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	finish(pid);

	php_printf("-- ended before the start\n");
	pid = child(6, false);
	wait_until_ended(pid);
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	subscribe(event, "told by start");
	php_printf("start %s\n", TEST_BOOL(event->base.start(&event->base)));
	turns(event);
	report("ended", event);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);

	php_printf("-- reaped before the start\n");
	pid = child(7, false);
	waitpid(pid, NULL, 0);
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	subscribe(event, "told by start");
	php_printf("start %s\n", TEST_BOOL(event->base.start(&event->base)));
	turns(event);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);

	php_printf("-- reaped elsewhere while it is waited for\n");
	pid = child(8, true);
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	subscribe(event, "told");
	event->base.start(&event->base);
	kill(pid, SIGUSR1);
	/* waitpid() would wait in turn with the event. */
	syscall(SYS_wait4, pid, NULL, 0, NULL);
	turns(event);
	report("ended", event);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);

	php_printf("-- never started\n");
	event = ZEND_ASYNC_NEW_PROCESS_EVENT(getpid());
	event->base.stop(&event->base);
	report("stopped", event);
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

/* async_test_process_after_fork(): void - an event that is started when the process forks. */
ZEND_FUNCTION(async_test_process_after_fork)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	int status = -1;
	pid_t pid = child(3, true);
	zend_async_process_event_t *event = ZEND_ASYNC_NEW_PROCESS_EVENT(pid);
	zend_async_exec_event_t *command =
			ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_SHELL_EXEC, "sleep 0.05; seq 1 2000", NULL, return_value, NULL, NULL, NULL);
	event->base.start(&event->base);
	command->base.start(&command->base);
	pid_t forked = fork();
	if (forked == 0) {
		/* Neither the child nor the command is one of this process. */
		turns(event);
		for (int i = 0; i < 20000 && !command->terminated; i++) {
			test_sleep(1);
		}
		bool unknown = event->exit_code == -1 && command->exit_code == -1;
		ZEND_ASYNC_EVENT_RELEASE(&command->base);
		_exit(unknown ? 0 : 1);
	}

	kill(pid, SIGUSR1);
	turns(event);
	for (int i = 0; i < 20000 && !command->terminated; i++) {
		test_sleep(1);
	}
	php_printf("here: %d %d\n", (int) event->exit_code, (int) command->exit_code);
	waitpid(forked, &status, 0);
	php_printf("in the fork: %s\n", WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "-1 -1" : "something else");
	ZEND_ASYNC_EVENT_RELEASE(&event->base);
	ZEND_ASYNC_EVENT_RELEASE(&command->base);
}

/* async_test_process_refused(int $pid): void */
ZEND_FUNCTION(async_test_process_refused)
{
	zend_long pid;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(pid)
	ZEND_PARSE_PARAMETERS_END();

	zend_async_process_event_t *event = ZEND_ASYNC_NEW_PROCESS_EVENT((zend_process_t) pid);
	php_printf("%s\n", event == NULL ? "NULL" : "an event");
	test_print_exception("new");
}

/* async_test_left_behind(string $command, string $ready): int - started events that are disposed when the reactor has stopped, which it
 * does when there is the file $ready; the process id of the child that is waited for. */
ZEND_FUNCTION(async_test_left_behind)
{
	zend_string *command, *ready;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(command)
		Z_PARAM_STR(ready)
	ZEND_PARSE_PARAMETERS_END();

	pid_t pid = child(0, true);
	zend_async_event_t *events[] = {
		(zend_async_event_t *) ZEND_ASYNC_NEW_PROCESS_EVENT(pid),
		(zend_async_event_t *) ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_EXEC, ZSTR_VAL(command), NULL, NULL, NULL, NULL, NULL),
		(zend_async_event_t *) ZEND_ASYNC_GETADDRINFO("127.0.0.1", NULL, NULL),
	};

	for (int i = 0; i < 3; i++) {
		events[i]->start(events[i]);
	}

	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	while (access(ZSTR_VAL(ready), F_OK) != 0) {
		usleep(1000);
	}
	ZEND_ASYNC_REACTOR_SHUTDOWN();
	php_printf("closed: %s %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(events[0])), TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(events[1])));
	for (int i = 0; i < 3; i++) {
		ZEND_ASYNC_EVENT_RELEASE(events[i]);
	}

	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	RETURN_LONG(pid);
}

/* }}} */

/* async_test_no_pidfd(): bool - from now on the system has no pidfds. False where this cannot be had. */
ZEND_FUNCTION(async_test_no_pidfd)
{
	ZEND_PARSE_PARAMETERS_NONE();

	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(code) / sizeof(code[0]), .filter = code};

	RETURN_BOOL(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0
			&& syscall(SYS_pidfd_open, getpid(), 0) == -1);
}
