#!/usr/bin/env bash
# scripts/test-valgrind.sh [folder or .phpt…]
#
# Runs the tests under valgrind on the debug build of PHP 8.2 (scripts/debug-php.sh, built once): an invalid read or write,
# a jump or a system call that depends on memory that was never written, is a failed test, with valgrind's report in its
# difference. Leaks are not looked at here (scripts/test-debug.sh does that, and after a fatal error stacks are abandoned
# on purpose). JOBS the number of workers (2).
#
# It is that PHP because it tells valgrind of the stacks of native Fibers. Debian's does not, and valgrind then takes each
# switch for a gigantic frame and reports hundreds of reads of "uninitialised" memory.
#
# PHP runs with USE_ZEND_ALLOC=0, so that every allocation is one that valgrind sees, and USE_TRACKED_ALLOC=1, so that
# the memory limit still holds and the request's memory is freed at its end, as PHP's own allocator does.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

build_for_debug_php nts
require_php
command -v valgrind >/dev/null || die "true_async: valgrind was not found (Debian: package valgrind)."

tests=$ROOT/php-tests

# Tests that cannot run under valgrind, each with the reason.
many_stacks='valgrind searches the list of all stacks at every switch, and these have ten thousand or more at once'
own_signals='valgrind takes the fault first: it handles SIGSEGV itself, delivers a sent one late, or faults where a stack is used up'
declare -A not_here=(
	[abi/exec_bad_input.phpt]='valgrind forks where posix_spawn wants memory to be shared, and the parent hears of no error'
	[abi/listen_without_descriptors.phpt]='valgrind accepts a connection, and closes it, before it says that there is no descriptor'
	[channel/memory_and_cost.phpt]=$many_stacks
	[examples/aggregator_leaves_out_what_fails.phpt]='its services have to answer within a time that starting a coroutine takes there'
	[engine/c_stack_limit.phpt]=$own_signals
	[io/command_that_cannot_be_started.phpt]='valgrind does not recover from an execve() that the kernel refuses'
	[io/select_with_a_count_above_the_table.phpt]='valgrind keeps descriptors of its own high up: the kernel reads the set that far'
	[io/signal_that_interrupts_is_taken.phpt]='valgrind keeps the signals 63 and 64 for itself'
	[module/loaded_only_opens_no_descriptor.phpt]='valgrind has descriptors of its own'
	[module/readme_examples.phpt]='it measures how long the programs take'
	[signal/faults_are_not_swallowed.phpt]=$own_signals
	[signal/worker_threads_take_no_signals.phpt]='valgrind keeps the signals 63 and 64 for itself, in every thread'
	[stack/absurd_stack_size_is_a_warning.phpt]='the address space that valgrind leaves has no room for stacks of 64 GiB'
	[stack/other_faults_go_to_their_handlers.phpt]=$own_signals
	[stack/overflow_is_a_clear_fatal_error.phpt]=$own_signals
	[streams/closed_by_an_error_handler.phpt]='PHP itself, without the extension too, marks a stream that the handler has closed'
	[stress/hundred_thousand_in_one_scope.phpt]=$many_stacks
	[stress/hundred_thousand_sleepers.phpt]=$many_stacks
	[stress/scopes_are_linear.phpt]=$many_stacks
	[stress/task_groups_are_linear.phpt]=$many_stacks
	[stress/ten_thousand_cancelled.phpt]=$many_stacks
	[stress/ten_thousand_coroutines.phpt]=$many_stacks
	[stress/ten_thousand_sleepers.phpt]=$many_stacks
	[stress/ten_thousand_with_exceptions.phpt]=$many_stacks
)

selected=()
[ $# -gt 0 ] || set -- "$tests"
left_out=0
for path in "$@"; do
	[ -e "$path" ] || die "true_async: $path does not exist."
	while IFS= read -r file; do
		name=${file#"$tests/"}
		if [ -n "${not_here[$name]:-}" ]; then
			printf 'left out: %s (%s)\n' "$name" "${not_here[$name]}"
			left_out=$((left_out + 1))
		else
			selected+=("$file")
		fi
	done < <(find "$(realpath "$path")" -name '*.phpt' | sort)
done
[ ${#selected[@]} -gt 0 ] || die 'true_async: no test is left to run under valgrind.'
printf '%d tests run under valgrind, %d do not\n' "${#selected[@]}" "$left_out"

# The tests of the ABI are skipped without it.
mkdir -p "$TARGET_DIR/c-tests"
bash "$tests/ext/build.sh" "$TARGET_DIR/c-tests" >/dev/null || die 'true_async: the C test extensions do not build.'

export USE_ZEND_ALLOC=0 USE_TRACKED_ALLOC=1 ZEND_DONT_UNLOAD_MODULES=1
export TEST_TIMEOUT=${TEST_TIMEOUT:-600} TEST_UNDER=$tests/lib/under_valgrind
"$tests/run" "${selected[@]}"
