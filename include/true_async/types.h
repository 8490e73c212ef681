/* Part of zend_async_API.h: function types and structures [abi/ABI-27, abi/ABI-34 to ABI-72].
 * Field order is the ABI. */
#ifndef TRUE_ASYNC_TYPES_H
#define TRUE_ASYNC_TYPES_H

BEGIN_EXTERN_C()

/* {{{ Forward declarations [abi/ABI-27] */

typedef struct _zend_coroutine_s zend_coroutine_t;
typedef struct _zend_future_s zend_future_t;
typedef struct _zend_async_channel_s zend_async_channel_t;
typedef struct _zend_async_pool_s zend_async_pool_t;
typedef struct _zend_async_thread_pool_s zend_async_thread_pool_t;
typedef struct _zend_async_context_s zend_async_context_t;
typedef struct _zend_async_waker_s zend_async_waker_t;
typedef struct _zend_async_microtask_s zend_async_microtask_t;
typedef struct _zend_async_scope_s zend_async_scope_t;
typedef struct _zend_async_iterator_s zend_async_iterator_t;
typedef struct _zend_async_group_s zend_async_group_t;
typedef struct _zend_fcall_s zend_fcall_t;

typedef struct _zend_async_event_s zend_async_event_t;
typedef struct _zend_async_event_callback_s zend_async_event_callback_t;
typedef struct _zend_async_waker_trigger_s zend_async_waker_trigger_t;
typedef struct _zend_coroutine_event_callback_s zend_coroutine_event_callback_t;
typedef struct _zend_coroutine_switch_handler_s zend_coroutine_switch_handler_t;
typedef struct _zend_coroutine_switch_handlers_vector_s zend_coroutine_switch_handlers_vector_t;

typedef struct _zend_async_poll_event_s zend_async_poll_event_t;
typedef struct _zend_async_poll_proxy_s zend_async_poll_proxy_t;
typedef struct _zend_async_timer_event_s zend_async_timer_event_t;
typedef struct _zend_async_signal_event_s zend_async_signal_event_t;
typedef struct _zend_async_filesystem_event_s zend_async_filesystem_event_t;
typedef struct _zend_async_process_event_s zend_async_process_event_t;
typedef struct _zend_async_thread_event_s zend_async_thread_event_t;
typedef struct _zend_async_thread_context_s zend_async_thread_context_t;
typedef struct _zend_async_thread_internal_entry_s zend_async_thread_internal_entry_t;
typedef struct _zend_async_trigger_event_s zend_async_trigger_event_t;
typedef struct _zend_async_dns_nameinfo_s zend_async_dns_nameinfo_t;
typedef struct _zend_async_dns_addrinfo_s zend_async_dns_addrinfo_t;
typedef struct _zend_async_exec_event_s zend_async_exec_event_t;
typedef struct _zend_async_listen_event_s zend_async_listen_event_t;
typedef struct _zend_async_task_s zend_async_task_t;
typedef struct _zend_async_io_s zend_async_io_t;
typedef struct _zend_async_io_req_s zend_async_io_req_t;
typedef struct _zend_async_udp_req_s zend_async_udp_req_t;

typedef struct _zend_async_buf_s zend_async_buf_t;

/* }}} */

/* {{{ Function types [abi/ABI-72] */

/* Coroutine body in C: takes its data from the current coroutine, leaves failures in EG(exception). May suspend. */
typedef void (*zend_coroutine_entry_t)(void);

/* Subscriber of an event. result and exception are borrowed; result is kind specific [abi/ABI-96]. */
typedef void (*zend_async_event_callback_fn)(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception);
/* Frees a callback; event may be NULL. */
typedef void (*zend_async_event_callback_dispose_fn)(zend_async_event_callback_t *callback, zend_async_event_t *event);

