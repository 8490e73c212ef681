#!/usr/bin/env bash
# scripts/switch-path.sh suspend|fread
#
# Lists the source functions of the extension that are executed from the entry of Async\suspend(), or of an fread() of a socket
# that has nothing to read, until another stack runs: what a reader has to know of to understand that path. Functions that the
# compiler has inlined count, those that macros of crates generate do not. By stepping through the release build with gdb; where that
# takes longer than the 1.5 seconds after which the socket gets a byte, the list is longer: the machine was busy.
#
# Fails where they are more than three quarters of what they were before the floors were cut (43 and 153).
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."
command -v gdb >/dev/null || die 'true_async: gdb was not found (Debian: package gdb).'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case ${1:-} in
	suspend)
		entry=true_async::php::functions::suspend calls_before=20 limit=32
		code='$f = function () { for ($i = 0; $i < 50; $i++) Async\suspend(); }; $a = Async\spawn($f); $b = Async\spawn($f);
			Async\await($a); Async\await($b);'
		;;
	fread)
		entry=true_async::boundary::functions::streams::on_stream calls_before=1 limit=114
		# gdb ends PHP in the middle: what writes to it looks whether it is there.
		code='[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
			$null = ["file", "/dev/null", "r+"];
			$p = proc_open("while sleep 1.5 && kill -0 \$PPID; do printf x; done", [$null, $b, $null], $none);
			Async\await(Async\spawn(function () use ($a) { for ($i = 0; $i < 4; $i++) fread($a, 1); })); proc_terminate($p);'
		;;
	*) die "usage: $0 suspend|fread" ;;
esac
printf '<?php %s\n' "$code" >"$work/path.php"
cat >"$work/path.py" <<'PYTHON'
import gdb, os, re, subprocess
module, entry, before = os.environ['MODULE'], os.environ['ENTRY'], int(os.environ['BEFORE'])
def run(command): gdb.execute(command, to_string=True)
def register(name): return int(gdb.parse_and_eval('$' + name)) & (2**64 - 1)
def mapped(name):
    lines = [line.split() for line in open(f'/proc/{gdb.selected_inferior().pid}/maps') if name in line]
    return [(*(int(end, 16) for end in line[0].split('-')), int(line[2], 16)) for line in lines]
for command in ('set pagination off', 'set breakpoint pending on', f'break {entry}', 'run', *['continue'] * before, 'delete'):
    run(command)
clock, first_stack, places = mapped('[vdso]')[0], register('sp'), []
while abs(register('sp') - first_stack) < 200_000:
    places.append(register('pc'))
    run('stepi')
    # The kernel's clock tries again when it was interrupted, so it cannot be stepped through.
    if clock[0] <= register('pc') < clock[1]: run('finish')
own = mapped(os.path.basename(module))
base, end = own[0][0] - own[0][2], own[-1][1]
offsets = dict.fromkeys(f'0x{place - base:x}' for place in places if base <= place < end)
lines = subprocess.run(['addr2line', '-fiCe', module, *offsets], capture_output=True, text=True, check=True).stdout.splitlines()
functions = {}
for function, file in zip(lines[::2], lines[1::2]):
    source = re.search(r'/(src/\w+/[^:]*)', file)
    foreign = '::_::' in function or function.startswith('core::')
    if source and not foreign and os.path.exists(os.path.join(os.environ['ROOT'], source[1].split()[0])):
        functions[f'{function}  ({source[1]})'] = True
print(*functions, f'{len(functions)} functions', sep='\n')
run('kill')
PYTHON
ROOT=$ROOT MODULE=$EXTENSION ENTRY=$entry BEFORE=$calls_before gdb -q -batch -x "$work/path.py" \
	--args "$PHP" -n -d "extension=$EXTENSION" "$work/path.php" >"$work/out" 2>"$work/errors" </dev/null ||
	{ cat "$work/errors"; die 'true_async: gdb failed.'; }
sed -n '/^true_async\|^[^ ]*  (src\//,$p' "$work/out" | grep -E '\(src/|functions$' || { cat "$work/out" "$work/errors"; exit 1; }
count=$(sed -nE 's/^([0-9]+) functions$/\1/p' "$work/out")
[ "$count" -le "$limit" ] || die "true_async: $count functions, at most $limit were to be."
