#!/usr/bin/env bash
# scripts/test-debug.sh [nts|zts] [folder or .phpt…]
#
# All tests, or those given, on a debug build of PHP 8.2 (scripts/debug-php.sh, built once), which reports what the script
# left behind in memory, checks the engine's assertions and what functions return against what they declare. A report of
# the engine is output that no test expects, from the test's own PHP or one that it started: the test fails.
# zts is the build with threads, nts (the default) the one without.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

variant=nts
case ${1:-} in nts | zts) variant=$1 && shift ;; esac

build_for_debug_php "$variant"
"$ROOT/scripts/test.sh" "$@"