typedef bool (*zend_async_event_add_callback_t)(zend_async_event_t *event, zend_async_event_callback_t *callback);
typedef bool (*zend_async_event_del_callback_t)(zend_async_event_t *event, zend_async_event_callback_t *callback);
/* Takes the place of a notification; passes it on with ZEND_ASYNC_CALLBACKS_NOTIFY_FROM_HANDLER [abi/ABI-93]. */
typedef void (*zend_async_event_callbacks_notify_t)(zend_async_event_t *event, void *result, zend_object *exception);
typedef bool (*zend_async_event_start_t)(zend_async_event_t *event);
typedef bool (*zend_async_event_stop_t)(zend_async_event_t *event);
typedef bool (*zend_async_event_dispose_t)(zend_async_event_t *event);
/* Delivers the kept outcome of a finished event; false when there is none [abi/ABI-85]. */
typedef bool (*zend_async_event_replay_t)(zend_async_event_t *event, zend_async_event_callback_t *callback, zval *result, zend_object **exception);
/* New reference to a human-readable description. */
typedef zend_string *(*zend_async_event_info_t)(zend_async_event_t *event);

typedef bool (*zend_future_resolve_t)(zend_async_event_t *event, void *iterator);

typedef void (*zend_async_waker_dtor)(zend_coroutine_t *coroutine);
typedef void (*zend_async_coroutine_dispose)(zend_coroutine_t *coroutine);
typedef zend_async_waker_t *(*zend_async_waker_new_t)(zend_coroutine_t *coroutine);
typedef void (*zend_async_waker_destroy_t)(zend_coroutine_t *coroutine);

/* Enter (true, false), leave (false, false), finish (false, true). True keeps the handler. */
typedef bool (*zend_coroutine_switch_handler_fn)(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing);
typedef void (*zend_async_microtask_handler_t)(zend_async_microtask_t *microtask);
typedef void (*zend_async_heartbeat_handler_t)(void);

typedef void (*zend_async_iterator_method_t)(zend_async_iterator_t *iterator);
typedef zend_result (*zend_async_iterator_handler_t)(zend_async_iterator_t *iterator, zval *current, zval *key);

typedef bool (*zend_async_before_coroutine_enqueue_t)(zend_coroutine_t *coroutine, zend_async_scope_t *scope, zval *result);
typedef void (*zend_async_after_coroutine_enqueue_t)(zend_coroutine_t *coroutine, zend_async_scope_t *scope);
typedef bool (*zend_async_scope_can_be_disposed_t)(zend_async_scope_t *scope, bool with_zombies, bool check_zend_objects);
typedef bool (*zend_async_scope_try_to_dispose_t)(zend_async_scope_t *scope);
typedef bool (*zend_async_scope_catch_or_cancel_t)(zend_async_scope_t *scope, zend_coroutine_t *coroutine, zend_async_scope_t *from_scope,
		zend_object *exception, bool transfer_error, bool is_safely, bool is_cancellation);

typedef bool (*zend_async_context_find_t)(zend_async_context_t *context, zval *key, zval *result, bool include_parent);
typedef void (*zend_async_context_set_t)(zend_async_context_t *context, zval *key, zval *value);
typedef bool (*zend_async_context_unset_t)(zend_async_context_t *context, zval *key);
typedef void (*zend_async_context_dispose_t)(zend_async_context_t *context);

typedef bool (*zend_channel_send_t)(zend_async_channel_t *channel, zval *value);
typedef bool (*zend_channel_receive_t)(zend_async_channel_t *channel, zval *result, zend_async_event_t *cancellation);
typedef void (*zend_channel_close_t)(zend_async_channel_t *channel);

typedef bool (*zend_async_pool_factory_fn)(zend_async_pool_t *pool, zval *result);
typedef void (*zend_async_pool_destructor_fn)(zend_async_pool_t *pool, zval *resource);
typedef bool (*zend_async_pool_healthcheck_fn)(zend_async_pool_t *pool, zval *resource);
typedef bool (*zend_async_pool_before_acquire_fn)(zend_async_pool_t *pool, zval *resource);
typedef bool (*zend_async_pool_before_release_fn)(zend_async_pool_t *pool, zval *resource);
typedef void (*zend_async_pool_cb_report_success_fn)(zend_async_pool_t *pool);
typedef void (*zend_async_pool_cb_report_failure_fn)(zend_async_pool_t *pool, zend_object *error);
typedef bool (*zend_async_pool_cb_should_recover_fn)(zend_async_pool_t *pool);

