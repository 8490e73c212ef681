--TEST--
A pool whose constructor has not finished, or has failed, can be looked at and not used
--DESCRIPTION--
Rules: PO-17
Order: independent
--FILE--
<?php
use Async\{Pool, PoolException};
use function Async\{spawn, suspend, await};

function look(Pool $pool): void
{
    var_dump($pool->tryAcquire(), $pool->isClosed(), count($pool), $pool->idleCount(), $pool->activeCount());
    foreach (['acquire', 'release', 'activate', 'deactivate', 'recover', 'setCircuitBreakerStrategy'] as $method) {
        try {
            $pool->$method(...match ($method) { 'release' => [1], 'setCircuitBreakerStrategy' => [null], default => [] });
        } catch (PoolException $e) {
            echo "$method: ", $e->getMessage(), "\n";
        }
    }
    $pool->close();
    echo $pool->getState()->name, "\n";
}

$seen = null;
$n = 0;
$go = false;
$factory = function () use (&$seen, &$n, &$go) {
    $seen = debug_backtrace()[1]['object'];
    if (++$n === 2) {
        while (!$go) suspend();
        throw new RuntimeException('no more');
    }
    return $n;
};
$maker = spawn(function () use ($factory) {
    try {
        new Pool($factory, fn($r) => print("destroy $r\n"), min: 2);
    } catch (RuntimeException $e) {
        echo $e->getMessage(), "\n";
    }
});
while ($n < 2) suspend();
look($seen);
$go = true;
await($maker);
look($seen);
var_dump($seen);
$seen = null;

// Called again, the constructor changes nothing; called meanwhile, the first to end decides.
$pool = new Pool(fn() => 'first', fn($r) => print("destroy $r\n"), min: 1);
$pool->__construct(fn() => 'second', fn($r) => print("destroy $r\n"), min: 2);
var_dump($pool->count(), $pool->acquire());
try {
    (new ReflectionClass(Pool::class))->newInstanceWithoutConstructor();
} catch (ReflectionException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--
NULL
bool(true)
int(0)
int(0)
int(0)
acquire: Pool is not initialized
release: Pool is not initialized
activate: Pool is not initialized
deactivate: Pool is not initialized
recover: Pool is not initialized
setCircuitBreakerStrategy: Pool is not initialized
INACTIVE
destroy 1
no more
NULL
bool(true)
int(0)
int(0)
int(0)
acquire: Pool is not initialized
release: Pool is not initialized
activate: Pool is not initialized
deactivate: Pool is not initialized
recover: Pool is not initialized
setCircuitBreakerStrategy: Pool is not initialized
INACTIVE
object(Async\Pool)#%d (0) {
}
destroy second
destroy second
int(1)
string(5) "first"
Class Async\Pool is an internal class marked as final that cannot be instantiated without invoking its constructor
