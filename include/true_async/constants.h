/* Part of zend_async_API.h: version, enumerations, flag bits [abi/ABI-21, abi/ABI-28 to ABI-33]. */
#ifndef TRUE_ASYNC_CONSTANTS_H
#define TRUE_ASYNC_CONSTANTS_H

/* {{{ Version [abi/ABI-21]. Gate header features on the macros, runtime features on the functions. */

#define ZEND_ASYNC_API "TrueAsync ABI v0.25.0"
#define ZEND_ASYNC_API_VERSION_MAJOR 0
#define ZEND_ASYNC_API_VERSION_MINOR 25
#define ZEND_ASYNC_API_VERSION_PATCH 0
#define ZEND_ASYNC_API_VERSION_NUMBER \
	((ZEND_ASYNC_API_VERSION_MAJOR << 16) | (ZEND_ASYNC_API_VERSION_MINOR << 8) | ZEND_ASYNC_API_VERSION_PATCH)

/* }}} */

/* {{{ Enumerations [abi/ABI-28] */

/* Bit mask of descriptor conditions. */
typedef enum {
	ASYNC_READABLE = 1,
	ASYNC_WRITABLE = 2,
	ASYNC_DISCONNECT = 4,
	ASYNC_PRIORITIZED = 8
} async_poll_event;

typedef enum {
	IO_DESCRIPTOR_FD = 1,
	IO_DESCRIPTOR_SOCKET = 2,
	IO_DESCRIPTOR_PROCESS = 3
} io_descriptor_type;

typedef enum {
	ZEND_ASYNC_IO_TYPE_PIPE = 0,
	ZEND_ASYNC_IO_TYPE_FILE = 1,
	ZEND_ASYNC_IO_TYPE_TCP = 2,
	ZEND_ASYNC_IO_TYPE_UDP = 3,
	ZEND_ASYNC_IO_TYPE_TTY = 4
} zend_async_io_type;

typedef enum {
	ZEND_ASYNC_EXEC_MODE_EXEC = 0,
	ZEND_ASYNC_EXEC_MODE_SYSTEM = 1,
	ZEND_ASYNC_EXEC_MODE_EXEC_ARRAY = 2,
	ZEND_ASYNC_EXEC_MODE_PASSTHRU = 3,
	ZEND_ASYNC_EXEC_MODE_SHELL_EXEC = 4
} zend_async_exec_mode;

typedef enum {
	ZEND_COROUTINE_NORMAL = 0,
	ZEND_COROUTINE_HI_PRIORITY = 255
} zend_coroutine_priority;

typedef enum {
	ZEND_ASYNC_CIRCUIT_STATE_ACTIVE = 0,
	ZEND_ASYNC_CIRCUIT_STATE_INACTIVE = 1,
	ZEND_ASYNC_CIRCUIT_STATE_RECOVERING = 2
} zend_async_circuit_state_t;

typedef enum {
	ZEND_ASYNC_SOCKET_OPT_BROADCAST = 1,
	ZEND_ASYNC_SOCKET_OPT_MULTICAST_LOOP = 2,
	ZEND_ASYNC_SOCKET_OPT_MULTICAST_TTL = 3,
	ZEND_ASYNC_SOCKET_OPT_TTL = 4,
	ZEND_ASYNC_SOCKET_OPT_NODELAY = 5,
	ZEND_ASYNC_SOCKET_OPT_KEEPALIVE = 6
} zend_async_socket_option_t;

/* OFF: unavailable. READY: enabled for this request, not launched. ACTIVE: main and scheduler coroutines exist
 * [abi/ABI-110]. */
typedef enum {
	ZEND_ASYNC_OFF = 0,
	ZEND_ASYNC_READY = 1,
	ZEND_ASYNC_ACTIVE = 2
} zend_async_state_t;

/* NO_STATUS: running. WAITING: suspended. QUEUED: in the run queue. IGNORED: queued for finalisation only.
 * RESULT: the wait finished, result or error available [abi/ABI-101]. */
typedef enum {
	ZEND_ASYNC_WAKER_NO_STATUS = 0,
	ZEND_ASYNC_WAKER_WAITING = 1,
	ZEND_ASYNC_WAKER_QUEUED = 2,
	ZEND_ASYNC_WAKER_IGNORED = 3,
	ZEND_ASYNC_WAKER_RESULT = 4
} ZEND_ASYNC_WAKER_STATUS;

