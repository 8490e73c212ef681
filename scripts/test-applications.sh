#!/usr/bin/env bash
# scripts/test-applications.sh [path…]
#
# Applications of Debian's packages, unmodified, with the extension (php-tests/applications): those that `make test` has, and those that
# take minutes: PHPUnit's own tests, and WordPress under PHP-FPM and `php -S`. Expects a built extension.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
export TEST_APPLICATIONS=1 TEST_TIMEOUT=${TEST_TIMEOUT:-900}
# PHPUnit's tests are in no package but its source. Without it their test is skipped.
suite=$(. /etc/os-release 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}")
tree=${XDG_CACHE_HOME:-${HOME:?}/.cache}/true_async/phpunit-$suite.src
"$ROOT/scripts/package-source.sh" "$suite" phpunit "$tree" phpunit.xml >/dev/null && export TEST_PHPUNIT_SOURCE=$tree
[ $# -gt 0 ] || set -- "$ROOT/php-tests/applications"
exec "$ROOT/php-tests/run" "$@"
