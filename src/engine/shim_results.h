/*
 * What functions of modules leave in the globals of their module, as far as an installed header describes them. Included by
 * shim_busy.c alone, which asks at every switch.
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

extern PER_THREAD true_async_results_places true_async_results_at;

#ifdef HAS_OUTCONV_STATE
# define CONVERTS(at) (unsigned) *(at)->converting
#else
# define CONVERTS(at) (uintptr_t) *(at)->converter
#endif

/* Without a branch. */
static inline uintptr_t true_async_has_results(void)
{
	const true_async_results_places *at = &true_async_results_at;
	return (unsigned) *at->json_error | (unsigned) *at->pcre_error | (unsigned) *at->socket_error | (uintptr_t) *at->date_errors
		| (zend_ulong) *at->mysqli_error | CONVERTS(at) | (uintptr_t) *at->libxml_message;
}

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
