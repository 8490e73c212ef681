/* What C code finds in errno after a call that was made cooperative (io HK-6). */
#include "async_abi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define MARK 9999
#define CHECK(name, call) \
	do { \
		errno = MARK; \
		long result_ = (long) (call); \
		int errno_ = errno; \
		php_printf("%s: %s, errno %s\n", name, result_ >= 0 ? "done" : "failed", errno_ == MARK ? "kept" : "changed"); \
	} while (0)

/* Writes to the descriptor a little later, so that the caller has to wait. */
static void feeder_of(int descriptor)
{
	test_sleep(5);
	if (write(descriptor, "x", 1) != 1) {
		php_printf("write failed\n");
	}
}

static void feeder_entry(void)
{
	feeder_of((int) (intptr_t) ZEND_ASYNC_CURRENT_COROUTINE->extended_data);
}

static void feed(int descriptor)
{
	test_spawn(feeder_entry, (void *) (intptr_t) descriptor, NULL);
}

static int unread(int descriptor)
{
	int bytes = 0;

	ioctl(descriptor, FIONREAD, &bytes);
	return bytes;
}

/* Feeds the other end of a pair and closes the first one when its reader has taken that and waits for more. */
static void feeder_and_closer_entry(void)
{
	const int *pair = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	feeder_of(pair[1]);
	do {
		test_sleep(2);
	} while (unread(pair[0]) > 0);
	close(pair[0]);
}

/* Closes the second end of a pair when its writer has filled the first one and waits for room. */
static void closer_entry(void)
{
	const int *pair = ZEND_ASYNC_CURRENT_COROUTINE->extended_data;

	do {
		test_sleep(2);
	} while (unread(pair[0]) == 0);
	close(pair[1]);
}

static void caller_entry(void)
{
	static char big[1 << 22];
	char bytes[8];
	int pair[2], zero = open("/dev/zero", O_RDONLY), epoll = epoll_create1(0);

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || zero < 0 || epoll < 0) {
		php_printf("no descriptors\n");
		return;
	}

	feed(pair[1]);
	CHECK("recv", recv(pair[0], bytes, 1, 0));
	feed(pair[1]);
	CHECK("read", read(pair[0], bytes, 1));
	feed(pair[1]);
	struct pollfd one = { pair[0], POLLIN, 0 };
	CHECK("poll of one", poll(&one, 1, 1000));
	CHECK("recv of what is there", recv(pair[0], bytes, 1, 0));
	feed(pair[1]);
	/* The second entry stands for no descriptor, the third for one that the kernel cannot watch. */
	struct pollfd three[] = { { pair[0], POLLIN, 0 }, { -1, POLLIN, 0 }, { zero, 0, 0 } };
	CHECK("poll of three", poll(three, 3, 1000));
	recv(pair[0], bytes, 1, 0);
	feed(pair[1]);
	fd_set set;
	FD_ZERO(&set);
	FD_SET(pair[0], &set);
	CHECK("select", select(pair[0] + 1, &set, NULL, NULL, NULL));
	recv(pair[0], bytes, 1, 0);
	feed(pair[1]);
	struct epoll_event event = { .events = EPOLLIN }, got;
	epoll_ctl(epoll, EPOLL_CTL_ADD, pair[0], &event);
	CHECK("epoll_wait", epoll_wait(epoll, &got, 1, 1000));
	recv(pair[0], bytes, 1, 0);
	/* A machine without /etc/hosts knows no name, and a failing call may set errno. */
	struct addrinfo *list = NULL;
	const char *name = access("/etc/hosts", R_OK) == 0 ? "localhost" : "127.0.0.1";
	CHECK("getaddrinfo", -getaddrinfo(name, NULL, NULL, &list));
	CHECK("gethostbyname", gethostbyname(name) ? 0 : -1);
	if (list) {
		freeaddrinfo(list);
	}
	CHECK("usleep", usleep(1000));
	FILE *memory = fmemopen(bytes, sizeof bytes, "r");
	CHECK("fclose of memory", fclose(memory));

	/* Refused at once, although there is nothing to read. */
	static struct iovec parts[1025];
	ssize_t refused = readv(pair[0], parts, 1025);
	php_printf("readv of too many parts: %d, %s\n", (int) refused, strerror(errno));

	/* Part of the bytes, then the descriptor goes. */
	test_spawn(feeder_and_closer_entry, pair, NULL);
	CHECK("recv of a part", recv(pair[0], bytes, 2, MSG_WAITALL));
	close(pair[1]);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
		return;
	}
	test_spawn(closer_entry, pair, NULL);
	CHECK("send of a part", send(pair[1], big, sizeof big, 0));
	close(pair[0]);
	close(zero);
	close(epoll);
}

/* async_test_errno(): void */
ZEND_FUNCTION(async_test_errno)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();

	if (EG(exception) == NULL) {
		test_await_coroutine(test_spawn(caller_entry, NULL, NULL));
	}
}
