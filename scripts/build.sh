#!/usr/bin/env bash
# Builds true_async.so for the PHP chosen by PHP or PHP_CONFIG. Prints the path of the module.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_cargo
require_php
require_libclang

# From the root: cargo looks for .cargo/config.toml, which lists the bindings to generate, from where it is started.
cd "$ROOT"
cargo build --release --locked --target-dir "$TARGET_DIR"

# PHP names a module's file after the module. Replaced by rename, so that a PHP that has it mapped keeps the old one.
built=$TARGET_DIR/release/libtrue_async.so
if ! cmp -s "$built" "$EXTENSION"; then
	cp "$built" "$EXTENSION.new"
	mv "$EXTENSION.new" "$EXTENSION"
fi
printf 'built %s for PHP %s\n' "$EXTENSION" "$("$PHP_CONFIG" --version)"
