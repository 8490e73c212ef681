/* Part of zend_async_API.h: name resolution (ABI-59, ABI-147, ABI-152). */
#ifndef TRUE_ASYNC_DNS_H
#define TRUE_ASYNC_DNS_H

BEGIN_EXTERN_C()

/* Looks up the name of an address. addr: copied. flags: NI_* of getnameinfo(). extra_size: zeroed bytes behind the event.
 * The lookup runs at once; its only notification, with a NULL result, comes after hostname and service were set, which
 * belong to the event. Failures are notified as DnsException.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_getnameinfo_t zend_async_getnameinfo_fn;

/* Looks up the addresses of a name. node, service, hints: as for getaddrinfo(), copied. extra_size: bytes.
 * As above; the list is in result: whoever wants to keep it sets the member to NULL and frees the list with
 * ZEND_ASYNC_FREEADDRINFO(), otherwise it is freed with the event.
 * Returns it (owned). Errors: NULL with an exception. Never suspends. */
ZEND_API extern zend_async_getaddrinfo_t zend_async_getaddrinfo_fn;

/* Frees a list of addresses; NULL is allowed. Always true. No throw, never suspends. */
ZEND_API extern zend_async_freeaddrinfo_t zend_async_freeaddrinfo_fn;

#define ZEND_ASYNC_GETNAMEINFO(addr_, flags_) zend_async_getnameinfo_fn((addr_), (flags_), 0)
#define ZEND_ASYNC_GETNAMEINFO_EX(addr_, flags_, extra_size_) zend_async_getnameinfo_fn((addr_), (flags_), (extra_size_))
#define ZEND_ASYNC_GETADDRINFO(node_, service_, hints_) zend_async_getaddrinfo_fn((node_), (service_), (hints_), 0)
#define ZEND_ASYNC_GETADDRINFO_EX(node_, service_, hints_, extra_size_) \
	zend_async_getaddrinfo_fn((node_), (service_), (hints_), (extra_size_))
#define ZEND_ASYNC_FREEADDRINFO(ai_) zend_async_freeaddrinfo_fn(ai_)

END_EXTERN_C()

#endif /* TRUE_ASYNC_DNS_H */
