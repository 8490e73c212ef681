--TEST--
The maximum holds while factory, hooks, destructor and strategy are parked, and no resource is forgotten
--DESCRIPTION--
Rules: PO-5, PO-7, PO-18
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy};
use function Async\{spawn, suspend, await_all};

const MAX = 3;

final class Live { public static int $now = 0, $most = 0, $missing = 0; }

$pool = null;
$park = function () use (&$pool) {
    for ($i = mt_rand(0, 3); $i > 0; $i--) suspend();
};
$pool = new Pool(
    factory: function () use ($park, &$pool) {
        Live::$most = max(Live::$most, ++Live::$now);
        $park();
        Live::$missing += (int) ($pool->activeCount() < 1);
        return new stdClass;
    },
    destructor: function () use ($park) { $park(); Live::$now--; },
    beforeAcquire: function () use ($park) { $park(); return mt_rand(0, 3) > 0; },
    beforeRelease: function () use ($park) { $park(); return mt_rand(0, 3) > 0; },
    max: MAX,
);
$pool->setCircuitBreakerStrategy(new class($park) implements CircuitBreakerStrategy {
    public function __construct(private Closure $park) {}
    public function reportSuccess(mixed $source): void { ($this->park)(); }
    public function reportFailure(mixed $source, Throwable $error): void { ($this->park)(); }
    public function shouldRecover(): bool { return false; }
});

mt_srand(7);
$used = $most = 0;
$coroutines = [];
for ($i = 0; $i < 20; $i++) {
    $coroutines[] = spawn(function () use ($pool, $park, &$used, &$most) {
        for ($round = 0; $round < 20; $round++) {
            $r = mt_rand(0, 3) ? $pool->acquire() : $pool->tryAcquire();
            if ($r === null) continue;
            $used++;
            $most = max($most, $pool->count(), $pool->activeCount());
            $park();
            $pool->release($r);
        }
    });
}
await_all($coroutines);
var_dump($used > 200, Live::$most <= MAX, $most <= MAX, Live::$missing);
var_dump($pool->activeCount(), $pool->idleCount() === Live::$now);
$pool->close();
var_dump(Live::$now);
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
int(0)
bool(true)
int(0)
