/* Events of name lookups (ABI-59, ABI-152). */
#include "async_abi_test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

/* Waits for the event, of which the caller keeps its reference. False with an exception. */
static bool wait_for(zend_async_event_t *event)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	bool resumed = ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, event, false, zend_async_waker_callback_resolve, NULL) && ZEND_ASYNC_SUSPEND();

	zend_async_waker_clean(coroutine);

	return resumed;
}

static void print_info(zend_async_event_t *event)
{
	zend_string *info = event->info(event);

	php_printf("%s\n", ZSTR_VAL(info));
	zend_string_release(info);
}

static bool is_zeroed(zend_async_event_t *event, size_t size, size_t extra)
{
	const char *bytes = (const char *) event + event->extra_offset;
	bool zeroed = event->extra_offset >= size;

	for (size_t i = 0; i < extra; i++) {
		zeroed = zeroed && bytes[i] == 0;
	}

	return zeroed;
}

/* async_test_addresses(?string $node, ?string $service, bool $numeric = false): ?array - "address port" of streams. */
ZEND_FUNCTION(async_test_addresses)
{
	zend_string *node, *service;
	bool numeric = false;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR_OR_NULL(node)
		Z_PARAM_STR_OR_NULL(service)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(numeric)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	struct addrinfo hints;
	memset(&hints, 0, sizeof(hints));
	hints.ai_family = AF_INET;
	hints.ai_socktype = SOCK_STREAM;
	hints.ai_flags = numeric ? AI_NUMERICHOST | AI_NUMERICSERV : 0;

	/* The inputs are copied: these are overwritten while the lookup runs. */
	char *node_text = node != NULL ? estrndup(ZSTR_VAL(node), ZSTR_LEN(node)) : NULL;
	char *service_text = service != NULL ? estrndup(ZSTR_VAL(service), ZSTR_LEN(service)) : NULL;
	zend_async_dns_addrinfo_t *event = ZEND_ASYNC_GETADDRINFO(node_text, service_text, &hints);
	memset(&hints, 0xff, sizeof(hints));
	if (node_text != NULL) {
		memset(node_text, 'x', ZSTR_LEN(node));
		efree(node_text);
	}
	if (service_text != NULL) {
		memset(service_text, 'x', ZSTR_LEN(service));
		efree(service_text);
	}
	if (event == NULL) {
		return;
	}

	if (wait_for(&event->base)) {
		struct addrinfo *list = event->result;

		event->result = NULL;
		array_init(return_value);
		for (struct addrinfo *entry = list; entry != NULL; entry = entry->ai_next) {
			struct sockaddr_in *address = (struct sockaddr_in *) entry->ai_addr;
			char text[INET_ADDRSTRLEN];

			inet_ntop(AF_INET, &address->sin_addr, text, sizeof(text));
			add_next_index_str(return_value, zend_strpprintf(0, "%s %d", text, ntohs(address->sin_port)));
		}
		php_printf("freed: %s\n", TEST_BOOL(ZEND_ASYNC_FREEADDRINFO(list)));
	}

	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

static bool set_address(zend_string *text, zend_long port, struct sockaddr_storage *storage)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *) storage;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *) storage;

	memset(storage, 0, sizeof(*storage));
	if (inet_pton(AF_INET, ZSTR_VAL(text), &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons((uint16_t) port);
	} else if (inet_pton(AF_INET6, ZSTR_VAL(text), &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons((uint16_t) port);
	} else {
		return false;
	}

	return true;
}

/* async_test_name(string $address, int $port, int $flags): ?string - "host service" */
ZEND_FUNCTION(async_test_name)
{
	zend_string *text;
	zend_long port, flags;
	struct sockaddr_storage address;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_STR(text)
		Z_PARAM_LONG(port)
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL || !set_address(text, port, &address)) {
		return;
	}

	zend_async_dns_nameinfo_t *event = ZEND_ASYNC_GETNAMEINFO((struct sockaddr *) &address, (int) flags);
	memset(&address, 0xff, sizeof(address));
	if (event == NULL) {
		return;
	}

	if (wait_for(&event->base)) {
		RETVAL_STR(zend_strpprintf(0, "%s %s", ZSTR_VAL(event->hostname), ZSTR_VAL(event->service)));
	}

	ZEND_ASYNC_EVENT_RELEASE(&event->base);
}

static void told(zend_async_event_t *event, zend_async_event_callback_t *callback, void *result, zend_object *exception)
{
	php_printf("  told: %s, result %s, exception %s\n", ZEND_ASYNC_EVENT_IS_CLOSED(event) ? "closed" : "open",
			result == NULL ? "NULL" : "?", exception == NULL ? "NULL" : ZSTR_VAL(exception->ce->name));
}

static unsigned int events_before;

