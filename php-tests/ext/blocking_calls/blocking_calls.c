/*
 * A library that makes calls that may block, here on what is ready, for the test of what they cost (io/SF-18): PHP and its extensions
 * make not all of them. Knows nothing of true_async, so that stock PHP runs it, too.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "php.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A pair of sockets of which the first has input, a pipe that has input, a file, a listener with connections, an epoll instance. */
static int pair[2], empty[2], ends[2], file, listener, epoll;
static pid_t children[1000];
static int next_child;
static char bytes[2];
static bool is_set_up;
static struct iovec parts[2] = { { bytes, 1 }, { bytes + 1, 1 } };

static bool set_up(int calls)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof address;
	struct epoll_event event = { .events = EPOLLIN };
	char name[] = "/tmp/blocking_calls.XXXXXX";
	char much[4096] = { 0 };

	listener = socket(AF_INET, SOCK_STREAM, 0);
	epoll = epoll_create1(0);
	file = mkstemp(name);
	if (listener < 0 || epoll < 0 || file < 0 || unlink(name) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || pipe(ends)
			|| socketpair(AF_UNIX, SOCK_STREAM, 0, empty) || fcntl(empty[0], F_SETFL, O_RDWR | O_NONBLOCK)
			|| bind(listener, (struct sockaddr *) &address, length) || listen(listener, 4 * calls)
			|| getsockname(listener, (struct sockaddr *) &address, &length)
			|| send(pair[1], much, sizeof much, 0) < 0 || write(ends[1], much, sizeof much) < 0 || write(file, much, sizeof much) < 0
			|| epoll_ctl(epoll, EPOLL_CTL_ADD, pair[0], &event)) {
		return false;
	}
	lseek(file, 0, SEEK_SET);
	for (int i = 0; i < 3 * calls; i++) {
		int client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(client, (struct sockaddr *) &address, length);
	}
	for (int i = 0; i < calls; i++) {
		children[i] = vfork();
		if (children[i] == 0) {
			_exit(0);
		}
	}
	/* They have ended by then. */
	siginfo_t info;
	return calls == 0 || waitid(P_PID, children[calls - 1], &info, WEXITED | WNOWAIT) == 0;
}

static long call_accept(void) { return accept(listener, NULL, NULL); }
static long call_accept4(void) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }
static long call_poll(void) { struct pollfd entry = { pair[0], POLLIN, 0 }; return poll(&entry, 1, 1000); }
static long call_ppoll(void) { struct pollfd entry = { pair[0], POLLIN, 0 }; return ppoll(&entry, 1, NULL, NULL); }
static long call_epoll_wait(void) { struct epoll_event event; return epoll_wait(epoll, &event, 1, 1000); }
static long call_select(void) { fd_set set; FD_ZERO(&set); FD_SET(pair[0], &set); return select(pair[0] + 1, &set, NULL, NULL, NULL); }
static long call_recv(void) { return recv(pair[0], bytes, 1, 0); }
static long call_recvmsg(void) { struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 }; return recvmsg(pair[0], &message, 0); }
static long call_send(void) { return send(pair[1], bytes, 1, 0); }
static long call_sendmsg(void) { struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 }; return sendmsg(pair[1], &message, 0); }
static long call_read(void) { return read(pair[0], bytes, 1); }
static long call_readv(void) { return readv(pair[0], parts, 2); }
static long call_read_of_pipe(void) { return read(ends[0], bytes, 1); }
static long call_read_of_file(void) { return read(file, bytes, 1); }
static long call_write(void) { return write(pair[1], bytes, 1); }
static long call_writev(void) { return writev(pair[1], parts, 2); }
static long call_write_to_pipe(void) { return write(ends[1], bytes, 1); }
static long call_write_to_file(void) { return write(file, bytes, 1); }
static long call_recv_of_nothing(void) { return recv(empty[0], bytes, 1, 0) + 1; }
static long call_recv_that_does_not_wait(void) { return recv(empty[1], bytes, 1, MSG_DONTWAIT) + 1; }
static long call_waitpid(void) { return waitpid(children[next_child++], NULL, 0); }
static long call_waitid(void) { siginfo_t info; return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) + 1; }
static long call_flock(void) { return flock(file, LOCK_EX); }
static long call_fcntl_lock(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };

	return fcntl(file, F_SETLKW, &lock);
}
static long call_lockf(void) { return lockf(file, F_LOCK, 1); }
static long call_nanosleep(void) { struct timespec moment = { 0, 1 }; return nanosleep(&moment, NULL); }
static long call_clock_nanosleep(void) { struct timespec moment = { 0, 1 }; return clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL); }
static long call_dup2(void) { return dup2(pair[0], empty[1]); }

