#!/usr/bin/env bash
# Lengths of lines and files, floors, format, clippy. Release profile: the build scripts' output (bindings, libuv) is shared with the build.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_cargo
require_php
require_libclang
cd "$ROOT"
scripts/lint-lengths.sh
"$PHP" -n scripts/floors.php
cargo fmt --check
cargo clippy --release --locked --all-targets --target-dir "$TARGET_DIR" -- -D warnings
