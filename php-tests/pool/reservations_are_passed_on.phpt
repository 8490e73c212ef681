--TEST--
A woken waiter that leaves without its place passes it to the next one; without a next one the place is free again
--DESCRIPTION--
Rules: PO-14, CM-6, CB-3
Order: independent
--FILE--
<?php
use Async\{Pool, AsyncCancellation, TimeoutException, ServiceUnavailableException};
use function Async\{spawn, suspend, await, delay};

/** A waiter of the pool that is parked, and what it ends with. */
function waiter(Pool $pool, string $name, int $ms = 0): Async\Coroutine
{
    $waiter = spawn(function () use ($pool, $name, $ms) {
        try {
            return "$name got " . $pool->acquire($ms);
        } catch (AsyncCancellation | TimeoutException | ServiceUnavailableException $e) {
            return "$name: " . get_class($e);
        }
    });
    while (!$waiter->getAwaitingInfo()) suspend();
    return $waiter;
}

function pool(): array
{
    $pool = new Pool(fn() => 'r', max: 1);
    return [$pool, $pool->acquire()];
}

// Cancelled after it was woken, before it runs.
[$pool, $r] = pool();
$a = waiter($pool, 'A');
$b = waiter($pool, 'B');
$pool->release($r);
$a->cancel();
echo await($a), ', ', await($b), "\n";

// Cancelled before the release.
[$pool, $r] = pool();
$a = waiter($pool, 'A');
$b = waiter($pool, 'B');
$a->cancel();
$pool->release($r);
echo await($a), ', ', await($b), "\n";

// None is next.
[$pool, $r] = pool();
$a = waiter($pool, 'A');
$pool->release($r);
var_dump($pool->tryAcquire());
$a->cancel();
echo await($a), ', ', $pool->tryAcquire(), "\n";

// The time of the first is over; the second takes over what it was promised in the same moment, or gets it by itself.
[$pool, $r] = pool();
$a = waiter($pool, 'A', 1);
$b = waiter($pool, 'B');
echo await($a), ', ';
$pool->release($r);
echo await($b), "\n";

// The circuit breaker is open: all leave, one after the other.
[$pool, $r] = pool();
$waiters = [waiter($pool, 'A'), waiter($pool, 'B'), waiter($pool, 'C')];
$pool->deactivate();
suspend();
foreach ($waiters as $w) if ($w->isCompleted()) echo "nobody was to be woken\n";
$pool->release($r);
echo implode(', ', array_map(await(...), $waiters)), "\n";
$pool->activate();
var_dump($pool->tryAcquire());
--EXPECT--
A: Async\AsyncCancellation, B got r
A: Async\AsyncCancellation, B got r
NULL
A: Async\AsyncCancellation, r
A: Async\TimeoutException, B got r
A: Async\ServiceUnavailableException, B: Async\ServiceUnavailableException, C: Async\ServiceUnavailableException
string(1) "r"
