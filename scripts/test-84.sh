#!/usr/bin/env bash
# All tests on the PHP 8.4 of Debian 13, in a root directory of that system (debian-13.sh: made once; exit code 77 where
# mounts are not permitted). What is built stays in target/debian-13, so that the next run only builds what has changed.
# Arguments: .phpt files or directories below php-tests, all by default.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# Through bash: a new system has no make yet, deps brings it.
"$here/debian-13.sh" bash scripts/deps.sh
"$here/debian-13.sh" bash scripts/build.sh
"$here/debian-13.sh" bash scripts/test.sh "$@"
