--TEST--
A pool can be used from Fibers, inside coroutines and outside
--DESCRIPTION--
Rules: PO-6, PO-12, CM-3
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await, await_all};

$n = 0;
$pool = new Pool(function () use (&$n) { Fiber::getCurrent() && suspend(); return ++$n; }, max: 2);
$work = function (int $rounds) use ($pool) {
    $fiber = new Fiber(function () use ($pool, $rounds) {
        $sum = 0;
        for ($i = 0; $i < $rounds; $i++) {
            $r = $pool->acquire();
            $sum += $r > 0;
            Fiber::suspend($i);
            suspend();
            $pool->release($r);
        }
        return $sum;
    });
    for ($fiber->start(); !$fiber->isTerminated(); $fiber->resume()) suspend();
    return $fiber->getReturn();
};
echo $work(3), "\n";
echo array_sum(await_all(array_map(fn() => spawn($work, 5), range(1, 6)))[0]), "\n";
var_dump($n <= 2, $pool->activeCount());
--EXPECT--
3
30
bool(true)
int(0)
