--TEST--
release(): hook, counters, strategy, then idle or destroyed, in this order
--DESCRIPTION--
Rules: PO-18, PO-8, PO-24, CB-5, CB-6, CB-9
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy};

function counters(Pool $pool): string
{
    return "idle {$pool->idleCount()}, active {$pool->activeCount()}";
}

$pool = null;
$answer = true;
$pool = new Pool(
    fn() => 'r',
    function ($r) use (&$pool) { echo "  destroyed, ", counters($pool), "\n"; },
    beforeRelease: function ($r) use (&$pool, &$answer) {
        echo "  hook, ", counters($pool), "\n";
        return $answer instanceof Throwable ? throw $answer : $answer;
    },
    max: 1,
);
$pool->setCircuitBreakerStrategy(new class implements CircuitBreakerStrategy {
    public function reportSuccess(mixed $source): void { echo "  success, ", counters($source), "\n"; }
    public function reportFailure(mixed $source, Throwable $error): void
    {
        echo "  failure, ", counters($source), ', ', get_class($error), ': ', $error->getMessage(), "\n";
        var_dump($error->getPrevious());
    }
    public function shouldRecover(): bool { throw new LogicException('never asked'); }
});
foreach (['accepted' => true, 'null' => null, 'false' => false, 'exception' => new RuntimeException('bad'),
    'error' => new TypeError('bad')] as $name => $answer) {
    $r = $pool->acquire();
    echo "$name\n";
    $pool->release($r);
    echo '  ', counters($pool), ", $r\n";
}
$answer = true;
foreach ([true, false] as $answer) {
    $r = $pool->tryAcquire() ?? 'r';
    $pool->close();
    echo "closed\n";
    $pool->release($r);
    echo '  ', counters($pool), "\n";
}
--EXPECT--
accepted
  hook, idle 0, active 1
  success, idle 0, active 0
  idle 1, active 0, r
null
  hook, idle 0, active 1
  success, idle 0, active 0
  idle 1, active 0, r
false
  hook, idle 0, active 1
  failure, idle 0, active 0, Exception: Resource validation failed
NULL
  destroyed, idle 0, active 0
  idle 0, active 0, r
exception
  hook, idle 0, active 1
  failure, idle 0, active 0, Exception: Resource validation failed
NULL
  destroyed, idle 0, active 0
  idle 0, active 0, r
error
  hook, idle 0, active 1
  failure, idle 0, active 0, Exception: Resource validation failed
NULL
  destroyed, idle 0, active 0
  idle 0, active 0, r
closed
  hook, idle 0, active 1
  success, idle 0, active 0
  destroyed, idle 0, active 0
  idle 0, active 0
closed
  hook, idle 0, active 0
  failure, idle 0, active 0, Exception: Resource validation failed
NULL
  destroyed, idle 0, active 0
  idle 0, active 0
