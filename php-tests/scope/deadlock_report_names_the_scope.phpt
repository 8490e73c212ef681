--TEST--
SC-8, DD-4: the deadlock report says where an awaited scope was created
--DESCRIPTION--
Rules: SC-8, DD-4, DD-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
$c = $s->spawn(function () { suspend(); await(current_coroutine()); });
try {
    $s->awaitCompletion($c);
} catch (AsyncCancellation $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
--EXPECTF--
=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine 4 spawned at :0, suspended at %s:8 (main)
  waiting for:
    - Scope #1 created at %s:5
    - Coroutine 5 spawned at %s:6, suspended at %s:6 (Closure::__invoke)

Coroutine 5 spawned at %s:6, suspended at %s:6 (Closure::__invoke)
  waiting for:
    - Coroutine 5 spawned at %s:6, suspended at %s:6 (Closure::__invoke)

=== DEADLOCK REPORT END   ===

Async\AsyncCancellation: Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
