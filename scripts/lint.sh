#!/usr/bin/env bash
# Format and clippy. Release profile, so that the build scripts' output (bindings, libuv) is shared with the build.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_cargo
require_php
require_libclang
cd "$ROOT"
cargo fmt --check
cargo clippy --release --locked --all-targets --target-dir "$TARGET_DIR" -- -D warnings
