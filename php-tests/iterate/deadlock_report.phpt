--TEST--
DD-4: a coroutine that waits for an iteration is shown as iterator-completion
--DESCRIPTION--
Rules: DD-4, IT-9
Order: independent
--FILE--
<?php
use function Async\{iterate, await, current_coroutine};

try {
    iterate([1], function () { await(current_coroutine()); });
} catch (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
echo "main ends\n";
--EXPECTF--

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at :0, suspended at %sdeadlock_report.php:5 (main)
  waiting for:
    - iterator-completion

Coroutine %d spawned at :0, suspended at %sdeadlock_report.php:5 (internal function)
  waiting for:
    - Coroutine %d spawned at :0, suspended at %sdeadlock_report.php:5 (internal function)

=== DEADLOCK REPORT END   ===

Async\AsyncCancellation: Deadlock detected
main ends

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
