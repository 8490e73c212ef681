--TEST--
The cycle collector sees idle resources, the five callables and the strategy
--DESCRIPTION--
Rules: PO-27, CM-19
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy};
use function Async\{spawn, suspend};

final class Owner
{
    public static int $alive = 0;
    public mixed $pool = null;
    public function __construct() { self::$alive++; }
    public function __destruct() { self::$alive--; }
    public function make(): self { return $this; }
    public function look(mixed $r): bool { return true; }
    public function forget(mixed $r): void {}
}
final class Strategy implements CircuitBreakerStrategy
{
    public function __construct(public Owner $owner) {}
    public function reportSuccess(mixed $source): void {}
    public function reportFailure(mixed $source, Throwable $error): void {}
    public function shouldRecover(): bool { return true; }
}

$ways = [
    'factory' => fn(Owner $o) => new Pool(fn() => $o),
    'destructor' => fn(Owner $o) => new Pool(fn() => 1, fn($r) => $o),
    'healthcheck' => fn(Owner $o) => new Pool(fn() => 1, null, fn($r) => $o, healthcheckInterval: 1000),
    'beforeAcquire' => fn(Owner $o) => new Pool(fn() => 1, null, null, fn($r) => $o),
    'beforeRelease' => fn(Owner $o) => new Pool(fn() => 1, null, null, null, fn($r) => $o),
    'array callables' => fn(Owner $o) => new Pool([$o, 'make'], [$o, 'forget'], [$o, 'look'], [$o, 'look'], [$o, 'look']),
    'idle' => fn(Owner $o) => new Pool(fn() => $o, min: 3),
    'idle array' => fn(Owner $o) => new Pool(fn() => [[$o]], min: 1),
    'strategy' => function (Owner $o) { $p = new Pool(fn() => 1); $p->setCircuitBreakerStrategy(new Strategy($o)); return $p; },
    'itself' => function (Owner $o) { $p = null; $p = new Pool(function () use (&$p, $o) { return $p; }); $p->release($p); return $p; },
];
foreach ($ways as $name => $make) {
    $owner = new Owner;
    $owner->pool = $make($owner);
    // What is in use is not collected.
    gc_collect_cycles();
    $used = $owner->pool;
    unset($owner);
    gc_collect_cycles();
    $kept = Owner::$alive;
    unset($used);
    gc_collect_cycles();
    echo "$name: $kept ", Owner::$alive, "\n";
}

// With the scheduler, and while a coroutine is in a factory.
$owner = new Owner;
$owner->pool = new Pool(function () use ($owner) { suspend(); suspend(); suspend(); return $owner; });
$user = spawn(function () use ($owner) { $pool = $owner->pool; unset($owner); $pool->release($pool->acquire()); });
unset($owner);
for ($i = 0; $i < 12; $i++) {
    gc_collect_cycles();
    suspend();
    if (!$user->isCompleted() && Owner::$alive !== 1) echo "collected too early\n";
}
unset($user);
gc_collect_cycles();
suspend();
suspend();
var_dump(Owner::$alive);
--EXPECT--
factory: 1 0
destructor: 1 0
healthcheck: 1 0
beforeAcquire: 1 0
beforeRelease: 1 0
array callables: 1 0
idle: 1 0
idle array: 1 0
strategy: 1 0
itself: 1 0
int(0)
