--TEST--
An exception in flight is preserved while a pool is used, closed or destroyed by what unwinds
--DESCRIPTION--
Rules: PO-21, PO-25, PO-26
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy};
use function Async\suspend;

function boom(): void { throw new LogicException('in flight'); }
function swallow(mixed ...$ignored): void {}
function show(Closure $code): void
{
    try {
        $code();
        echo "nothing was thrown\n";
    } catch (Throwable $e) {
        do {
            echo get_class($e), ' ', $e->getMessage(), ($e = $e->getPrevious()) ? ' <- ' : "\n";
        } while ($e);
    }
}

/** Gives its resource back when it is destroyed. */
final class Lease
{
    public function __construct(private Pool $pool, private mixed $resource) {}
    public function __destruct() { $this->pool->release($this->resource); }
}

final class Strategy implements CircuitBreakerStrategy
{
    public function __construct(private Closure $report) {}
    public function reportSuccess(mixed $source): void { ($this->report)(); }
    public function reportFailure(mixed $source, Throwable $error): void { ($this->report)(); }
    public function shouldRecover(): bool { return true; }
}

$quiet = function () { suspend(); };
$throws = function () { suspend(); throw new RuntimeException('dropped'); };
$destructorThrows = function () { suspend(); throw new RuntimeException('destructor'); };

foreach (['hooks' => $quiet, 'hooks that throw' => $throws] as $title => $hook) {
    echo "- $title\n";
    $pool = new Pool(fn() => 1, $quiet, beforeAcquire: $hook, beforeRelease: $hook);
    $pool->setCircuitBreakerStrategy(new Strategy($hook));
    show(function () use ($pool) { $lease = new Lease($pool, $pool->acquire()); boom(); });
    show(function () use ($pool) { swallow(new Lease($pool, $pool->acquire()), boom()); });
    show(function () use ($pool) { $pool->release($pool->acquire()); });
}
foreach (['destructor' => $quiet, 'destructor that throws' => $destructorThrows] as $title => $destructor) {
    echo "- $title\n";
    $make = fn() => new Pool(fn() => 1, $destructor, beforeRelease: fn() => false, min: 2);
    show(function () use ($make) { $pool = $make(); $lease = new Lease($pool, $pool->acquire()); boom(); });
    show(function () use ($make) { $pool = $make(); boom(); });
    show(function () use ($make) { swallow($make(), boom()); });
    show(function () use ($make) { [$make(), boom()]; });
    show(function () use ($make) { try { swallow($make(), boom()); } catch (LogicException) { echo "caught\n"; } });
    show(function () use ($make) { $pool = $make(); $pool = null; });
    show(function () use ($make) { $pool = $make(); try { boom(); } finally { $pool->close(); } });
}
--EXPECT--
- hooks
LogicException in flight
LogicException in flight
nothing was thrown
- hooks that throw
LogicException in flight
LogicException in flight
nothing was thrown
- destructor
LogicException in flight
LogicException in flight
LogicException in flight
LogicException in flight
caught
nothing was thrown
nothing was thrown
LogicException in flight
- destructor that throws
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
RuntimeException destructor <- RuntimeException destructor
RuntimeException destructor <- RuntimeException destructor <- LogicException in flight
