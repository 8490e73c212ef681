/* Part of zend_async_API.h: name resolution [abi/ABI-59, abi/ABI-147, abi/ABI-152]. */
#ifndef TRUE_ASYNC_DNS_H
#define TRUE_ASYNC_DNS_H

BEGIN_EXTERN_C()

/* Looks up the name of an address, on a worker thread. addr: of the families AF_INET, AF_INET6, AF_UNIX, as long as its family's
 * structure, copied. flags: NI_* of getnameinfo(). extra_size: zeroed bytes behind the event, see extra_offset.
 * The lookup runs at once; start() only counts. Its only notification, with a NULL result, comes after hostname and service
 * were set, which belong to the event, and the event is closed then. Failures are notified as DnsException. A lookup cannot be
 * cancelled: that of an event that is disposed ends by itself and no subscriber is told of it.
 * Returns it (owned). Errors: NULL with a DnsException, also without an address or for another family. Never suspends. */
ZEND_API extern zend_async_getnameinfo_t zend_async_getnameinfo_fn;

/* Looks up the addresses of a name. node, service, hints: as for getaddrinfo(), copied; each may be NULL, but not both node and
 * service. extra_size: bytes. As above; the members node and service are the event's copies, and the list is in result: code
 * that wants to keep it sets the member to NULL and frees the list with ZEND_ASYNC_FREEADDRINFO(), otherwise it is freed with the event.
 * Returns it (owned). Errors: NULL with a DnsException, also without node and service. Never suspends. */
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
