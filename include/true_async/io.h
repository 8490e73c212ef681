/* Part of zend_async_API.h: the IO handle and its requests [abi/ABI-63 to ABI-66, abi/ABI-156 to ABI-158, abi/ABI-172].
 *
 * One handle for pipe, file, TCP, UDP or terminal. An operation returns a request; when it is done, `completed` is set and
 * the handle's event is notified with the request as result. Readers and writers share that event: a waiter compares the
 * result with its own request and ignores others; an exception without a result concerns all of them.
 *
 * A request that is awaited is disposed exactly once, req->dispose(req), at any time; before completion that gives the
 * operation up: a read is taken back, and so is a file operation that no worker has begun. A write to a stream that was accepted is
 * sent nevertheless, in its order; what is left of its buffer is copied. It owns `exception` and the `buf` it
 * allocated, and may outlive the handle once it is completed [abi/ABI-157].
 *
 * What can be done at once is done inside the call: the request comes back with `completed` set, no subscriber is notified, and a
 * free_cb was called already. Look at `completed` before waiting. The result of a fire-and-forget write only says that it was
 * accepted; do not use it otherwise.
 *
 * An operation that is under way is an active event until it ends or is disposed, except for a multishot read, which keeps
 * the loop alive only while the handle's event is started. A read, or a receive, does not keep a script from ending when no
 * coroutine is left, unless the handle's event is started. stop() puts an armed read to rest, start() goes on with it, and a
 * new read takes its place. When the reactor stops, handles with operations under way are closed, and those end with
 * `io_closed`, without a notification; handle and requests are still their owner's to give back. In the child of a fork they
 * end with an error (ECANCELED) and are notified, because the parent goes on with them; the handle stays usable there.
 *
 * Releasing the last reference closes the handle without notifying any subscriber; on_detach is called then, before the memory
 * goes. Stream and UDP handles close their descriptor; flags of descriptors are never changed. A terminal is opened a second time
 * where that is possible: descriptor.fd is another one than that given, which is closed with it, or kept with PRESERVE_FD.
 */
#ifndef TRUE_ASYNC_IO_H
#define TRUE_ASYNC_IO_H

BEGIN_EXTERN_C()

/* {{{ Slot types */

typedef zend_async_io_t *(*zend_async_io_create_t)(zend_file_descriptor_t fd, zend_async_io_type type, uint32_t state);
typedef zend_async_io_req_t *(*zend_async_io_read_t)(zend_async_io_t *io, char *buf, size_t max_size);
typedef zend_async_io_req_t *(*zend_async_io_write_t)(
		zend_async_io_t *io, const char *buf, size_t count, zend_async_io_write_free_cb_t free_cb);
typedef zend_async_io_req_t *(*zend_async_io_writev_t)(zend_async_io_t *io, const void *bufs, unsigned nbufs, uint32_t flags,
		zend_async_io_write_free_cb_t free_cb, void *user_data);
typedef bool (*zend_async_io_close_t)(zend_async_io_t *io);
typedef int (*zend_async_io_await_t)(zend_async_io_t *io, uint32_t events, struct timeval *timeout);
typedef zend_async_io_req_t *(*zend_async_io_flush_t)(zend_async_io_t *io);
typedef zend_async_io_req_t *(*zend_async_io_stat_t)(zend_async_io_t *io, zend_stat_t *buf);
typedef zend_off_t (*zend_async_io_seek_t)(zend_async_io_t *io, zend_off_t offset, int whence);
typedef zend_async_io_req_t *(*zend_async_io_sendfile_t)(
		zend_async_io_t *out_io, zend_async_io_t *in_io, zend_off_t offset, size_t length);
typedef zend_async_io_t *(*zend_async_fs_open_t)(const char *path, int flags, int mode);
typedef zend_async_udp_req_t *(*zend_async_udp_sendto_t)(
		zend_async_io_t *io, const char *buf, size_t count, const struct sockaddr *addr, socklen_t addr_len);