/* Callable on any thread. */
typedef void (*zend_async_trigger_event_trigger_fn)(zend_async_trigger_event_t *event);
/* Runs on a worker thread: no Zend calls, no emalloc, no exceptions. */
typedef void (*zend_async_task_run_t)(zend_async_task_t *task);
typedef int (*zend_async_listen_get_local_address_t)(zend_async_listen_event_t *event, char *host, size_t host_len, int *port);
typedef void (*zend_async_io_alloc_cb_t)(zend_async_io_t *io, size_t suggested, zend_async_buf_t *out);
typedef void (*zend_async_io_write_free_cb_t)(void *data, zend_async_io_t *io);

typedef void (*zend_thread_pool_internal_handler_t)(zend_async_event_t *event, void *ctx);
typedef zend_async_event_t *(*zend_thread_pool_submit_internal_t)(zend_async_thread_pool_t *pool, zend_thread_pool_internal_handler_t handler, void *ctx);
typedef void (*zend_thread_pool_close_t)(zend_async_thread_pool_t *pool);
typedef void (*zend_thread_pool_dispose_t)(zend_async_thread_pool_t *pool);
typedef void (*zend_thread_pool_reload_t)(zend_async_thread_pool_t *pool);
/* Kept for source compatibility only. */
typedef void (*zend_async_thread_entry_t)(void *arg, size_t extra_size);

/* }}} */

/* {{{ Events and callbacks [abi/ABI-34 to ABI-38] */

typedef struct _zend_async_callbacks_vector_s {
	uint32_t length;
	uint32_t capacity;
	zend_async_event_callback_t **data;
	uint32_t *current_iterator; /* index of the next entry of the running pass; NULL when none runs */
} zend_async_callbacks_vector_t;

struct _zend_async_event_s {
	uint32_t flags;
	uint32_t extra_offset; /* distance to the memory asked for with extra_size, 0 if none */
	union {
		uint32_t ref_count;          /* plain C event */
		uint32_t zend_object_offset; /* event embedded in a Zend object */
	};
	uint32_t loop_ref_count; /* outstanding starts */
	zend_async_callbacks_vector_t callbacks;
	zend_async_event_add_callback_t add_callback;
	zend_async_event_del_callback_t del_callback;
	zend_async_event_start_t start;
	zend_async_event_stop_t stop;
	zend_async_event_replay_t replay; /* may be NULL */
	zend_async_event_dispose_t dispose;
	zend_async_event_info_t info;                       /* may be NULL */
	zend_async_event_callbacks_notify_t notify_handler; /* may be NULL */
};

struct _zend_async_event_callback_s {
	uint32_t ref_count;
	zend_async_event_callback_fn callback;
	zend_async_event_callback_dispose_fn dispose;
};

struct _zend_coroutine_event_callback_s {
	zend_async_event_callback_t base;
	zend_coroutine_t *coroutine; /* the one that is woken */
	zend_async_event_t *event;   /* where it is subscribed */
};

/* First fields of a Zend object whose event lives elsewhere; flags is always ZEND_ASYNC_EVENT_REFERENCE_PREFIX. */
#define ZEND_ASYNC_EVENT_REF_PROLOG \
	uint32_t flags; \
	uint32_t zend_object_offset;

#define ZEND_ASYNC_EVENT_REF_FIELDS \
	ZEND_ASYNC_EVENT_REF_PROLOG \
	zend_async_event_t *event;

typedef struct _zend_async_event_ref_s {
	ZEND_ASYNC_EVENT_REF_FIELDS
} zend_async_event_ref_t;

/* }}} */

/* {{{ Waker [abi/ABI-39, abi/ABI-40] */

/* One awaited event with the callbacks subscribed to it. */
struct _zend_async_waker_trigger_s {
	uint32_t length;
	uint32_t capacity;
	zend_async_event_t *event;
#ifdef __cplusplus
	zend_async_event_callback_t *data[1];
#else
	zend_async_event_callback_t *data[];
#endif
};

/* Cast-compatible with the above; capacity 0 marks inline storage, length 0 with event NULL marks it free. */
typedef struct _zend_async_waker_inline_trigger_s {
	uint32_t length;
	uint32_t capacity;
	zend_async_event_t *event;
	zend_async_event_callback_t *data[1];
} zend_async_waker_inline_trigger_t;