/* Class selector of ZEND_ASYNC_GET_CE() and of the exception helpers [abi/ABI-29]. */
typedef enum {
	ZEND_ASYNC_CLASS_NO = 0, /* the helpers take it for the default exception */
	ZEND_ASYNC_CLASS_AWAITABLE = 1,
	ZEND_ASYNC_CLASS_COROUTINE = 2,
	ZEND_ASYNC_CLASS_SCOPE = 3,
	ZEND_ASYNC_CLASS_CONTEXT = 4,
	ZEND_ASYNC_CLASS_SCOPE_PROVIDER = 5,
	ZEND_ASYNC_CLASS_SPAWN_STRATEGY = 6,
	ZEND_ASYNC_CLASS_TIMEOUT = 7,
	ZEND_ASYNC_CLASS_COMPLETABLE = 8,
	ZEND_ASYNC_CLASS_CHANNEL = 10,
	ZEND_ASYNC_CLASS_FUTURE = 11,
	ZEND_ASYNC_CLASS_GROUP = 12,
	ZEND_ASYNC_CLASS_POOL = 13,

	ZEND_ASYNC_EXCEPTION_DEFAULT = 30,
	ZEND_ASYNC_EXCEPTION_CANCELLATION = 31,
	ZEND_ASYNC_EXCEPTION_TIMEOUT = 32,
	ZEND_ASYNC_EXCEPTION_INPUT_OUTPUT = 33,
	ZEND_ASYNC_EXCEPTION_POLL = 34,
	ZEND_ASYNC_EXCEPTION_DNS = 35,
	ZEND_ASYNC_EXCEPTION_DEADLOCK = 36,
	ZEND_ASYNC_EXCEPTION_SERVICE_UNAVAILABLE = 37,
	ZEND_ASYNC_EXCEPTION_OPERATION_CANCELLED = 38,
	ZEND_ASYNC_EXCEPTION_THREAD_TRANSFER = 39,
	ZEND_ASYNC_EXCEPTION_REMOTE = 40
} zend_async_class;

/* Fixed numbers of the ABI, not the platform's signal macros [abi/ABI-30]. */
enum {
	ZEND_ASYNC_SIGHUP = 1,
	ZEND_ASYNC_SIGINT = 2,
	ZEND_ASYNC_SIGQUIT = 3,
	ZEND_ASYNC_SIGILL = 4,
	ZEND_ASYNC_SIGABRT_COMPAT = 6,
	ZEND_ASYNC_SIGFPE = 8,
	ZEND_ASYNC_SIGKILL = 9,
	ZEND_ASYNC_SIGSEGV = 11,
	ZEND_ASYNC_SIGTERM = 15,
	ZEND_ASYNC_SIGBREAK = 21,
	ZEND_ASYNC_SIGABRT = 22,
	ZEND_ASYNC_SIGWINCH = 28
};

/* }}} */

/* {{{ Bits that are not event flags [abi/ABI-31] */

/* zend_async_io_t.state */
#define ZEND_ASYNC_IO_READABLE (1u << 0)
#define ZEND_ASYNC_IO_WRITABLE (1u << 1)
#define ZEND_ASYNC_IO_CLOSED (1u << 2)      /* every new operation fails */
#define ZEND_ASYNC_IO_EOF (1u << 3)         /* end of stream was seen */
#define ZEND_ASYNC_IO_APPEND (1u << 4)      /* file opened for append */
#define ZEND_ASYNC_IO_PRESERVE_FD (1u << 5) /* do not close the caller's standard descriptor */
#define ZEND_ASYNC_IO_OWNS_FD (1u << 6)     /* the reactor opened the descriptor and closes it */

/* Socket listen and UDP bind; unknown bits are ignored. */
#define ZEND_ASYNC_LISTEN_F_REUSEPORT (1u << 0)
#define ZEND_ASYNC_LISTEN_F_IPV6ONLY (1u << 1)
#define ZEND_ASYNC_LISTEN_F_UNIX (1u << 2)
#define ZEND_ASYNC_UDP_F_REUSEPORT (1u << 0)
#define ZEND_ASYNC_UDP_F_IPV6ONLY (1u << 1)
#define ZEND_ASYNC_UDP_F_RECV_GSO (1u << 2)

/* Vectored writes: mode in bit 0, options above. */
#define ZEND_ASYNC_IO_WRITEV_ZSTR 0u      /* array of owned zend_string pointers */
#define ZEND_ASYNC_IO_WRITEV_IOV 1u       /* array of zend_async_buf_t */
#define ZEND_ASYNC_IO_WRITEV_MODE_MASK 1u
#define ZEND_ASYNC_IO_WRITEV_AWAIT 2u     /* the caller awaits the write */

/* Private to the reactor. */
#define ZEND_ASYNC_UDP_REQ_F_CALLBACK_DONE (1u << 0)
#define ZEND_ASYNC_UDP_REQ_F_DISPOSE_PENDING (1u << 1)

/* Filesystem event: triggered_events, then flags. */
#define ZEND_ASYNC_FS_EVENT_RENAME (1u << 0)
#define ZEND_ASYNC_FS_EVENT_CHANGE (1u << 1)
#define ZEND_ASYNC_FS_EVENT_RECURSIVE (1u << 0)

