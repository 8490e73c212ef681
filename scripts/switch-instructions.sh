#!/usr/bin/env bash
# scripts/switch-instructions.sh
#
# Prints how many instructions a suspend + resume takes: of two coroutines that do nothing but Async\suspend() in a loop, so the loop and
# the call are in it. Counted by valgrind's callgrind in runs of two lengths, whose difference leaves out start and end; the same
# build, PHP and valgrind always give the same number.
#
# Fails above 390. It was 455 before the scheduler was cut into rooms.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

limit=390
require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."
command -v valgrind >/dev/null || die 'true_async: valgrind was not found (Debian: package valgrind).'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Instructions of a whole run in which each coroutine suspends $1 times.
instructions() {
	cat >"$work/suspend.php" <<-PHP
		<?php
		\$f = function () { for (\$i = 0; \$i < $1; \$i++) Async\suspend(); };
		\$a = Async\spawn(\$f);
		\$b = Async\spawn(\$f);
		Async\await(\$a);
		Async\await(\$b);
	PHP
	valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		"$PHP" -n -d "extension=$EXTENSION" "$work/suspend.php" >"$work/out" 2>&1 || { cat "$work/out"; return 1; }
	sed -nE 's/.*Collected : ([0-9]+).*/\1/p' "$work/out"
}

short=2000 long=12000
few=$(instructions $short)
many=$(instructions $long)
hundredths=$(((many - few) * 100 / (2 * (long - short))))
printf 'suspend + resume: %d.%02d instructions\n' $((hundredths / 100)) $((hundredths % 100))
[ "$hundredths" -le $((limit * 100)) ] || die "true_async: at most $limit were to be."
