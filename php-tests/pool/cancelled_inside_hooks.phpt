--TEST--
A coroutine that is cancelled inside a hook has rejected the resource, and its cancellation is not lost
--DESCRIPTION--
Rules: PO-8, PO-9, PO-18, PO-24, CB-7
Order: independent
A token that ends an operation inside the hook is the hook's own affair: the resource is rejected, nothing else.
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy, AsyncCancellation, Future, FutureState};
use function Async\{spawn, suspend, await, timeout};

final class Strategy implements CircuitBreakerStrategy
{
    public function __construct(private Closure $act) {}
    public function reportSuccess(mixed $source): void { ($this->act)('strategy'); }
    public function reportFailure(mixed $source, Throwable $error): void { ($this->act)('strategy'); }
    public function shouldRecover(): bool { return false; }
}

function run(string $where, Closure $park, bool $cancel): void
{
    $parked = false;
    $n = $destroyed = 0;
    $armed = false;
    $in = function (string $here) use (&$parked, &$armed, $where, $park) {
        if ($armed && $here === $where) {
            $armed = false;
            $parked = true;
            $park();
        }
    };
    $pool = new Pool(
        factory: function () use ($in, &$n) { $in('factory'); return ++$n; },
        destructor: function () use ($in, &$destroyed) { $destroyed++; $in('destructor'); },
        beforeAcquire: function () use ($in) { $in('beforeAcquire'); return true; },
        beforeRelease: function () use ($in, $where) { $in('beforeRelease'); return $where !== 'destructor'; },
        max: 2,
    );
    $pool->setCircuitBreakerStrategy(new Strategy($in));
    if ($where !== 'factory') {
        $other = $pool->acquire();
        $pool->release($pool->acquire());
        $pool->release($other);
    }
    $armed = true;
    $user = spawn(function () use ($pool) {
        try {
            $pool->release($pool->acquire());
            return 'done';
        } catch (Throwable $e) {
            return get_class($e);
        }
    });
    while (!$parked) suspend();
    if ($cancel) $user->cancel();
    $result = await($user);
    $pool->close();
    echo "$where: $result, $n made, $destroyed destroyed, {$pool->count()} left\n";
}

foreach (['factory', 'beforeAcquire', 'beforeRelease', 'strategy', 'destructor'] as $where) {
    run($where, function () { while (true) suspend(); }, true);
}
echo "- a token\n";
foreach (['factory', 'beforeAcquire', 'beforeRelease', 'strategy'] as $where) {
    run($where, function () { (new Future(new FutureState))->ignore()->await(timeout(1)); }, false);
}
--EXPECT--
factory: Async\AsyncCancellation, 0 made, 0 destroyed, 0 left
beforeAcquire: Async\AsyncCancellation, 2 made, 2 destroyed, 0 left
beforeRelease: Async\AsyncCancellation, 2 made, 2 destroyed, 0 left
strategy: Async\AsyncCancellation, 2 made, 2 destroyed, 0 left
destructor: Async\AsyncCancellation, 3 made, 3 destroyed, 0 left
- a token
factory: Async\OperationCanceledException, 0 made, 0 destroyed, 0 left
beforeAcquire: done, 2 made, 2 destroyed, 0 left
beforeRelease: done, 2 made, 2 destroyed, 0 left
strategy: done, 2 made, 2 destroyed, 0 left
