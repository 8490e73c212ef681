#!/usr/bin/env bash
# scripts/php-source.sh [8.2|8.4]
#
# The source of PHP as its own project released it, from Debian's source package: 8.2 from Debian 12, 8.4 from Debian 13.
# Downloaded once, into $XDG_CACHE_HOME/true_async (~/.cache); the last line it prints is the directory.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

version=${1:-8.2}
case $version in
	8.2) suite=bookworm ;;
	8.4) suite=trixie ;;
	*) die "true_async: Debian's source package of PHP $version is not known to $0." ;;
esac
# One tree for all builds; it stays where debuggers and the engine's reports look for it. The tarball brings the generated parsers and
# a configure script.
exec "$ROOT/scripts/package-source.sh" "$suite" "php$version" "${XDG_CACHE_HOME:-${HOME:?}/.cache}/true_async/php-$version.src" configure