typedef ssize_t (*zend_async_udp_try_send_t)(
		zend_async_io_t *io, const char *buf, size_t count, const struct sockaddr *addr, socklen_t addr_len);
typedef zend_async_udp_req_t *(*zend_async_udp_recvfrom_t)(zend_async_io_t *io, size_t max_size);
typedef int (*zend_async_io_set_option_t)(zend_async_io_t *io, zend_async_socket_option_t option, int value);
typedef int (*zend_async_udp_set_membership_t)(
		zend_async_io_t *io, const char *multicast_addr, const char *interface_addr, bool join);
typedef zend_async_io_t *(*zend_async_udp_bind_t)(const char *host, int port, uint32_t flags, size_t extra_size);

/* }}} */

/* {{{ Handles */

/* Creates a handle. fd: descriptor, for TCP and UDP the socket. type: what it is. state: ZEND_ASYNC_IO_READABLE, _WRITABLE,
 * _APPEND, _PRESERVE_FD, _OWNS_FD. Streams on descriptors 0 to 2 work on a duplicate; a file begins at its present offset,
 * with APPEND at its end. Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_io_create_t zend_async_io_create_fn;

/* Opens a file. path: must stay valid until the handle's event is notified. flags, mode: as for open().
 * Returns a pending FILE handle (owned); its event is notified once, with NULL when it is open (state gains READABLE and OWNS_FD),
 * or with an exception (state gains CLOSED). A wait that begins later is never woken: look at `state` for one of the two first.
 * Operations may be submitted before; they begin when it is open, and fail if it cannot be opened. Until then, they and the event
 * are active; the last reference given back ends that, however long the opening takes (a FIFO without a writer). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_fs_open_t zend_async_fs_open_fn;

/* Closes a handle; idempotent. Those that wait for it are notified with an InputOutputException "Stream was closed".
 * A file's descriptor is closed only with OWNS_FD. Returns true. Errors: false with an exception. Never suspends. */
ZEND_API extern zend_async_io_close_t zend_async_io_close_fn;

/* Whether operations can begin on a handle; it does not wait, they do. events, timeout: ignored.
 * Returns 0, or -1 when it is closed. No throw, never suspends. */
ZEND_API extern zend_async_io_await_t zend_async_io_await_fn;

/* Sets an option of a socket. Returns 0, also when it does not apply to the type, -1 for an unknown option, otherwise a
 * negative errno. No throw, never suspends. */
ZEND_API extern zend_async_io_set_option_t zend_async_io_set_option_fn;

#define ZEND_ASYNC_IO_CREATE(fd_, type_, state_) zend_async_io_create_fn((fd_), (type_), (state_))
#define ZEND_ASYNC_FS_OPEN(path_, flags_, mode_) zend_async_fs_open_fn((path_), (flags_), (mode_))
#define ZEND_ASYNC_IO_CLOSE(io_) zend_async_io_close_fn(io_)
#define ZEND_ASYNC_IO_AWAIT(io_, events_, timeout_) zend_async_io_await_fn((io_), (events_), (timeout_))
#define ZEND_ASYNC_IO_SET_OPTION(io_, option_, value_) zend_async_io_set_option_fn((io_), (option_), (value_))

/* Multishot: reading stays armed after each chunk; the same request is notified again with `completed` false until the end
 * or an error. With alloc_cb set, it gives the buffer for each chunk; without room (NULL base or zero length) the read
 * pauses, and the next zend_async_io_read_fn() of the handle goes on with it and returns the same request
 * [abi/ABI-158]. */
#define ZEND_ASYNC_IO_IS_MULTISHOT(io_) (((io_)->event.flags & ZEND_ASYNC_IO_F_MULTISHOT) != 0)
#define ZEND_ASYNC_IO_SET_MULTISHOT(io_) ((io_)->event.flags |= ZEND_ASYNC_IO_F_MULTISHOT)
#define ZEND_ASYNC_IO_CLR_MULTISHOT(io_) ((io_)->event.flags &= ~ZEND_ASYNC_IO_F_MULTISHOT)

