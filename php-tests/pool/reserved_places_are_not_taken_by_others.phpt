--TEST--
A place that was promised to a waiter cannot be taken by another coroutine, also not by the one that released it
--DESCRIPTION--
Rules: PO-12, PO-15, PO-16, CM-15
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

$n = 0;
$pool = new Pool(function () use (&$n) { return ++$n; }, max: 1);
$r = $pool->acquire();
$waiter = spawn(fn() => $pool->acquire());
while (!$waiter->getAwaitingInfo()) suspend();
$pool->release($r);
var_dump($pool->idleCount(), $pool->tryAcquire(), $waiter->getAwaitingInfo());
$late = spawn(function () use ($pool, $waiter) {
    // One that comes now waits, whichever runs first.
    $got = $pool->acquire();
    return [$got, $waiter->isCompleted()];
});
var_dump(await($waiter));
$pool->release($r);
echo json_encode(await($late)), "\n";
$pool->release($r);
var_dump($n);

// Beyond the reserved ones resources remain available.
$pool = new Pool(function () use (&$n) { return ++$n; }, min: 3, max: 3);
$lent = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$waiter = spawn(fn() => $pool->acquire());
while (!$waiter->getAwaitingInfo()) suspend();
array_map($pool->release(...), $lent);
echo $waiter->getAwaitingInfo()[0], "\n";
var_dump($pool->tryAcquire(), $pool->tryAcquire(), $pool->tryAcquire());
var_dump(await($waiter), $pool->idleCount());
--EXPECT--
int(1)
NULL
array(1) {
  [0]=>
  string(41) "Pool(idle=1, active=0, reserved=1, max=1)"
}
int(1)
[1,true]
int(1)
Pool(idle=3, active=0, reserved=1, max=3)
int(2)
int(3)
NULL
int(4)
int(0)
