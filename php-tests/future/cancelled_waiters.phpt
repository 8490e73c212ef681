--TEST--
A cancelled waiter gets its cancellation; the future goes on
--DESCRIPTION--
Rules: CM-6, CM-7, FU-18
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$a = spawn(fn() => $future->await());
$b = spawn(fn() => $future->await());
// Waits until both do.
while (!$a->isSuspended() || !$b->isSuspended() || !$a->getAwaitingInfo() || !$b->getAwaitingInfo()) suspend();
$a->cancel(new Async\AsyncCancellation('waiting'));
try { await($a); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
// Woken, and cancelled before it runs.
$state->complete(1);
$b->cancel(new Async\AsyncCancellation('woken'));
try { await($b); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($future->await());
--EXPECT--
waiting
woken
int(1)
