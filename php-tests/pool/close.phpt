--TEST--
close(): first all waiters fail, newest first, then what is idle is destroyed, oldest first
--DESCRIPTION--
Rules: PO-23, PO-24, CM-8
Order: dependent
--FILE--
<?php
use Async\{Pool, PoolException};
use function Async\{spawn, suspend, await_all};

$n = 0;
$pool = new Pool(
    function () use (&$n) { return ++$n; },
    function (int $r) use (&$pool) { echo "destroy $r, closed ", var_export($pool->isClosed(), true), ", idle {$pool->idleCount()}\n"; },
    min: 3, max: 3,
);
$lent = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$waiters = [];
for ($i = 1; $i <= 4; $i++) {
    $waiters[] = spawn(function () use ($pool, $i) {
        try {
            $pool->acquire();
        } catch (PoolException $e) {
            echo "$i: {$e->getMessage()}\n";
        }
    });
}
suspend();
// The first two are woken with a reservation: they are in the run queue already.
$pool->release($lent[1]);
$pool->release($lent[0]);
echo "close\n";
$pool->close();
$pool->close();
echo "closed\n";
await_all($waiters);
var_dump($pool->isClosed(), count($pool), $pool->activeCount());
$pool->release($lent[2]);
var_dump(count($pool));
foreach (['acquire', 'tryAcquire'] as $method) {
    try {
        var_dump($pool->$method());
    } catch (PoolException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
close
destroy 2, closed true, idle 1
destroy 1, closed true, idle 0
closed
1: Pool is closed
2: Pool is closed
4: Pool is closed
3: Pool is closed
bool(true)
int(1)
int(1)
destroy 3, closed true, idle 0
int(0)
Async\PoolException: Pool is closed
NULL
