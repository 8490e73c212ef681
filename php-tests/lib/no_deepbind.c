/* Preloaded under AddressSanitizer, which refuses RTLD_DEEPBIND: PHP asks for it when it loads a module. */

#define _GNU_SOURCE
#include <dlfcn.h>

void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int) = (void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");
	return next(file, mode & ~RTLD_DEEPBIND);
}
