--TEST--
A destructor that throws for a rejected resource ends acquire(); the longest waiter is woken
--DESCRIPTION--
Rules: PO-10, PO-16, PO-24
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

foreach (['acquire', 'tryAcquire'] as $method) {
    $n = 0;
    $offered = false;
    $pool = new Pool(
        function () use (&$n) { return ++$n; },
        function (int $r) { suspend(); throw new RuntimeException("destroy $r"); },
        beforeAcquire: function () use (&$offered) { $offered = true; suspend(); suspend(); return false; },
        min: 1, max: 1,
    );
    $first = spawn(function () use ($pool, $method) {
        try {
            $pool->$method();
        } catch (RuntimeException $e) {
            return $e->getMessage();
        }
    });
    while (!$offered) suspend();
    $r = $pool->acquire();
    echo await($first), ", the waiter got $r, {$pool->count()} in all\n";
}
--EXPECT--
destroy 1, the waiter got 2, 1 in all
destroy 1, the waiter got 2, 1 in all