struct _zend_async_waker_s {
	ZEND_ASYNC_WAKER_STATUS status;
	uint8_t events_stopped : 1;  /* the bulk stop was done since the last start */
	HashTable events;            /* address rotated right by 3 bits => zend_async_waker_trigger_t * [abi/ABI-41] */
	HashTable *triggered_events; /* events that fired, same index; created on demand */
	zval result;                 /* value for the waiter, UNDEF if none */
	zend_object *error;          /* owned exception to throw on resume */
	zend_string *filename;       /* where the coroutine suspended */
	uint32_t lineno;
	zend_async_waker_dtor dtor; /* called first by clean and destroy, then reset; may be NULL */
	zend_async_waker_inline_trigger_t inline_triggers[ZEND_ASYNC_WAKER_INLINE_SLOTS];
	zend_coroutine_event_callback_t inline_callbacks[ZEND_ASYNC_WAKER_INLINE_SLOTS]; /* base.callback NULL: free */
};

/* }}} */

/* {{{ Coroutine, switch handlers, microtask, callable [abi/ABI-42, abi/ABI-51 to ABI-53] */

struct _zend_coroutine_switch_handler_s {
	zend_coroutine_switch_handler_fn handler;
};

struct _zend_coroutine_switch_handlers_vector_s {
	uint32_t length;
	uint32_t capacity;
	zend_coroutine_switch_handler_t *data;
	bool in_execution;
};

struct _zend_fcall_s {
	zend_fcall_info fci;
	zend_fcall_info_cache fci_cache;
};

struct _zend_coroutine_s {
	zend_async_event_t event;             /* completion */
	zend_fcall_t *fcall;                  /* owned; used when internal_entry is NULL */
	zend_coroutine_entry_t internal_entry;
	void *extended_data;                  /* free for the creator */
	zend_async_waker_t *waker;            /* never NULL while the object is alive */
	zend_async_scope_t *scope;            /* borrowed; NULL after completion */
	zval result;                          /* owned */
	zend_object *exception;               /* owned */
	zend_async_context_t *context;        /* visible to PHP; created on demand, owned */
	HashTable *internal_context;          /* C only; created on demand */
	zend_string *filename;                /* where it was spawned */
	uint32_t lineno;
	zend_async_coroutine_dispose extended_dispose; /* the creator's destructor, called once */
	zend_coroutine_switch_handlers_vector_t *switch_handlers; /* NULL until the first handler */
};

struct _zend_async_microtask_s {
	zend_async_microtask_handler_t handler;
	zend_async_microtask_handler_t dtor; /* frees the block; NULL: efree */
	bool is_cancelled;
	uint32_t ref_count; /* owners besides the caller of ADD_MICROTASK [abi/ABI-127] */
};

/* }}} */

/* {{{ Scope and context [abi/ABI-43, abi/ABI-44] */

typedef struct _zend_async_scopes_vector_s {
	uint32_t length;
	uint32_t capacity;
	zend_async_scope_t **data;
} zend_async_scopes_vector_t;

struct _zend_async_scope_s {
	zend_async_event_t event;
	zend_object *scope_object; /* weak; NULL once the PHP object is gone */
	zend_async_scopes_vector_t scopes;
	zend_async_scope_t *parent_scope;
	zend_async_scope_t *request_scope; /* borrowed, inherited from the parent */
	zend_async_context_t *context;
	zend_async_before_coroutine_enqueue_t before_coroutine_enqueue;
	zend_async_after_coroutine_enqueue_t after_coroutine_enqueue;
	zend_async_scope_can_be_disposed_t can_be_disposed;
	zend_async_scope_try_to_dispose_t try_to_dispose;
	zend_async_scope_catch_or_cancel_t catch_or_cancel;
};

struct _zend_async_context_s {
	uint32_t flags;  /* reserved */
	uint32_t offset; /* distance to the zend_object */
	zend_async_context_find_t find;
	zend_async_context_set_t set;
	zend_async_context_unset_t unset;
	zend_async_context_dispose_t dispose;
};

/* }}} */

/* {{{ Future, channel, group, pool, iterator [abi/ABI-45 to ABI-50] */

