/*
 * What preg matches into is in a variable of PHP's that the next call takes, too, unless a note beside it says that it is in
 * use. preg_replace_callback() leaves its callback with that note, and puts it back as it found it: wrong when the two of
 * two coroutines do not end in the opposite order of their beginning and one, with more groups than there is room for, had
 * not taken it [io/EG-9].
 *
 *   one with many groups finds "free" ... another takes it ... the first puts "free" back ... a third takes it as well
 *
 * With the note set for the whole of such a call it finds "in use" and puts that back.
 */
#include "php.h"
#include "ext/pcre/php_pcre.h"

/* PHP has room for 32 numbered texts, the whole match among them. */
#define ENOUGH 31

static bool may_have_many_groups(const zval *pattern)
{
	if (Z_TYPE_P(pattern) != IS_STRING) {
		/* Several, or something that is yet to be converted. */
		return true;
	}
	const char *at = Z_STRVAL_P(pattern), *end = at + Z_STRLEN_P(pattern);
	unsigned groups = 0;
	while (groups < ENOUGH && (at = memchr(at, '(', end - at))) {
		groups++;
		at++;
	}
	return groups == ENOUGH;
}

/* Before a call that matches with this pattern and calls back; NULL when there is nothing to do. */
void *true_async_pcre_hold(const zval *pattern)
{
	if (!may_have_many_groups(pattern)) {
		return NULL;
	}
	zend_string *any = zend_string_init("/./", 3, false);
	uint32_t groups;
	pcre2_code *code = pcre_get_compiled_regex(any, &groups);
	zend_string_release(any);
	return code ? php_pcre_create_match_data(1, code) : NULL;
}

/* After it. */
void true_async_pcre_release(void *held)
{
	if (held) {
		php_pcre_free_match_data(held);
	}
}
