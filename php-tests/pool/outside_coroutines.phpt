--TEST--
acquire() launches the scheduler, whatever it finds; everything else works without one
--DESCRIPTION--
Rules: CM-3, CM-4, PO-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('
use Async\Pool;
$launched = fn() => print(Async\get_coroutines() ? "launched\n" : "not launched\n");
$pool = new Pool(fn() => 1, fn($r) => 1, fn($r) => true, fn($r) => true, fn($r) => true, min: 1, max: 2);', [
    'everything else' => '
        $r = $pool->tryAcquire();
        $pool->release($r);
        $pool->deactivate(); $pool->recover(); $pool->activate(); $pool->getState();
        count($pool); $pool->idleCount(); $pool->activeCount(); $pool->isClosed();
        $pool->setCircuitBreakerStrategy(null);
        $pool->close();
        $launched();',
    'acquire' => '$pool->acquire(); $launched();',
    'acquire of a closed pool' => '$pool->close(); try { $pool->acquire(); } catch (Async\PoolException) {} $launched();',
    'main waits' => '
        $a = $pool->acquire(); $b = $pool->acquire();
        Async\spawn(function () use ($pool, $b) { echo "release\n"; $pool->release($b); });
        var_dump($pool->acquire());',
    'in a shutdown function' =>
        'register_shutdown_function(function () use ($pool) { $pool->release($pool->acquire()); echo count($pool), "\n"; });',
    'in a destructor at the end' => '
        class D {
            function __destruct() {
                try { var_dump($GLOBALS["pool"]->acquire()); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
            }
        }
        $d = new D;',
]);
--EXPECT--
-- everything else
not launched
[status 0]
-- acquire
launched
[status 0]
-- acquire of a closed pool
launched
[status 0]
-- main waits
release
int(1)
[status 0]
-- in a shutdown function
1
[status 0]
-- in a destructor at the end
int(1)
[status 0]
