#!/usr/bin/env bash
# scripts/test-sim.sh [folder or .phpt…]
#
# Runs the tests that hold under any legal order (`Order: independent`) in simulation, each with every seed: SEEDS=50
# runs seeds 1 to 50, FIRST=101 begins elsewhere, SEED=7 replays one. Time is virtual, so that a seed decides about
# timers, too; SIM_TIME=0 takes the real clock. JOBS the number of workers (2). Expects a built extension.
#
# Prints for every seed the tests that fail, each with its difference and the command that replays it.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
tests=$ROOT/php-tests
[ $# -gt 0 ] || set -- "$tests"
mapfile -t selected < <(grep -rlx --include='*.phpt' 'Order: independent' "$@" | sort | xargs -r realpath)
[ ${#selected[@]} -gt 0 ] || die 'true_async: no test there is order-independent.'

mkdir -p "$TARGET_DIR/c-tests"
bash "$tests/ext/build.sh" "$TARGET_DIR/c-tests" >/dev/null || die 'true_async: the C test extensions do not build.'

export SIM_TIME=${SIM_TIME:-1} TEST_TIMEOUT=${TEST_TIMEOUT:-60} SIM_SEED
first=${SEED:-${FIRST:-1}}
last=${SEED:-$((first + ${SEEDS:-50} - 1))}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0
# run-tests.php names the tests as seen from here.
cd "$ROOT"

for ((SIM_SEED = first; SIM_SEED <= last; SIM_SEED++)); do
	SECONDS=0
	"$tests/run" "${selected[@]}" >"$log" 2>&1 || true
	read -r p f s < <(sed -nE '$s/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$log") ||
		{ cat "$log"; die 'true_async: the tests did not run.'; }
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	printf 'seed %d: %d passed, %d failed, %d skipped in %d s\n' "$SIM_SEED" "$p" "$f" "$s" "$SECONDS"
	[ "$f" -eq 0 ] && continue
	# Whatever run-tests.php calls it: FAIL, BORK, WARN, LEAK.
	grep -v '^SKIP ' "$log" | sed '$d'
	sed -nE 's#^[A-Z&]+ .*\[(php-tests/[^]]*)\].*#\1#p' <(grep -v '^SKIP ' "$log") | while IFS= read -r test; do
		printf '  make test-sim SEED=%d DIR=%s%s\n' "$SIM_SEED" "$test" "$([ "$SIM_TIME" = 1 ] || echo " SIM_TIME=$SIM_TIME")"
	done
done
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
