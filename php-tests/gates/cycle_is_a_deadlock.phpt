--TEST--
FW-2, DD-1: a coroutine that waits for another one which waits for its gate is a deadlock, and the report names the gate
--DESCRIPTION--
Rules: io FW-2, io FW-5, DD-1, DD-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use function Async\{spawn, await};', ['awaited inside the gate' => <<<'PHP'
    final class Waits
    {
        public $context;
        function stream_open() { return true; }
        function stream_read() { await(spawn(fn() => parse_ini_string('a = 1'))); return 'b = 2'; }
        function stream_eof() { return true; }
        function stream_stat() { return []; }
        function stream_set_option() { return false; }
    }
    stream_wrapper_register('waits', Waits::class);
    spawn(fn() => parse_ini_file('waits://file'));
    PHP]);
--EXPECTF--
-- awaited inside the gate

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)
  waiting for:
    - Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)

Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)
  waiting for:
    - Gate(ini scanner)

=== DEADLOCK REPORT END   ===
%A
Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
%a
