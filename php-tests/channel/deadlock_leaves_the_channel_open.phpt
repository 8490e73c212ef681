--TEST--
CH-39, CM-15, CM-16: without timeouts a lone waiter is an ordinary deadlock; the report describes the channel, which stays open
--DESCRIPTION--
Rules: CH-39, CM-15, CM-16
Order: dependent
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn, suspend};

$ch = new Channel(2);
$full = new Channel(1);
$full->send('full');
$wait = fn(callable $operation) => function () use ($operation) {
    try {
        $operation();
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
};
spawn($wait(fn() => $full->send(1)));
spawn($wait(fn() => $ch->recv(Async\timeout(60_000))));
$future = $ch->recvAsync();
suspend();
echo json_encode(array_map(fn($c) => $c->getAwaitingInfo(), array_values(Async\get_coroutines()))), "\n";
array_map(fn($c) => $c->getAwaitingInfo() && count($c->getAwaitingInfo()) > 1 ? $c->cancel() : null, Async\get_coroutines());
$wait(fn() => $ch->recv())();
$ch->send('still open');
$future->ignore();
echo json_encode([$ch->isClosed(), $full->isClosed(), await($future)]), "\n";
--EXPECTF--
[[],["Channel(capacity=1, receivers=0, senders=1, reserved=0\/0)"],["Channel(capacity=2, receivers=2, senders=0, reserved=0\/0)","Timer(timeout=60000ms, once)"]]
Coroutine cancelled

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at :0, suspended at %s:%d (main)
  waiting for:
    - Channel(capacity=2, receivers=2, senders=0, reserved=0/0)

Coroutine %d spawned at %s:%d, suspended at %s:%d (%s)
  waiting for:
    - Channel(capacity=1, receivers=0, senders=1, reserved=0/0)

=== DEADLOCK REPORT END   ===

Deadlock detected
[false,false,"still open"]
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
