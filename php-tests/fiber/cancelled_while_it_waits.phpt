--TEST--
FI-13: cancelling the coroutine of a Fiber that waits interrupts the wait, not the coroutine that drives it
--DESCRIPTION--
Rules: FI-13, FI-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$f = new Fiber(function () {
    try { delay(10_000); echo "never\n"; } catch (AsyncCancellation $e) { echo "Fiber: {$e->getMessage()}\n"; }
    return 1;
});
$driver = spawn(function () use ($f) { $f->start(); echo "driver goes on\n"; });
while (!$f->isRunning()) suspend();
$f->getCoroutine()->cancel(new AsyncCancellation('inside'));
await($driver);
var_dump($f->getReturn(), $driver->isCancelled());
--EXPECT--
Fiber: inside
driver goes on
int(1)
bool(false)
