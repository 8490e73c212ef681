/* Part of zend_async_API.h: creating and throwing exceptions [abi/ABI-17, abi/ABI-174 to ABI-177].
 *
 * The variadic forms are inline: they format with PHP's printf and call an export that takes the finished message. */
#ifndef TRUE_ASYNC_ERRORS_H
#define TRUE_ASYNC_ERRORS_H

BEGIN_EXTERN_C()

/* Creates an exception without throwing it.
 * type: class selector, ZEND_ASYNC_CLASS_NO for the default. message: its reference is taken over.
 * Returns the object (owned). Does not set EG(exception). Never suspends [abi/ABI-174]. */
ZEND_API zend_object *zend_async_new_exception_str(zend_async_class type, zend_string *message);

/* Creates and throws an exception.
 * type: class selector. message: its reference is taken over. Returns the object (borrowed).
 * Never suspends [abi/ABI-175]. */
ZEND_API zend_object *zend_async_throw_str(zend_async_class type, zend_string *message);

/* Throws AsyncCancellation with a pending exception as previous.
 * message: its reference is taken over; NULL for the default text. Returns the object (borrowed).
 * Never suspends [abi/ABI-176]. */
ZEND_API zend_object *zend_async_throw_cancellation_str(zend_string *message);

/* Throws TimeoutException.
 * message: its reference is taken over; NULL for the default text. timeout: number for that text, microseconds.
 * Returns the object (borrowed). Never suspends [abi/ABI-177]. */
ZEND_API zend_object *zend_async_throw_timeout_str(zend_string *message, zend_long timeout);

/* {{{ The same with a format as for zend_strpprintf. The format of the last two may be NULL. */

static inline zend_object *zend_async_new_exception(zend_async_class type, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	zend_string *message = zend_vstrpprintf(0, format, args);
	va_end(args);

	return zend_async_new_exception_str(type, message);
}

static inline zend_object *zend_async_throw(zend_async_class type, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	zend_string *message = zend_vstrpprintf(0, format, args);
	va_end(args);

	return zend_async_throw_str(type, message);
}

static inline zend_object *zend_async_throw_cancellation(const char *format, ...)
{
	zend_string *message = NULL;

	if (format != NULL) {
		va_list args;
		va_start(args, format);
		message = zend_vstrpprintf(0, format, args);
		va_end(args);
	}

	return zend_async_throw_cancellation_str(message);
}

static inline zend_object *zend_async_throw_timeout(const char *format, zend_long timeout)
{
	/* The unchecked form, because the format is the caller's. */
	return zend_async_throw_timeout_str(format != NULL ? zend_strpprintf_unchecked(0, format, timeout) : NULL, timeout);
}

/* }}} */

END_EXTERN_C()

#endif /* TRUE_ASYNC_ERRORS_H */