/* zend_async_thread_event_t.thread_flags */
#define ZEND_THREAD_F_INHERIT (1u << 0)

/* zend_async_pool_t.handler_flags: the handler is a C function. */
#define ZEND_ASYNC_POOL_F_FACTORY_INTERNAL (1u << 0)
#define ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL (1u << 1)
#define ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL (1u << 2)
#define ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL (1u << 3)
#define ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL (1u << 4)
#define ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL (1u << 5)

/* Number of inline trigger and callback slots of a waker. */
#define ZEND_ASYNC_WAKER_INLINE_SLOTS 2

/* The whole first word of an event reference. */
#define ZEND_ASYNC_EVENT_REFERENCE_PREFIX ((uint32_t) 0x80)

/* }}} */

/* {{{ zend_async_event_t.flags [abi/ABI-32, abi/ABI-33]
 *
 * Bits 0-12 belong to the base event (12 is reserved and stays 0), bits 13
 * and above to the concrete type; types share these numbers.
 */

#define ZEND_ASYNC_EVENT_F_CLOSED (1u << 0)            /* finished: start and stop do nothing */
#define ZEND_ASYNC_EVENT_F_RESULT_USED (1u << 1)       /* the result will be consumed */
#define ZEND_ASYNC_EVENT_F_EXC_CAUGHT (1u << 2)        /* the error will be handled */
#define ZEND_ASYNC_EVENT_F_ZVAL_RESULT (1u << 3)       /* callbacks get a zval * as result */
#define ZEND_ASYNC_EVENT_F_ZEND_OBJ (1u << 4)          /* embedded in a Zend object, which counts the references */
#define ZEND_ASYNC_EVENT_F_NO_FREE_MEMORY (1u << 5)    /* dispose does not free the block */
#define ZEND_ASYNC_EVENT_F_EXCEPTION_HANDLED (1u << 6) /* a callback took the exception of this notification */
#define ZEND_ASYNC_EVENT_F_REFERENCE (1u << 7)         /* an event reference, not an event */
#define ZEND_ASYNC_EVENT_F_OBJ_REF (1u << 8)           /* a zend_object * is stored at extra_offset */
#define ZEND_ASYNC_EVENT_F_CLOSE_FD (1u << 9)          /* close the polled descriptor at teardown */
#define ZEND_ASYNC_EVENT_F_HIDDEN (1u << 10)           /* not counted, does not keep the loop alive */
#define ZEND_ASYNC_EVENT_F_BAILOUT (1u << 11)          /* torn down by a bailout: no userland handlers */

/* IO handle: reading stays armed after each chunk. */
#define ZEND_ASYNC_IO_F_MULTISHOT (1u << 13)

/* Timer: does not close itself and can be re-armed; reads the clock when armed. */
#define ZEND_ASYNC_TIMER_F_MULTISHOT (1u << 13)
#define ZEND_ASYNC_TIMER_F_REFRESH_CLOCK (1u << 14)

/* Thread event. Bit 15 is private to the implementation. */
#define ZEND_THREAD_F_RESULT_LOADED (1u << 13)
#define ZEND_THREAD_F_EXCEPTION_CONSUMED (1u << 14)

/* Coroutine. "Finished" is ZEND_ASYNC_EVENT_F_CLOSED. */
#define ZEND_COROUTINE_F_STARTED (1u << 13)
#define ZEND_COROUTINE_F_CANCELLED (1u << 14)
#define ZEND_COROUTINE_F_ZOMBIE (1u << 15)
#define ZEND_COROUTINE_F_PROTECTED (1u << 16)
#define ZEND_COROUTINE_F_MAIN (1u << 17)
#define ZEND_COROUTINE_F_FIBER (1u << 18)
#define ZEND_COROUTINE_F_YIELD (1u << 19)

/* Scope. */
#define ZEND_ASYNC_SCOPE_F_CLOSED ZEND_ASYNC_EVENT_F_CLOSED
#define ZEND_ASYNC_SCOPE_F_NO_FREE_MEMORY ZEND_ASYNC_EVENT_F_NO_FREE_MEMORY
#define ZEND_ASYNC_SCOPE_F_DISPOSE_SAFELY (1u << 14)
#define ZEND_ASYNC_SCOPE_F_CANCELLED (1u << 15)
#define ZEND_ASYNC_SCOPE_F_DISPOSING (1u << 16)
#define ZEND_ASYNC_SCOPE_F_OWNER_PINNED (1u << 17)

/* Future ("completed" is ZEND_ASYNC_EVENT_F_CLOSED) and channel. */
#define ZEND_FUTURE_F_THREAD_SAFE (1u << 13)
#define ZEND_FUTURE_F_IGNORED (1u << 14)
#define ZEND_ASYNC_CHANNEL_F_THREAD_SAFE (1u << 13)

/* }}} */

#endif /* TRUE_ASYNC_CONSTANTS_H */