struct _zend_future_s {
	zend_async_event_t event;
	zval result;
	zend_object *exception;
	uint32_t lineno;
	uint32_t completed_lineno;
	zend_string *filename;
	zend_string *completed_filename;
	zend_future_resolve_t resolve;
	zend_async_callbacks_vector_t resolve_callbacks; /* map, catch and finally chains */
};

struct _zend_async_channel_s {
	zend_async_event_t event;
	zend_channel_send_t send;
	zend_channel_receive_t receive;
	zend_channel_close_t close;
};

struct _zend_async_group_s {
	zend_async_event_t event;
};

typedef struct _zend_async_circuit_breaker_strategy_s {
	zend_async_pool_cb_report_success_fn report_success;
	zend_async_pool_cb_report_failure_fn report_failure;
	zend_async_pool_cb_should_recover_fn should_recover;
	void *ctx;
} zend_async_circuit_breaker_strategy_t;

struct _zend_async_pool_s {
	zend_async_event_t event;
	uint8_t handler_flags;
	zend_async_circuit_state_t circuit_state;
	uint32_t min_size;
	uint32_t max_size;
	zend_object *wrapper;
	union {
		zend_fcall_t *fcall;
		zend_async_pool_factory_fn internal;
	} factory;
	union {
		zend_fcall_t *fcall;
		zend_async_pool_destructor_fn internal;
	} destructor;
	union {
		zend_fcall_t *fcall;
		zend_async_pool_healthcheck_fn internal;
	} healthcheck;
	union {
		zend_fcall_t *fcall;
		zend_async_pool_before_acquire_fn internal;
	} before_acquire;
	union {
		zend_fcall_t *fcall;
		zend_async_pool_before_release_fn internal;
	} before_release;
	union {
		zend_object *object;
		zend_async_circuit_breaker_strategy_t *internal;
	} strategy;
	void *user_data; /* for the C consumer */
};

/* First fields of every iterator implementation. */
#define ZEND_ASYNC_ITERATOR_FIELDS \
	zend_async_microtask_t microtask; \
	zend_async_scope_t *scope; \
	void *extended_data; \
	zend_async_iterator_method_t extended_dtor; \
	zend_async_event_t *completion_event; \
	zend_async_iterator_method_t run; \
	void (*run_in_coroutine)(zend_async_iterator_t *iterator, int32_t priority, bool throw_exception); \
	unsigned int concurrency; \
	int32_t priority; \
	zend_object *exception;

struct _zend_async_iterator_s {
	ZEND_ASYNC_ITERATOR_FIELDS
};

/* }}} */

/* {{{ Reactor events [abi/ABI-54 to ABI-62] */

struct _zend_async_poll_event_s {
	zend_async_event_t base;
	bool is_socket;
	union {
		zend_file_descriptor_t file;
		zend_socket_t socket;
	};
	async_poll_event events;
	async_poll_event triggered_events;
};

struct _zend_async_poll_proxy_s {
	zend_async_event_t base;
	zend_async_poll_event_t *poll_event;
	async_poll_event events;
	async_poll_event triggered_events;
};

struct _zend_async_timer_event_s {
	zend_async_event_t base;
	unsigned int timeout; /* milliseconds */
	bool is_periodic;
};

struct _zend_async_signal_event_s {
	zend_async_event_t base;
	int signal;
};

struct _zend_async_process_event_s {
	zend_async_event_t base;
	zend_process_t process;
	zend_long exit_code;
};

struct _zend_async_filesystem_event_s {
	zend_async_event_t base;
	zend_string *path;
	unsigned int flags;
	unsigned int triggered_events;
	zend_string *triggered_filename;
};

struct _zend_async_dns_nameinfo_s {
	zend_async_event_t base;
	zend_string *hostname; /* owned by the event */
	zend_string *service;  /* owned by the event */
};

struct _zend_async_dns_addrinfo_s {
	zend_async_event_t base;
	const char *node;
	const char *service;
	struct addrinfo *result;
};

struct _zend_async_exec_event_s {
	zend_async_event_t base;
	zend_async_exec_mode exec_mode;
	bool terminated;
	char *cmd;          /* borrowed */
	zval *return_value; /* borrowed */
	zend_long exit_code;
	int term_signal;
	zval *result_buffer; /* borrowed */
	size_t output_len;   /* private */
	char *output_buffer; /* private */
	zval *std_error;     /* borrowed; NULL inherits descriptor 2 */
};

