--TEST--
acquire() hands out what has been idle longest, and makes a new one only when nothing is idle
--DESCRIPTION--
Rules: PO-5, PO-6, PO-22
Order: independent
--FILE--
<?php
use Async\Pool;

$n = 0;
$pool = new Pool(function () use (&$n) { return ++$n; }, max: 20);
$r = $pool->acquire();
$pool->release($r);
var_dump($pool->idleCount(), $pool->acquire() === $r, $n);
$pool->release($r);

$lent = [];
for ($i = 0; $i < 20; $i++) $lent[] = $pool->acquire();
echo implode(' ', $lent), "\n";
var_dump($pool->tryAcquire(), count($pool), $pool->idleCount(), $pool->activeCount());
foreach ([7, 3, 20, 1] as $r) $pool->release($r);
echo $pool->acquire(), ' ', $pool->acquire(), "\n";
$pool->release(5);
echo $pool->acquire(), ' ', $pool->acquire(), ' ', $pool->acquire(), "\n";
var_dump(count($pool), $n);

// The ring of idle ones goes round many times.
$order = [];
for ($i = 0; $i < 1000; $i++) {
    $pool->release($i);
    $i % 3 === 0 || $order[] = $pool->acquire();
}
var_dump($order === range(0, count($order) - 1));
--EXPECT--
int(1)
bool(true)
int(1)
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
NULL
int(20)
int(0)
int(20)
7 3
20 1 5
int(20)
int(20)
bool(true)
