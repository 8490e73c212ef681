#!/usr/bin/env bash
# All tests on a debug build of PHP 8.2 (scripts/debug-php.sh, built once), which reports what the script left behind in
# memory, checks the engine's assertions and what functions return against what they declare. A report of the engine is
# output that no test expects, from the test's own PHP or one that it started: the test fails.
# Arguments: .phpt files or directories, all by default.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

PHP_CONFIG=$("$here/debug-php.sh" | tail -n 1)
[ -x "$PHP_CONFIG" ]
export PHP_CONFIG
unset PHP CARGO_TARGET_DIR

"$here/build.sh"
"$here/test.sh" "$@"
