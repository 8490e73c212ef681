--TEST--
A coroutine that waits for a future says so, and a deadlock names it
--DESCRIPTION--
Rules: CM-15, CM-16, FU-37
Order: dependent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$waiter = spawn(fn() => $future->await());
$with_token = spawn(fn() => $future->await(timeout(50)));
suspend();
echo json_encode($waiter->getAwaitingInfo()), "\n";
echo json_encode($with_token->getAwaitingInfo()), "\n";
$with_token->cancel();
try { await($waiter); } catch (Async\AsyncCancellation $e) { echo get_class($e), "\n"; }
--EXPECTF--
["FutureState(pending)"]
["FutureState(pending)","Timer(timeout=50ms, once)"]

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at :0, suspended at %s (main)
  waiting for:
    - Coroutine %d spawned at %s, suspended at %s (Closure%A)

Coroutine %d spawned at %s, suspended at %s (Closure%A)
  waiting for:
    - FutureState(pending)

=== DEADLOCK REPORT END   ===

Async\AsyncCancellation

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting%A
