/*
 * What stands between the operating system and the handlers that PHP code and SAPIs register. No policy lives here.
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_signal.h"
#include <dlfcn.h>

/*
 * Whether PHP's signal layer has a registered handler for a signal: pcntl's, a SAPI's. It also puts its own function
 * before the default action, and that would carry the default out. Safe in a signal handler.
 */
bool true_async_has_signal_handler(int signo)
{
#ifdef ZEND_SIGNALS
	struct sigaction registered;
# ifdef ZTS
	if (tsrm_is_shutdown() || !tsrm_get_ls_cache()) {
		return false;
	}
# endif
	zend_sigaction(signo, NULL, &registered);
	return registered.sa_handler != SIG_DFL && registered.sa_handler != SIG_IGN;
#else
	return true;
#endif
}

/* Whether a function is part of PHP itself. */
bool true_async_is_of_engine(const void *function)
{
	Dl_info its, ours;
	return dladdr(function, &its) && dladdr((const void *) zend_throw_exception, &ours) && its.dli_fbase == ours.dli_fbase;
}
