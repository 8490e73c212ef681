#!/usr/bin/env bash
# Writes docs/abi-layout.md from the header and the built module.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
cd "$ROOT"
bash php-tests/ext/build.sh "$TARGET_DIR/c-tests" >/dev/null
page=$("$PHP" -n -d extension="$EXTENSION" -d extension="$TARGET_DIR/c-tests/async_abi_test.so" scripts/abi-layout.php)
printf '%s\n' "$page" >docs/abi-layout.md
