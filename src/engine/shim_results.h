/*
 * What functions of modules leave in the globals of their module, as far as an installed header describes them.
 * shim_busy.c asks for it at every switch.
 */
#include "shim_busy.h"

/* Where the fields are; something that is always 0 where there is no such module. All are 0 at rest. */
typedef struct {
	int *json_error;
	int *pcre_error;
	int *socket_error;
	void **date_errors;
	zend_long *mysqli_error;
	/* What mb_output_handler() converts with between two chunks. */
	void **converter;
	bool *converting;
	/* A message of libxml's that is being told or has not ended yet. */
	zend_string **libxml_message;
} true_async_results_places;

extern PER_THREAD true_async_results_places true_async_results_at __attribute__((visibility("hidden")));

#ifdef HAS_OUTCONV_STATE
# define CONVERTS_IN_COUNTS(places) (unsigned) *(places)->converting
# define CONVERTS_IN_POINTERS(places) 0
#else
# define CONVERTS_IN_COUNTS(places) 0
# define CONVERTS_IN_POINTERS(places) (uintptr_t) *(places)->converter
#endif

/* What is left in them, by width, without a branch. */
#define RESULTS_IN_COUNTS(places) \
	((unsigned) *(places)->json_error | (unsigned) *(places)->pcre_error | (unsigned) *(places)->socket_error | CONVERTS_IN_COUNTS(places))
#define RESULTS_IN_POINTERS(places) \
	((uintptr_t) *(places)->date_errors | (zend_ulong) *(places)->mysqli_error | CONVERTS_IN_POINTERS(places) | (uintptr_t) *(places)->libxml_message)

typedef struct {
	int json_error;
	int pcre_error;
	int socket_error;
	void *date_errors;
	zend_long mysqli_error;
	char *mysqli_message;
	void *converter;
	bool converting;
	unsigned converter_state;
	smart_str libxml_message;
} true_async_results;

void true_async_results_startup(void);
void true_async_results_take(true_async_results *to);
void true_async_results_put(const true_async_results *from);
void true_async_results_forget(void);
