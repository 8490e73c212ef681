#!/usr/bin/env bash
# scripts/test-sim.sh [folder or .phpt…]
#
# Runs the tests that hold under any legal order (`Order: independent`) in simulation, each with every seed: SEEDS=50
# runs seeds 1 to 50, FIRST=101 begins elsewhere, SEED=7 replays one. Time is virtual, so that a seed decides about
# timers, too; SIM_TIME=0 takes the real clock. JOBS the number of workers (two for each
# processor, since tests wait for servers and children). Expects a built extension.
#
# Tests whose peers are processes of their own (`Order: independent in real time`) run with the real clock, and take long:
# every REAL_TIME_EVERY-th seed (20) from the first one on has them.
#
# Prints for every seed the tests that fail, each with its difference and the command that replays it.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
tests=$ROOT/php-tests
[ $# -gt 0 ] || set -- "$tests"
find_tests() { grep -rl --include='*.phpt' "$@" | sort | xargs -r realpath; }
mapfile -t selected < <(find_tests '^Order: independent$' "$@")
mapfile -t in_real_time < <(find_tests '^Order: independent in real time' "$@")
[ $((${#selected[@]} + ${#in_real_time[@]})) -gt 0 ] || die 'true_async: no test there is order-independent.'

mkdir -p "$TARGET_DIR/c-tests"
bash "$tests/ext/build.sh" "$TARGET_DIR/c-tests" >/dev/null || die 'true_async: the C test extensions do not build.'

export SIM_TIME=${SIM_TIME:-1} TEST_TIMEOUT=${TEST_TIMEOUT:-60} JOBS=${JOBS:-$((2 * $(nproc)))} SIM_SEED
first=${SEED:-${FIRST:-1}}
last=${SEED:-$((first + ${SEEDS:-50} - 1))}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0
# run-tests.php names the tests as seen from here.
cd "$ROOT"

# Runs tests with the seed and the clock.
run_tests() {
	local SIM_TIME=$1 p f s
	shift
	SECONDS=0
	SIM_TIME=$SIM_TIME "$tests/run" "$@" >"$log" 2>&1 || true
	read -r p f s < <(sed -nE '$s/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$log") ||
		{ cat "$log"; die 'true_async: the tests did not run.'; }
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	printf 'seed %d%s: %d passed, %d failed, %d skipped in %d s\n' "$SIM_SEED" "$([ "$SIM_TIME" = 1 ] || echo ', real time')" \
		"$p" "$f" "$s" "$SECONDS"
	[ "$f" -eq 0 ] && return
	# Whatever run-tests.php calls it: FAIL, BORK, WARN, LEAK.
	grep -v '^SKIP ' "$log" | sed '$d'
	sed -nE 's#^[A-Z&]+ .*\[(php-tests/[^]]*)\].*#\1#p' <(grep -v '^SKIP ' "$log") | while IFS= read -r test; do
		printf '  make test-sim SEED=%d DIR=%s%s\n' "$SIM_SEED" "$test" "$([ "$SIM_TIME" = 1 ] || echo " SIM_TIME=$SIM_TIME")"
	done
}

for ((SIM_SEED = first; SIM_SEED <= last; SIM_SEED++)); do
	[ ${#selected[@]} -eq 0 ] || run_tests "$SIM_TIME" "${selected[@]}"
	[ ${#in_real_time[@]} -eq 0 ] || [ $(((SIM_SEED - first) % ${REAL_TIME_EVERY:-20})) -ne 0 ] || run_tests 0 "${in_real_time[@]}"
done
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
