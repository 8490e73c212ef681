--TEST--
DD-4: the report shows what a wait for many waits for
--DESCRIPTION--
Rules: DD-4, DD-5, AA-10
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all};
use Async\AsyncCancellation;

$a = spawn(function () use (&$b) { suspend(); await($b); });
$b = spawn(function () use (&$a) { suspend(); await_all([$a, null, $a]); });
await_all(['x' => $a, 'y' => $b]);
--EXPECTF--

=== DEADLOCK REPORT START ===
Coroutines waiting: 3, active_events: 0

Coroutine %d spawned at :0, suspended at %sdeadlock_report_lists_the_items.php:7 (main)
  waiting for:
    - Coroutine %d spawned at %sdeadlock_report_lists_the_items.php:5, suspended at %s:5 (%s)
    - Coroutine %d spawned at %sdeadlock_report_lists_the_items.php:6, suspended at %s:6 (%s)

Coroutine %d spawned at %s:5, suspended at %s:5 (%s)
  waiting for:
    - Coroutine %d spawned at %s:6, suspended at %s:6 (%s)

Coroutine %d spawned at %s:6, suspended at %s:6 (%s)
  waiting for:
    - Coroutine %d spawned at %s:5, suspended at %s:5 (%s)
    - Coroutine %d spawned at %s:5, suspended at %s:5 (%s)

=== DEADLOCK REPORT END   ===

%AFatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
%A
