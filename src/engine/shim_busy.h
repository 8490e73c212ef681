/* What shim_busy.c, shim_libxml.c and shim_soap.c have of each other. */
#ifdef ZTS
# define PER_THREAD TSRM_TLS
#else
# define PER_THREAD
#endif

/* The globals of a module; NULL when there is none, or when its structure is not that of the header. */
void *true_async_module_globals(const char *name, size_t length, size_t size);

/*
 * Whether there was a call that leaves settings of libxml or PHP other than they are for all. Nearly no request has one, so
 * those settings are looked at only then.
 */
extern PER_THREAD unsigned true_async_watched;

typedef struct {
	void *room[8];
} true_async_libxml_room;

typedef struct {
	void *room[12];
} true_async_soap_room;

void true_async_soap_startup(void);
bool true_async_soap_take(true_async_soap_room *to);
void true_async_soap_put(true_async_soap_room *from);
void true_async_soap_forget(void);

void true_async_libxml_startup(void);
bool true_async_libxml_take(true_async_libxml_room *to);
void true_async_libxml_put(true_async_libxml_room *from);
void true_async_libxml_forget(void);
