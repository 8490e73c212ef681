/* Part of zend_async_API.h: system headers, descriptor types, atomics [abi/ABI-24 to ABI-26]. */
#ifndef TRUE_ASYNC_PLATFORM_H
#define TRUE_ASYNC_PLATFORM_H

/* First, because it pulls php_config.h with the feature macros that the system headers read. */
#include "zend_API.h"
#include "zend_atomic.h"
#include "zend_globals.h"
#include "zend_stream.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef PHP_WIN32
# include <winsock2.h>
# include <ws2tcpip.h>
#else
# include <sys/types.h>
# include <sys/time.h>
# include <sys/socket.h>
# include <netinet/in.h>
# include <netdb.h>
#endif

/* {{{ Descriptors and processes [abi/ABI-26] */

#ifdef PHP_WIN32
typedef int zend_file_descriptor_t; /* CRT descriptor */
typedef SOCKET zend_socket_t;
typedef DWORD zend_process_id_t;
typedef HANDLE zend_process_t;
#else
typedef int zend_file_descriptor_t;
typedef int zend_socket_t;
typedef pid_t zend_process_id_t;
typedef pid_t zend_process_t;
#endif

#define ZEND_FD_NULL (-1)
#define INVALID_IO_DESCRIPTOR (-1)

/* }}} */

/* {{{ Atomics [abi/ABI-25]
 *
 * PHP 8.2 has zend_atomic_bool only. Newer versions of PHP bring some of the
 * other types; a type is defined here only when PHP does not define its
 * initialiser macro. All operations are sequentially consistent.
 */

#if !defined(__GNUC__) && !defined(__clang__)
# error "zend_async_API.h needs the __atomic builtins of GCC or Clang"
#endif

/* Operations common to the three types; NAME_ex is what PHP calls the inline form. */
#define ZEND_ASYNC_DEFINE_ATOMIC(name, ctype) \
	typedef struct name##_s { \
		volatile ctype value; \
	} name; \
	static zend_always_inline void name##_init_ex(name *obj, ctype desired) \
	{ \
		obj->value = desired; \
	} \
	static zend_always_inline ctype name##_load_ex(const name *obj) \
	{ \
		return __atomic_load_n(&obj->value, __ATOMIC_SEQ_CST); \
	} \
	static zend_always_inline void name##_store_ex(name *obj, ctype desired) \
	{ \
		__atomic_store_n(&obj->value, desired, __ATOMIC_SEQ_CST); \
	} \
	static zend_always_inline ctype name##_exchange_ex(name *obj, ctype desired) \
	{ \
		return __atomic_exchange_n(&obj->value, desired, __ATOMIC_SEQ_CST); \
	} \
	/* On failure *expected receives the current value. */ \
	static zend_always_inline bool name##_compare_exchange_ex(name *obj, ctype *expected, ctype desired) \
	{ \
		return __atomic_compare_exchange_n(&obj->value, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	} \
	static zend_always_inline void name##_init(name *obj, ctype desired) { name##_init_ex(obj, desired); } \
	static zend_always_inline ctype name##_load(const name *obj) { return name##_load_ex(obj); } \
	static zend_always_inline void name##_store(name *obj, ctype desired) { name##_store_ex(obj, desired); } \
	static zend_always_inline ctype name##_exchange(name *obj, ctype desired) { return name##_exchange_ex(obj, desired); } \
	static zend_always_inline bool name##_compare_exchange(name *obj, ctype *expected, ctype desired) \
	{ \
		return name##_compare_exchange_ex(obj, expected, desired); \
	}

typedef void *zend_async_atomic_pointer;

/* PHP's own types have all of these but init_ex. */
#ifndef ZEND_ATOMIC_INT_INIT
ZEND_ASYNC_DEFINE_ATOMIC(zend_atomic_int, int)
# define ZEND_ATOMIC_INT_INIT(obj, desired) ((obj)->value = (desired))
#else
# define zend_atomic_int_init_ex zend_atomic_int_init
#endif

#ifndef ZEND_ATOMIC_INT64_INIT
ZEND_ASYNC_DEFINE_ATOMIC(zend_atomic_int64, int64_t)
# define ZEND_ATOMIC_INT64_INIT(obj, desired) ((obj)->value = (desired))
#else
# define zend_atomic_int64_init_ex zend_atomic_int64_init
#endif

#ifndef ZEND_ATOMIC_PTR_INIT
ZEND_ASYNC_DEFINE_ATOMIC(zend_atomic_ptr, zend_async_atomic_pointer)
# define ZEND_ATOMIC_PTR_INIT(obj, desired) ((obj)->value = (desired))
#else
# define zend_atomic_ptr_init_ex zend_atomic_ptr_init
#endif

/* Adding and subtracting return the value held before the change. A loop, because PHP's own types may be C11 _Atomic. Under
 * macros, because a later PHP may have functions of these names. */
#define ZEND_ASYNC_DEFINE_ATOMIC_SUM(type, ctype) \
	static zend_always_inline ctype zend_async_##type##_fetch_add(type *obj, ctype summand) \
	{ \
		ctype before = type##_load_ex(obj); \
		while (!type##_compare_exchange_ex(obj, &before, (ctype) ((uint64_t) before + (uint64_t) summand))) { \
		} \
		return before; \
	} \
	static zend_always_inline ctype zend_async_##type##_fetch_sub(type *obj, ctype subtrahend) \
	{ \
		ctype before = type##_load_ex(obj); \
		while (!type##_compare_exchange_ex(obj, &before, (ctype) ((uint64_t) before - (uint64_t) subtrahend))) { \
		} \
		return before; \
	} \
	static zend_always_inline ctype zend_async_##type##_inc(type *obj) { return zend_async_##type##_fetch_add(obj, 1); } \
	static zend_always_inline ctype zend_async_##type##_dec(type *obj) { return zend_async_##type##_fetch_sub(obj, 1); }

ZEND_ASYNC_DEFINE_ATOMIC_SUM(zend_atomic_int, int)
ZEND_ASYNC_DEFINE_ATOMIC_SUM(zend_atomic_int64, int64_t)

#define zend_atomic_int_fetch_add zend_async_zend_atomic_int_fetch_add
#define zend_atomic_int_fetch_sub zend_async_zend_atomic_int_fetch_sub
#define zend_atomic_int_inc zend_async_zend_atomic_int_inc
#define zend_atomic_int_dec zend_async_zend_atomic_int_dec
#define zend_atomic_int64_fetch_add zend_async_zend_atomic_int64_fetch_add
#define zend_atomic_int64_fetch_sub zend_async_zend_atomic_int64_fetch_sub
#define zend_atomic_int64_inc zend_async_zend_atomic_int64_inc
#define zend_atomic_int64_dec zend_async_zend_atomic_int64_dec

/* }}} */

#endif /* TRUE_ASYNC_PLATFORM_H */