/* Whether a type is a stream of bytes. The argument is evaluated up to three times. */
#define ZEND_ASYNC_IO_IS_STREAM(type_) \
	((type_) == ZEND_ASYNC_IO_TYPE_PIPE || (type_) == ZEND_ASYNC_IO_TYPE_TTY || (type_) == ZEND_ASYNC_IO_TYPE_TCP)

/* }}} */

/* {{{ Reading and writing. All return a request (owned), NULL with an exception; none suspends. */

/* Reads once. buf: destination, valid until completion; NULL: the request allocates one. max_size: bytes, at most INT_MAX.
 * At the end of the stream the request is completed at once with 0. */
ZEND_API extern zend_async_io_read_t zend_async_io_read_fn;

/* Writes everything. buf, count: bytes. free_cb NULL: the caller keeps buf valid until completion, awaits and disposes the
 * request. free_cb set: fire and forget; the reactor calls free_cb(buf, io) once, also on failure, disposes the request and
 * notifies no subscriber. Writes of one handle run in order. */
ZEND_API extern zend_async_io_write_t zend_async_io_write_fn;

/* Writes an array in one piece; streams only. flags: ZEND_ASYNC_IO_WRITEV_ZSTR: bufs is an array of zend_string *, whose
 * references pass; ZEND_ASYNC_IO_WRITEV_IOV: of zend_async_buf_t, which is copied, and free_cb(user_data, io) is called once.
 * Fire and forget, unless ZEND_ASYNC_IO_WRITEV_AWAIT is set (ZSTR only): then the caller awaits and disposes the request,
 * and an error is in the request only. NULL: everything is already released. */
ZEND_API extern zend_async_io_writev_t zend_async_io_writev_fn;

/* Brings a file to the disk; streams have nothing to do. */
ZEND_API extern zend_async_io_flush_t zend_async_io_flush_fn;

/* Fills *buf before completion; nothing is written to it after the request was disposed. */
ZEND_API extern zend_async_io_stat_t zend_async_io_stat_fn;

/* Copies length bytes of the file in_io to out_io within the kernel. offset: -1 for the present one; other negative ones are
 * refused. It is notified on in_io, and ends with io_closed when either handle is closed. Never for a connection that is encrypted in user space. */
ZEND_API extern zend_async_io_sendfile_t zend_async_io_sendfile_fn;

/* Moves a file's offset. whence: SEEK_SET, SEEK_CUR, SEEK_END. Returns the new offset, -1 on failure and for what is no
 * file. No throw; at once. */
ZEND_API extern zend_async_io_seek_t zend_async_io_seek_fn;

#define ZEND_ASYNC_IO_READ(io_, buf_, max_size_) zend_async_io_read_fn((io_), (buf_), (max_size_))
#define ZEND_ASYNC_IO_WRITE(io_, buf_, count_) zend_async_io_write_fn((io_), (buf_), (count_), NULL)
#define ZEND_ASYNC_IO_WRITE_EX(io_, buf_, count_, free_cb_) zend_async_io_write_fn((io_), (buf_), (count_), (free_cb_))
#define ZEND_ASYNC_IO_WRITEV(io_, strings_, count_) \
	zend_async_io_writev_fn((io_), (strings_), (count_), ZEND_ASYNC_IO_WRITEV_ZSTR, NULL, NULL)
#define ZEND_ASYNC_IO_WRITEV_EX(io_, iov_, count_, free_cb_, user_data_) \
	zend_async_io_writev_fn((io_), (iov_), (count_), ZEND_ASYNC_IO_WRITEV_IOV, (free_cb_), (user_data_))
#define ZEND_ASYNC_IO_WRITEV_AWAITED(io_, strings_, count_) \
	zend_async_io_writev_fn((io_), (strings_), (count_), ZEND_ASYNC_IO_WRITEV_ZSTR | ZEND_ASYNC_IO_WRITEV_AWAIT, NULL, NULL)
