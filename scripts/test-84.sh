#!/usr/bin/env bash
# All tests on the PHP 8.4 of Debian 13, in a root directory of that system (debian-13.sh: made once; exit code 77 where
# mounts are not permitted). What is built stays there, so that the next run only builds what has changed.
# Arguments: .phpt files or directories below php-tests, all by default.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

in_debian_13() { CARGO_TARGET_DIR=/var/cache/true_async "$here/debian-13.sh" "$@"; }

# Through bash: a new system has no make yet, deps brings it.
in_debian_13 bash scripts/deps.sh
in_debian_13 bash scripts/build.sh
in_debian_13 bash scripts/test.sh "$@"