static void report(const char *what, zend_async_event_t *event)
{
	php_printf("%s: %s, starts %u, counted %u\n", what, ZEND_ASYNC_EVENT_IS_CLOSED(event) ? "closed" : "open", event->loop_ref_count,
			ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
}

static void turns(zend_async_event_t *event)
{
	for (int i = 0; i < 20000 && !ZEND_ASYNC_EVENT_IS_CLOSED(event); i++) {
		test_sleep(1);
	}
}

static void live(zend_async_event_t *event)
{
	memset((char *) event + event->extra_offset, 0x55, 32);
	event->add_callback(event, zend_async_event_callback_new(told, 0));
	report("new", event);
	event->start(event);
	event->start(event);
	event->stop(event);
	report("started", event);
	turns(event);
	report("done", event);
	event->start(event);
	event->stop(event);
	report("started and stopped again", event);
}

/* async_test_dns_events(): void - their life, whatever waits. */
ZEND_FUNCTION(async_test_dns_events)
{
	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	events_before = ZEND_ASYNC_ACTIVE_EVENT_COUNT;
	struct sockaddr_in address;
	memset(&address, 0, sizeof(address));
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

	zend_async_dns_addrinfo_t *names = ZEND_ASYNC_GETADDRINFO_EX("127.0.0.1", "80", NULL, 32);
	print_info(&names->base);
	php_printf("extra %s, copies %s %s\n", TEST_BOOL(is_zeroed(&names->base, sizeof(*names), 32)), names->node, names->service);
	live(&names->base);
	php_printf("%s\n", names->result != NULL ? "a result that nobody takes" : "no result");
	ZEND_ASYNC_EVENT_RELEASE(&names->base);

	zend_async_dns_nameinfo_t *hosts = ZEND_ASYNC_GETNAMEINFO_EX((struct sockaddr *) &address, NI_NUMERICHOST | NI_NUMERICSERV, 32);
	print_info(&hosts->base);
	php_printf("extra %s\n", TEST_BOOL(is_zeroed(&hosts->base, sizeof(*hosts), 32)));
	live(&hosts->base);
	php_printf("%s %s\n", ZSTR_VAL(hosts->hostname), ZSTR_VAL(hosts->service));
	ZEND_ASYNC_EVENT_RELEASE(&hosts->base);

	names = ZEND_ASYNC_GETADDRINFO(NULL, "80", NULL);
	print_info(&names->base);
	names->base.dispose(&names->base);

	php_printf("-- stopped, then done\n");
	names = ZEND_ASYNC_GETADDRINFO("127.0.0.1", NULL, NULL);
	names->base.add_callback(&names->base, zend_async_event_callback_new(told, 0));
	names->base.start(&names->base);
	names->base.stop(&names->base);
	report("stopped", &names->base);
	turns(&names->base);
	report("done", &names->base);
	ZEND_ASYNC_EVENT_RELEASE(&names->base);

	php_printf("-- disposed in flight\n");
	for (int i = 0; i < 40; i++) {
		names = ZEND_ASYNC_GETADDRINFO("127.0.0.1", "80", NULL);
		hosts = ZEND_ASYNC_GETNAMEINFO((struct sockaddr *) &address, NI_NUMERICHOST);
		names->base.add_callback(&names->base, zend_async_event_callback_new(told, 0));
		hosts->base.add_callback(&hosts->base, zend_async_event_callback_new(told, 0));
		if (i % 2) {
			names->base.start(&names->base);
			hosts->base.start(&hosts->base);
		}
		ZEND_ASYNC_EVENT_ADD_REF(&names->base);
		names->base.dispose(&names->base);
		names->base.dispose(&names->base);
		hosts->base.dispose(&hosts->base);
	}
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT - events_before);
	/* Later lookups are done after these. */
	names = ZEND_ASYNC_GETADDRINFO("127.0.0.1", NULL, NULL);
	turns(&names->base);
	ZEND_ASYNC_EVENT_RELEASE(&names->base);
}

/* async_test_dns_refused(): void */
ZEND_FUNCTION(async_test_dns_refused)
{
	struct sockaddr_storage address;

	ZEND_PARSE_PARAMETERS_NONE();
	php_printf("%s\n", ZEND_ASYNC_GETADDRINFO(NULL, NULL, NULL) == NULL ? "NULL" : "an event");
	test_print_exception("no name");
	php_printf("%s\n", ZEND_ASYNC_GETNAMEINFO(NULL, 0) == NULL ? "NULL" : "an event");
	test_print_exception("no address");
	memset(&address, 0, sizeof(address));
	address.ss_family = 200;
	php_printf("%s\n", ZEND_ASYNC_GETNAMEINFO((struct sockaddr *) &address, 0) == NULL ? "NULL" : "an event");
	test_print_exception("a family that there is not");
	php_printf("%s\n", TEST_BOOL(ZEND_ASYNC_FREEADDRINFO(NULL)));
}