struct _zend_async_listen_event_s {
	zend_async_event_t base;
	const char *host;
	int port;
	int backlog;
	zend_socket_t socket_fd;
	zend_async_listen_get_local_address_t get_local_address;
};

struct _zend_async_trigger_event_s {
	zend_async_event_t base;
	zend_async_trigger_event_trigger_fn trigger;
};

struct _zend_async_task_s {
	zend_async_event_t base;
	zend_async_task_run_t run;
	void *data;
};

/* }}} */

/* {{{ Asynchronous I/O [abi/ABI-63 to ABI-66] */

struct _zend_async_buf_s {
	char *base;
	size_t len;
};

typedef struct io_descriptor_s {
	union {
		zend_file_descriptor_t fd;
		zend_socket_t socket;
		zend_process_t process;
	};
	io_descriptor_type type;
} io_descriptor_t;

struct _zend_async_io_s {
	zend_async_event_t event; /* notified for every completed operation on the handle */
	union {
		zend_file_descriptor_t fd; /* PIPE, FILE, TTY */
		zend_socket_t socket;      /* TCP, UDP */
	} descriptor;
	zend_async_io_type type;
	uint32_t state; /* ZEND_ASYNC_IO_READABLE and the bits after it */
	void (*on_detach)(zend_async_io_t *io, void *arg); /* called once when the reactor gives the handle up */
	void *on_detach_arg;
	zend_async_io_alloc_cb_t alloc_cb; /* optional: buffer for each chunk read */
	void *user_data;                   /* free for the owner */
};

struct _zend_async_io_req_s {
	union {
		ssize_t result;
		ssize_t transferred; /* bytes, -1 on failure */
	};
	zend_object *exception; /* owned by the request */
	char *buf;
	bool completed;
	bool io_closed; /* the handle was closed under the request */
	void (*dispose)(zend_async_io_req_t *req);
	zend_async_io_write_free_cb_t free_cb; /* set: fire-and-forget write */
};

struct _zend_async_udp_req_s {
	ssize_t transferred;
	zend_object *exception;
	char *buf;
	bool completed;
	bool io_closed;
	uint32_t flags; /* private to the reactor */
	void (*dispose)(zend_async_udp_req_t *req);
	struct sockaddr_storage addr;
	socklen_t addr_len;
};

/* }}} */

/* {{{ Threads [abi/ABI-67 to ABI-70]. Contexts, entries and pools are persistent memory. */

typedef uintptr_t zend_async_thread_handle_t;

struct _zend_async_thread_event_s {
	zend_async_event_t base;
	uint32_t thread_flags;
	zval result;
	zend_object *exception;
	zend_string *filename;
	uint32_t lineno;
	zend_async_thread_context_t *context;
	void (*notify_parent)(zend_async_thread_event_t *event);
};

struct _zend_async_thread_internal_entry_s {
	void (*handler)(zend_async_thread_event_t *event, void *ctx);
	void *ctx;
};

struct _zend_async_thread_context_s {
	zend_atomic_int ref_count;
	void *snapshot;
	zend_atomic_int64 thread_id;
	char *bailout_error_message;
	zend_atomic_ptr event;
	void *event_mutex; /* NULL on NTS builds */
	zend_async_thread_internal_entry_t *internal_entry;
	zend_async_thread_handle_t key;
};

typedef struct _zend_async_thread_transfer_ctx_s {
	HashTable xlat;
	uint32_t depth;
	HashTable *defer_release;
	const char *error;
} zend_async_thread_transfer_ctx_t;

struct _zend_async_thread_pool_s {
	zend_atomic_int ref_count;
	int32_t worker_count;
	zend_atomic_int pending_count;
	zend_atomic_int running_count;
	zend_atomic_int completed_count;
	zend_atomic_int closed;
	zend_async_thread_handle_t *workers;
	zend_thread_pool_close_t close;
	zend_thread_pool_dispose_t dispose;
	zend_thread_pool_submit_internal_t submit_internal;
	zend_thread_pool_reload_t reload;
};

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_TYPES_H */
