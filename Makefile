# The commands of this project. PHP=php8.3 (a name or a path) or PHP_CONFIG=… choose the PHP; each PHP other than the
# default one is built in its own target directory. After `phpize && ./configure` the PHP configured is the default.

SHELL := /bin/bash

# Written by ./configure (config.m4).
-include configured.mk

# An empty variable means "not chosen"; the scripts treat it so.
export PHP PHP_CONFIG
# Of test-sim and test-sweep.
export SEEDS SEED FIRST SIM_TIME REAL_TIME_EVERY ON
# Of test-differential.
export SLOW SUITE

# phpize's convention: `make` builds, into modules/.
.DEFAULT_GOAL := all

.PHONY: all deps build install demo test test-debug test-zts test-valgrind test-asan test-sim test-sweep test-differential test-applications test-84 bench bench-io-server bench-http-server bench-pdo bench-web lint clean

all: build
	@source scripts/env.sh && require_php && mkdir -p modules && cp "$$EXTENSION" modules/true_async.so

deps:
	@scripts/deps.sh

build:
	@scripts/build.sh

install:
	@scripts/install.sh

demo: deps
	@scripts/build.sh
	@examples/run parallel_http.php

test: deps
	@scripts/build.sh
	@scripts/test.sh

# Simulation: the order-independent tests under SEEDS=50 seeds; SEED=7 replays one, DIR=php-tests/folder takes only that.
test-sim: deps
	@scripts/build.sh
	@scripts/test-sim.sh $(DIR)

# Every internal function that may wait, in two coroutines at once, compared with stock PHP; `make test` has a sample of it.
# ON=debug, ON=zts, ON=asan; SEEDS=50 repeats it under 50 seeds, SEED=7 takes one, ONLY=pattern these functions.
test-sweep: deps
	@scripts/build.sh
	@scripts/test-sweep.sh $(if $(ONLY),'--only=$(ONLY)')

# PHP's own tests of everything that does I/O, without the extension, with it, and as bodies of coroutines; every difference has
# to be in docs/differences.md. DIR=ext/sockets takes that part, MODES=B only that mode, SLOW=1 what PHP calls slow as well;
# SUITE=language its tests of the language in their place, with docs/differences-language.md.
test-differential: deps
	@scripts/build.sh
	@scripts/test-differential.sh $(if $(MODES),--modes=$(MODES)) $(DIR)

# Applications of Debian's packages, unmodified: PHPUnit's own tests, WordPress, and the libraries of `make test`. DIR takes one of them.
test-applications:
	@scripts/deps.sh applications
	@scripts/build.sh
	@scripts/test-applications.sh $(DIR)

# The suite on a debug build of PHP 8.2: leaks, assertions, types of internal functions. Builds that PHP once (minutes).
test-debug: deps
	@scripts/test-debug.sh

# The same on a debug build with threads (ZTS).
test-zts: deps
	@scripts/test-debug.sh zts

# On the same debug build, under valgrind. DIR=php-tests/folder or a .phpt: only that.
test-valgrind: deps
	@scripts/test-valgrind.sh $(DIR)

# With the extension instrumented by AddressSanitizer, on the default PHP. DIR as above.
test-asan: deps
	@scripts/test-asan.sh $(DIR)

# The suite on the PHP 8.4 of a Debian 13 in ~/.cache/true_async, made once (minutes, root only). DIR as above.
test-84:
	@scripts/test-84.sh $(DIR)

bench: deps
	@scripts/build.sh
	@bench/run

# A server on the IO handle of the C interface against the same one in plain C on libuv, loaded by wrk.
bench-io-server: deps
	@scripts/build.sh
	@bench/run-io-server

bench-http-server: deps
	@scripts/build.sh
	@bench/run-http-server

# Requests of ten queries: coroutines and a pool of connections against blocking workers, with PostgreSQL and MariaDB.
bench-pdo: deps
	@scripts/build.sh
	@bench/run-pdo

# What one coroutine costs a web request.
bench-web: deps
	@scripts/build.sh
	@bench/run-web

lint:
	@scripts/lint.sh

# Removes what builds, test runs and phpize have written; never a tracked file.
clean:
	rm -rf target target-* modules build autom4te.cache .libs include/.deps
	rm -f configured.mk Makefile.fragments Makefile.objects configure configure.ac config.h config.h.in config.h.in~ config.log config.nice config.status \
		config.guess config.sub libtool ltmain.sh run-tests.php
	git clean -fdXq -- php-tests
