--TEST--
What a waiter ends with when the pool is closed and it is cancelled before it runs
--DESCRIPTION--
Rules: CM-6, CM-7, PO-23, PO-14
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

function outcome(Closure $meet): void
{
    $pool = new Pool(fn() => 'r', max: 1);
    $r = $pool->acquire();
    $waiter = spawn(function () use ($pool) {
        try {
            return $pool->acquire();
        } catch (Throwable $e) {
            $names = [];
            do {
                $names[] = get_class($e) . ' "' . $e->getMessage() . '"';
            } while ($e = $e->getPrevious());
            return implode(' <- ', $names);
        }
    });
    while (!$waiter->getAwaitingInfo()) suspend();
    $meet($pool, $waiter, $r);
    echo await($waiter), "\n";
}

outcome(function ($pool, $waiter, $r) { $pool->close(); $waiter->cancel(); });
outcome(function ($pool, $waiter, $r) { $waiter->cancel(); $pool->close(); });
outcome(function ($pool, $waiter, $r) { $pool->release($r); $waiter->cancel(); });
outcome(function ($pool, $waiter, $r) { $pool->release($r); $pool->close(); });
outcome(function ($pool, $waiter, $r) { $pool->release($r); $pool->deactivate(); });
--EXPECT--
Async\PoolException "Pool is closed"
Async\PoolException "Pool is closed" <- Async\AsyncCancellation "Coroutine cancelled"
Async\AsyncCancellation "Coroutine cancelled"
Async\PoolException "Pool is closed"
Async\ServiceUnavailableException "Service is unavailable (circuit breaker is open)"
