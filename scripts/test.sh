#!/usr/bin/env bash
# All tests: the crate's unit tests, whether every rule of the specification has a test, then the .phpt suite with the C
# test extensions. The last line counts them all.
# Expects a built extension.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
cd "$ROOT"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0

# What the extension looks like to another extension written in C.
if [ -f php-tests/ext/build.sh ]; then
	mkdir -p "$TARGET_DIR/c-tests"
	if ! bash php-tests/ext/build.sh "$TARGET_DIR/c-tests"; then
		echo 'the C test extensions do not build'
		failed=$((failed + 1))
	fi
fi

# Only code that names no symbol of PHP can be tested outside of PHP; `cargo test` then links without it.
if grep -rq 'cfg(test)' src; then
	require_cargo
	if ! cargo test --release --locked --quiet --target-dir "$TARGET_DIR" >"$log" 2>&1; then
		cat "$log"
		grep -q '^test result: FAILED' "$log" || failed=$((failed + 1))
	fi
	while read -r ok bad ignored; do
		passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + ignored))
	done < <(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed; ([0-9]+) ignored.*/\1 \2 \3/p' "$log")
fi

if "$PHP" -n scripts/spec-coverage.php; then passed=$((passed + 1)); else failed=$((failed + 1)); fi

php-tests/run "$@" 2>&1 | tee "$log" | sed -E '$ { /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/d }' || true
if counts=$(tail -n 1 "$log" | grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'); then
	read -r ok bad ignored < <(tr -dc '0-9 \n' <<<"$counts")
	passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + ignored))
	# A suite of which nothing ran has not passed.
	[ "$ok" -gt 0 ] || [ "$bad" -gt 0 ] || failed=$((failed + 1))
else
	echo 'the .phpt suite did not run to its end'
	failed=$((failed + 1))
fi

printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
