#!/usr/bin/env bash
# Installs the built module into PHP's extension directory, the C headers into PHP's include directory, where the flags of
# `php-config --includes` find them, and true_async.pc for pkg-config.
# DESTDIR or INSTALL_ROOT (phpize's name for it) put everything below another root, for packagers; PKGCONFIGDIR is where
# true_async.pc goes, lib/pkgconfig of PHP's prefix otherwise.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."

dest=${DESTDIR:-${INSTALL_ROOT:-}}
modules=$dest$("$PHP_CONFIG" --extension-dir)
include=$("$PHP_CONFIG" --include-dir)
headers=$dest$include/ext/true_async
# PHP's flags lead to its include directory and to Zend in it: a file there serves "Zend/zend_async_API.h" and
# "zend_async_API.h". The fork's PHP has its own header in that place, with which our module does not go together.
forwarder=$dest$include/Zend/zend_async_API.h
if [ -e "$forwarder" ] && ! grep -q 'ext/true_async/' "$forwarder"; then
	die "true_async: $forwarder is not this module's: this PHP has an asynchronous core of its own."
fi
pkgconfig=$dest${PKGCONFIGDIR:-$("$PHP_CONFIG" --prefix)/lib/pkgconfig}

as_needed=()
if [ -z "$dest" ] && [ ! -w "$modules" ] && [ "$(id -u)" -ne 0 ] && command -v sudo >/dev/null; then
	as_needed=(sudo)
fi

"${as_needed[@]}" install -d "$modules"
"${as_needed[@]}" install -m 644 "$EXTENSION" "$modules/true_async.so"
# The headers include each other by relative paths: the tree stays as it is. install -D makes the directories.
while IFS= read -r header; do
	"${as_needed[@]}" install -D -m 644 "$ROOT/include/$header" "$headers/$header"
done < <(cd "$ROOT/include" && find . -name '*.h' | sed 's|^\./||' | sort)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/zend_async_API.h" <<END
/* Forwarding header: PHP's include flags lead here [abi/ABI-23]. */
#include "../ext/true_async/zend_async_API.h"
END
version_of() { sed -n "s/^$1[[:space:]]*$2//p" "$3" | tr -d '" ' | head -n 1; }
api=$(for part in MAJOR MINOR PATCH; do
	version_of '#define' "ZEND_ASYNC_API_VERSION_$part" "$ROOT/include/true_async/constants.h"
done | paste -sd.)
cat >"$work/true_async.pc" <<END
# For PHP $("$PHP_CONFIG" --version). Modules are not linked with true_async: PHP's loader brings them together.
includedir=$include
extensiondir=$("$PHP_CONFIG" --extension-dir)
async_api_version=$api

Name: true_async
Description: Coroutines for stock PHP: the TrueAsync ABI for extensions in C and C++
Version: $(version_of version '= ' "$ROOT/Cargo.toml")
Cflags: $("$PHP_CONFIG" --includes)
END
"${as_needed[@]}" install -D -m 644 "$work/zend_async_API.h" "$forwarder"
"${as_needed[@]}" install -D -m 644 "$work/true_async.pc" "$pkgconfig/true_async.pc"
printf 'installed %s/true_async.so, its headers in %s and %s/true_async.pc\n' "$modules" "$headers" "$pkgconfig"
printf 'enable it with: extension=true_async\n'
