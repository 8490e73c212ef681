/* Part of zend_async_API.h: sockets that listen, and fork [abi/ABI-61, abi/ABI-155, abi/ABI-164, abi/ABI-171]. */
#ifndef TRUE_ASYNC_LISTEN_H
#define TRUE_ASYNC_LISTEN_H

BEGIN_EXTERN_C()

/* {{{ Listening [abi/ABI-155] */

typedef zend_async_listen_event_t *(*zend_async_socket_listen_t)(
		const char *host, int port, int backlog, uint32_t flags, size_t extra_size);
typedef zend_async_listen_event_t *(*zend_async_socket_listen_fd_t)(zend_socket_t fd, int backlog, uint32_t flags, size_t extra_size);

/* Binds a socket and listens. host: an address or a name, which is looked up without suspending; NULL or "" for any address;
 * with ZEND_ASYNC_LISTEN_F_UNIX a path, which must not exist and is not removed at the end.
 * port: 0 for any free one, see event->get_local_address(); ignored for a path. backlog: as for listen(), the system's
 * maximum if it is not positive. flags: ZEND_ASYNC_LISTEN_F_*; without IPV6ONLY a socket on "::" takes IPv4 as well.
 * extra_size: zeroed bytes behind the event, see extra_offset.
 * Once started, each connection is a notification whose result is a zend_socket_t *. One subscriber takes the descriptor and
 * closes it; it does not block (O_NONBLOCK) and is closed by exec (FD_CLOEXEC). Nothing is accepted while there is
 * no subscriber, nor while the event is stopped: connections wait in the system's queue.
 * Failures to accept, such as too few descriptors, are notified as InputOutputException; then it rests for a while.
 * event->get_local_address(event, host, host_len, port): writes the address as text, and the port, where not NULL; returns 0,
 * or an error number below 0, -ENOSPC if the text does not fit.
 * Disposing the event closes the socket.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_socket_listen_t zend_async_socket_listen_fn;

/* The same on a descriptor that is bound; it belongs to the callee from the call on, also when that returns NULL. It is made
 * one that does not block and is closed by exec. */
ZEND_API extern zend_async_socket_listen_fd_t zend_async_socket_listen_fd_fn;

#define ZEND_ASYNC_SOCKET_LISTEN(host_, port_, backlog_) zend_async_socket_listen_fn((host_), (port_), (backlog_), 0, 0)
#define ZEND_ASYNC_SOCKET_LISTEN_EX(host_, port_, backlog_, flags_, extra_size_) \
	zend_async_socket_listen_fn((host_), (port_), (backlog_), (flags_), (extra_size_))
#define ZEND_ASYNC_SOCKET_LISTEN_FD(fd_, backlog_, flags_, extra_size_) \
	zend_async_socket_listen_fd_fn((fd_), (backlog_), (flags_), (extra_size_))

/* Parameters and result as for zend_async_scheduler_register. Never suspends [abi/ABI-167, abi/ABI-171]. */
ZEND_API bool zend_async_socket_listening_register(char *module, bool allow_override,
		zend_async_socket_listen_t socket_listen_fn,
		zend_async_socket_listen_fd_t socket_listen_fd_fn);

/* }}} */

/* {{{ Fork [abi/ABI-164]. Both slots may be NULL, which the macros take care of. */

typedef bool (*zend_async_before_fork_t)(void);
typedef void (*zend_async_after_fork_child_t)(void);

/* To be called in the parent before fork(). Returns true when forking is safe.
 * Errors: false with an Error when coroutines other than main and scheduler exist. Never suspends. */
ZEND_API extern zend_async_before_fork_t zend_async_before_fork_fn;

/* To be called in the child after fork(), before anything else of this header: gives it a reactor of its own. Triggers, timers,
 * signals, the file system and listening sockets go on there; poll events have to be stopped and started again, and tasks stay in the parent.
 * Leaves an exception if there can be no reactor. Never suspends. */
ZEND_API extern zend_async_after_fork_child_t zend_async_after_fork_child_fn;

#define ZEND_ASYNC_BEFORE_FORK() (zend_async_before_fork_fn != NULL ? zend_async_before_fork_fn() : true)
#define ZEND_ASYNC_AFTER_FORK_CHILD() \
	do { \
		if (zend_async_after_fork_child_fn != NULL) { \
			zend_async_after_fork_child_fn(); \
		} \
	} while (0)

/* Replaces both. before_fork_fn, after_fork_child_fn: may be NULL. No errors, never suspends [abi/ABI-171]. */
ZEND_API void zend_async_fork_register(
		zend_async_before_fork_t before_fork_fn, zend_async_after_fork_child_t after_fork_child_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_LISTEN_H */
