#!/usr/bin/env bash
# Installs the built module into PHP's extension directory and the C header into PHP's include directory.
# DESTDIR or INSTALL_ROOT (phpize's name for it) put everything below another root, for packagers.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."

dest=${DESTDIR:-${INSTALL_ROOT:-}}
modules=$dest$("$PHP_CONFIG" --extension-dir)
headers=$dest$("$PHP_CONFIG" --include-dir)/ext/true_async

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
printf 'installed %s/true_async.so and its headers in %s\n' "$modules" "$headers"
printf 'enable it with: extension=true_async\n'
