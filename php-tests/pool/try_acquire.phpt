--TEST--
tryAcquire() takes what is free, makes what is missing, and returns null otherwise; it needs no scheduler
--DESCRIPTION--
Rules: PO-16, PO-8, CB-2, CM-4
Order: independent
--FILE--
<?php
use Async\Pool;

$n = 0;
$reject = [];
$pool = new Pool(
    function () use (&$n) { return ++$n; },
    function (int $r) { echo "destroy $r\n"; },
    beforeAcquire: function (int $r) use (&$reject) { return !in_array($r, $reject, true); },
    min: 3, max: 4,
);
$reject = [1, 2];
var_dump($pool->tryAcquire());
$reject = [];
var_dump($pool->tryAcquire(), $pool->tryAcquire(), $pool->tryAcquire(), $pool->tryAcquire());
$pool->release(3);
$pool->deactivate();
var_dump($pool->tryAcquire());
$pool->recover();
var_dump($pool->tryAcquire());
$pool->release(3);
$pool->close();
var_dump($pool->tryAcquire());
var_dump(Async\get_coroutines());
try {
    $pool->tryAcquire(1);
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
destroy 1
destroy 2
int(3)
int(4)
int(5)
int(6)
NULL
NULL
int(3)
destroy 3
NULL
array(0) {
}
Async\Pool::tryAcquire() expects exactly 0 arguments, 1 given
