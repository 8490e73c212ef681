--TEST--
A factory that fails leaves acquire() with its exception, and the longest waiter tries itself
--DESCRIPTION--
Rules: PO-9, PO-16, CM-8
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await, await_all};

$n = 0;
$pool = new Pool(function () use (&$n) {
    $number = ++$n;
    suspend();
    return $number % 3 ? throw new RuntimeException("no $number") : $number;
}, max: 1);
foreach (['acquire', 'tryAcquire'] as $method) {
    try {
        $pool->$method();
    } catch (RuntimeException $e) {
        echo "$method: ", $e->getMessage(), "\n";
    }
}
var_dump(count($pool), $pool->activeCount());

// The first two fail; each failure wakes the next. The third keeps its resource until the fourth has waited for it.
$n = 0;
$log = [];
$coroutines = [];
foreach ([0, 1] as $try) {
    for ($i = 1; $i <= 5; $i++) {
        $coroutines[] = spawn(function () use ($pool, &$log) {
            try {
                $r = $pool->acquire();
                $log[] = "got $r";
                suspend();
                $pool->release($r);
            } catch (RuntimeException $e) {
                $log[] = $e->getMessage();
            }
        });
    }
}
await_all($coroutines);
echo implode(', ', $log), "\n";
var_dump(count($pool), $pool->activeCount(), $n);
--EXPECT--
acquire: no 1
tryAcquire: no 2
int(0)
int(0)
no 1, no 2, got 3, got 3, got 3, got 3, got 3, got 3, got 3, got 3
int(1)
int(0)
int(3)
