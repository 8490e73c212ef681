--TEST--
The time limit bounds each wait for others, and only that
--DESCRIPTION--
Rules: PO-11, PO-14
Order: independent
--FILE--
<?php
use Async\{Pool, TimeoutException, PoolException};
use function Async\{spawn, suspend, delay, await};

require __DIR__ . '/../lib/scaled_ms.php';

$pool = new Pool(fn() => new stdClass, max: 1);
$r = $pool->acquire();
function try_for(Pool $pool, int $ms): void
{
    try {
        $pool->acquire($ms);
        echo "got one\n";
    } catch (TimeoutException $e) {
        echo get_class($e), ': ', $e->getMessage(), ', ', var_export($e->getPrevious(), true), ', line ', $e->getLine(), "\n";
        var_dump($e instanceof PoolException);
    }
}
try_for($pool, 1);
try_for($pool, 5);
// Shorter limits end first; the others keep their places.
$order = [];
$waiters = [];
foreach ([30, 10, 0, -1, 20] as $ms) {
    $waiters[] = spawn(function () use ($pool, $ms, &$order) {
        try {
            $r = $pool->acquire(scaled_ms($ms));
            $order[] = "$ms got it";
            $pool->release($r);
        } catch (TimeoutException) {
            $order[] = "$ms is over";
        }
    });
}
delay(scaled_ms(60));
$pool->release($r);
array_map(await(...), $waiters);
sort($order);
echo implode(', ', $order), "\n";

// Time in the factory and in hooks does not count.
$slow = new Pool(function () { delay(scaled_ms(5)); return 1; }, beforeAcquire: function () { delay(scaled_ms(5)); }, max: 1);
$slow->release($slow->acquire(1));
var_dump($slow->acquire(1));
--EXPECT--
Async\TimeoutException: Operation has been cancelled by timeout, NULL, line 12
bool(false)
Async\TimeoutException: Operation has been cancelled by timeout, NULL, line 12
bool(false)
-1 got it, 0 got it, 10 is over, 20 is over, 30 is over
int(1)
