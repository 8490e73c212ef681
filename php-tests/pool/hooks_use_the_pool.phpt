--TEST--
Hooks, factory, destructor and strategy may use the pool, close it, and drop the last reference to it
--DESCRIPTION--
Rules: PO-7, PO-18, PO-23, PO-24, PO-29
Order: independent
--FILE--
<?php
use Async\{Pool, PoolException, CircuitBreakerStrategy};
use function Async\{suspend, delay};

final class Strategy implements CircuitBreakerStrategy
{
    public function __construct(private Closure $act) {}
    public function reportSuccess(mixed $source): void { ($this->act)(); }
    public function reportFailure(mixed $source, Throwable $error): void { ($this->act)(); }
    public function shouldRecover(): bool { return false; }
}

$acts = [
    'takes one more' => function (?Pool &$pool) { if ($other = $pool->tryAcquire()) $pool->release($other); },
    'waits for one more' => function (?Pool &$pool) { $pool->release($pool->acquire(50)); },
    'closes' => function (?Pool &$pool) { $pool->close(); suspend(); },
    'drops' => function (?Pool &$pool) { $pool = null; suspend(); },
];
foreach ($acts as $name => $act) {
    foreach (['factory', 'destructor', 'healthcheck', 'beforeAcquire', 'beforeRelease', 'strategy'] as $where) {
        $pool = null;
        $busy = $acted = false;
        $made = $destroyed = 0;
        $in = function (string $here) use (&$pool, &$busy, &$acted, $where, $act) {
            if ($here === $where && !$busy && $pool) {
                $busy = $acted = true;
                $act($pool);
                $busy = false;
            }
        };
        $pool = new Pool(
            factory: function () use ($in, &$made) { $in('factory'); return ++$made; },
            destructor: function () use ($in, &$destroyed) { $destroyed++; $in('destructor'); },
            healthcheck: function () use ($in) { $in('healthcheck'); return true; },
            beforeAcquire: function () use ($in) { $in('beforeAcquire'); return true; },
            beforeRelease: function () use ($in, $where) { $in('beforeRelease'); return $where !== 'destructor'; },
            max: 4, healthcheckInterval: $where === 'healthcheck' ? 1 : 0,
        );
        $pool->setCircuitBreakerStrategy(new Strategy(fn() => $in('strategy')));
        // The call holds the pool, whatever the hook does to the variable.
        try {
            for ($i = 0; $i < 2 && $pool; $i++) {
                $r = $pool->acquire();
                $pool?->release($r);
            }
            while ($where === 'healthcheck' && !$acted) delay(1);
        } catch (PoolException) {
        }
        // A health check ends by itself.
        for ($i = 0; $i < 50; $i++) suspend();
        $lent = $pool ? $pool->activeCount() : null;
        $pool = null;
        $expected = $name === 'drops' && in_array($where, ['factory', 'beforeAcquire']) ? $made - 1 : $made;
        if (!$acted || $lent || $destroyed !== $expected) {
            echo "$where $name: ", $acted ? '' : 'not called, ', "$made made, $destroyed destroyed, $lent lent\n";
        }
    }
}
echo "done\n";
--EXPECT--
done
