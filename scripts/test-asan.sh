#!/usr/bin/env bash
# scripts/test-asan.sh [folder or .phpt…]
#
# Runs the tests with the extension, libuv and the C test extensions instrumented by AddressSanitizer: what they read or
# write beyond a block or a variable on a stack, or after its end, is a failed test, with the report in its difference.
# PHP itself is the ordinary one; an access of its own is checked where it goes through libc (memcpy …). Much quicker than
# valgrind, which sees all code, but not variables on stacks.
#
# TEST_COMMAND is what runs instead of php-tests/run.
#
# corosensei tells the sanitizer of every change of stacks (its feature `sanitizer`). rustc offers the instrumentation
# in nightly builds only; RUSTC_BOOTSTRAP=1 makes a stable one offer it as well.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_cargo
require_php
require_libclang
libasan=$(cc -print-file-name=libasan.so)
[ -f "$libasan" ] || die 'true_async: libasan was not found (Debian: comes with gcc).'

triple=x86_64-unknown-linux-gnu
built=$ROOT/target-asan/$triple
cd "$ROOT"
# A target of its own keeps the flags away from build scripts and macros. Link-time optimisation would only cost time.
CFLAGS='-fsanitize=address -fno-omit-frame-pointer' RUSTFLAGS='-Zsanitizer=address -Cforce-frame-pointers=yes' \
	RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
	cargo build --release --locked --features corosensei/sanitizer --target "$triple" --target-dir target-asan
cp "$built/release/libtrue_async.so" "$built/release/true_async.so"
export CARGO_TARGET_DIR=$built
mkdir -p "$built/c-tests"
CFLAGS=-fsanitize=address bash php-tests/ext/build.sh "$built/c-tests" || die 'true_async: the C test extensions do not build.'

# PHP loads modules with RTLD_DEEPBIND, past the sanitizer's own malloc.
cc -shared -fPIC -O1 -o "$built/no_deepbind.so" php-tests/lib/no_deepbind.c
export ASAN_PRELOAD="$built/no_deepbind.so:$libasan"
export TEST_TIMEOUT=${TEST_TIMEOUT:-120} TEST_UNDER=$ROOT/php-tests/lib/under_asan
${TEST_COMMAND:-php-tests/run} "$@"
