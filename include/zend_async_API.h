/*
 * TrueAsync C ABI for stock PHP 8.2+, provided by the module true_async.
 *
 * The module exports one state object, function pointer variables ("slots",
 * named zend_async_*_fn), registration functions that replace whole groups of
 * slots, and helpers. Extensions use the ZEND_ASYNC_* macros, which read the
 * state object and call the slots.
 *
 *   platform.h    system headers, atomics, descriptor types
 *   constants.h   version, enumerations, flag bits
 *   types.h       function types and structures
 *   globals.h     per-thread state, loop and coroutine counters
 *   events.h      event reference counting, callbacks, notification
 *   waker.h       what a coroutine waits for, and how it is woken
 *   coroutine.h   coroutine flags, switch handlers, internal context
 *   scheduler.h   spawn, suspend, resume, microtasks, heartbeat
 *   scope.h       groups of coroutines
 *   primitives.h  futures, channels, task groups
 *   iterator.h    passing over values, several at once
 *   reactor.h     the loop, descriptor readiness, timers, signals, the file system
 *   process.h     child processes and commands
 *   dns.h         name resolution
 *   tasks.h       triggers and tasks: other threads
 *   listen.h      sockets that listen; fork
 *   io.h          the IO handle: pipes, files, TCP, UDP, terminals
 *   threads.h     PHP threads and values that cross them
 *   pool.h        pools of resources
 *   errors.h      creating and throwing exceptions
 *
 * Conventions of the documentation:
 * - "ABI-n" names the rule of spec/abi.md that a declaration implements.
 * - "May suspend": other coroutines can run before the function returns; the
 *   caller must be inside a coroutine and outside scheduler context [abi/ABI-12].
 * - "Owned": the caller gets one reference. "Borrowed": it gets none.
 * - A failing function returns false or NULL and leaves a throwable in
 *   EG(exception) unless its documentation says "no throw" [abi/ABI-9].
 * - Every function belongs to the PHP thread that owns the reactor [abi/ABI-8].
 *
 * Loading. An extension that uses this header names the module in its dependencies,
 *
 *     static const zend_module_dep deps[] = { ZEND_MOD_REQUIRED("true_async") ZEND_MOD_END };
 *     zend_module_entry example_module_entry = { STANDARD_MODULE_HEADER_EX, NULL, deps, "example", ... };
 *
 * and users list it behind true_async in the INI files (on Debian: a larger number of the file in conf.d):
 *
 *     extension=true_async
 *     extension=example
 *
 * Both are needed. The dependency makes PHP start true_async first, so that the slots are filled in the other's MINIT; but
 * slots and state are data, which the system's loader binds when it opens the shared object, before PHP looks at dependencies
 * [abi/ABI-19]. In the wrong order, or without true_async, PHP warns at its start and runs without the extension:
 *
 *     PHP Startup: Unable to load dynamic library 'example.so' (... undefined symbol: zend_async_suspend_fn)
 *
 * or, where nothing but functions is used and true_async is not there at all,
 *
 *     Cannot load module "example" because required module "true_async" is not loaded
 *
 * After `make install` the flags of `php-config --includes`, or `pkg-config --cflags true_async`, are enough to compile.
 */
#ifndef ZEND_ASYNC_API_H
#define ZEND_ASYNC_API_H

#include "true_async/platform.h"
#include "true_async/constants.h"
#include "true_async/types.h"
#include "true_async/globals.h"
#include "true_async/events.h"
#include "true_async/waker.h"
#include "true_async/coroutine.h"
#include "true_async/scheduler.h"
#include "true_async/scope.h"
#include "true_async/primitives.h"
#include "true_async/iterator.h"
#include "true_async/reactor.h"
#include "true_async/process.h"
#include "true_async/dns.h"
#include "true_async/tasks.h"
#include "true_async/listen.h"
#include "true_async/io.h"
#include "true_async/threads.h"
#include "true_async/pool.h"
#include "true_async/errors.h"

#endif /* ZEND_ASYNC_API_H */