#define ZEND_ASYNC_IO_FLUSH(io_) zend_async_io_flush_fn(io_)
#define ZEND_ASYNC_IO_STAT(io_, buf_) zend_async_io_stat_fn((io_), (buf_))
#define ZEND_ASYNC_IO_SEEK(io_, offset_, whence_) zend_async_io_seek_fn((io_), (offset_), (whence_))
#define ZEND_ASYNC_IO_SENDFILE(out_io_, in_io_, offset_, length_) \
	zend_async_io_sendfile_fn((out_io_), (in_io_), (offset_), (length_))

/* }}} */

/* {{{ Datagrams */

/* Binds a UDP socket. host: numeric address, NULL or "" for all of IPv4; port: 0 for any. flags: ZEND_ASYNC_UDP_F_*. extra_size: zeroed bytes behind it.
 * Returns the handle (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_udp_bind_t zend_async_udp_bind_fn;

/* Sends a datagram. buf: valid until completion. addr: copied. Returns a request (owned). Errors: NULL with an exception.
 * Never suspends. */
ZEND_API extern zend_async_udp_sendto_t zend_async_udp_sendto_fn;

/* Sends a datagram at once. Returns the bytes sent or a negative errno, -EAGAIN when there is no room.
 * No throw, never suspends. */
ZEND_API extern zend_async_udp_try_send_t zend_async_udp_try_send_fn;

/* Receives a datagram. max_size: bytes, of a longer one the rest is lost; the request owns the buffer, and has the sender in
 * addr and addr_len. Multishot: the same request is notified with `completed` false for each datagram, also for an empty one.
 * Returns a request (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_udp_recvfrom_t zend_async_udp_recvfrom_fn;

/* Joins or leaves a multicast group. interface_addr: NULL for the system's choice.
 * Returns 0 or a negative errno. No throw, never suspends. */
ZEND_API extern zend_async_udp_set_membership_t zend_async_udp_set_membership_fn;

#define ZEND_ASYNC_UDP_BIND(host_, port_) zend_async_udp_bind_fn((host_), (port_), 0, 0)
#define ZEND_ASYNC_UDP_BIND_EX(host_, port_, flags_, extra_size_) zend_async_udp_bind_fn((host_), (port_), (flags_), (extra_size_))
#define ZEND_ASYNC_UDP_SENDTO(io_, buf_, count_, addr_, addr_len_) \
	zend_async_udp_sendto_fn((io_), (buf_), (count_), (addr_), (addr_len_))
#define ZEND_ASYNC_UDP_TRY_SEND(io_, buf_, count_, addr_, addr_len_) \
	zend_async_udp_try_send_fn((io_), (buf_), (count_), (addr_), (addr_len_))
#define ZEND_ASYNC_UDP_RECVFROM(io_, max_size_) zend_async_udp_recvfrom_fn((io_), (max_size_))
#define ZEND_ASYNC_UDP_SET_MEMBERSHIP(io_, multicast_addr_, interface_addr_, join_) \
	zend_async_udp_set_membership_fn((io_), (multicast_addr_), (interface_addr_), (join_))

/* }}} */

/* {{{ Registration [abi/ABI-167, abi/ABI-172].
 * Parameters and result as for zend_async_scheduler_register. Never suspends. */

ZEND_API bool zend_async_io_register(char *module, bool allow_override,
		zend_async_io_create_t create_fn,
		zend_async_io_read_t read_fn,
		zend_async_io_write_t write_fn,
		zend_async_io_writev_t writev_fn,
		zend_async_io_close_t close_fn,
		zend_async_io_await_t await_fn,
		zend_async_io_flush_t flush_fn,
		zend_async_io_stat_t stat_fn,
		zend_async_io_seek_t seek_fn,
		zend_async_io_sendfile_t sendfile_fn,
		zend_async_fs_open_t fs_open_fn,
		zend_async_udp_sendto_t udp_sendto_fn,
		zend_async_udp_try_send_t udp_try_send_fn,
		zend_async_udp_recvfrom_t udp_recvfrom_fn,
		zend_async_io_set_option_t set_option_fn,
		zend_async_udp_set_membership_t udp_set_membership_fn,
		zend_async_udp_bind_t udp_bind_fn);

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_IO_H */