static const struct { const char *name; long (*call)(void); } all[] = {
#define CALL(name) { "C: " #name, call_##name }
	CALL(accept), CALL(accept4), CALL(poll), CALL(ppoll), CALL(epoll_wait), CALL(select), CALL(recv), CALL(recvmsg), CALL(send),
	CALL(sendmsg), CALL(read), CALL(readv), CALL(read_of_pipe), CALL(read_of_file), CALL(write), CALL(writev), CALL(write_to_pipe),
	CALL(write_to_file), CALL(recv_of_nothing), CALL(recv_that_does_not_wait), CALL(waitid), CALL(waitpid), CALL(flock),
	CALL(fcntl_lock), CALL(lockf), CALL(nanosleep), CALL(clock_nanosleep), CALL(dup2),
};

static void mark(const char *name, const char *what)
{
	char path[200];

	snprintf(path, sizeof path, "/mark/%s-%s", name, what);
	/* It is in the trace, whether there is such a file or not. */
	if (access(path, F_OK) == 0) {
		php_error_docref(NULL, E_WARNING, "%s exists", path);
	}
}

/* blocking_calls(int $calls): array|false. Makes each so often between two marks; returns the names. What happens once is before it. */
ZEND_FUNCTION(blocking_calls)
{
	zend_long calls;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(calls)
	ZEND_PARSE_PARAMETERS_END();

	if (calls < 0 || calls >= 1000 || !set_up((int) calls + 1)) {
		RETURN_FALSE;
	}
	array_init(return_value);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		bool failed = all[i].call() < 0;

		mark(all[i].name, "begin");
		for (int n = 0; n < calls; n++) {
			failed |= all[i].call() < 0;
		}
		mark(all[i].name, "end");
		if (failed) {
			php_error_docref(NULL, E_WARNING, "%s has failed", all[i].name);
		}
		add_next_index_string(return_value, all[i].name);
	}
}

/* blocking_call(string $name): bool. Makes one of them, as blocking_calls() names it; whether it has succeeded. */
ZEND_FUNCTION(blocking_call)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	if (!is_set_up) {
		/* Calls of one byte each take more room in the kernel than what lies there. */
		char most[4000];

		if (!set_up(0) || recv(pair[0], most, sizeof most, 0) < 0) {
			RETURN_FALSE;
		}
		is_set_up = true;
	}
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (zend_string_equals_cstr(name, all[i].name, strlen(all[i].name))) {
			RETURN_BOOL(all[i].call() >= 0);
		}
	}
	zend_argument_value_error(1, "must be the name of a call, \"%s\" given", ZSTR_VAL(name));
}

/* {{{ Module */

ZEND_BEGIN_ARG_INFO_EX(arginfo_blocking_calls, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, calls, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_blocking_call, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(blocking_calls, arginfo_blocking_calls)
	ZEND_FE(blocking_call, arginfo_blocking_call)
	ZEND_FE_END
};

zend_module_entry blocking_calls_module_entry = {
	STANDARD_MODULE_HEADER,
	"blocking_calls", functions, NULL, NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(blocking_calls)

/* }}} */
