--TEST--
The strategy hears of every release, may be replaced at any time, may suspend, and its exceptions are dropped
--DESCRIPTION--
Rules: CB-4, CB-5, CB-6, CB-7, CB-8, CB-9, PO-18
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreakerStrategy};
use function Async\{suspend, spawn, await};

final class Strategy implements CircuitBreakerStrategy
{
    public static int $alive = 0;
    public array $log = [];
    public function __construct(private string $name, private ?Closure $more = null) { self::$alive++; }
    public function __destruct() { self::$alive--; }
    public function reportSuccess(mixed $source): void
    {
        echo "$this->name: success of ", get_class($source), "\n";
        $this->more && ($this->more)($source);
    }
    public function reportFailure(mixed $source, Throwable $error): void
    {
        echo "$this->name: failure of ", get_class($source), ', ', get_class($error),
            ' "', $error->getMessage(), '", ', $error->getCode(), "\n";
        $this->more && ($this->more)($source);
    }
    public function shouldRecover(): bool { echo "asked\n"; return true; }
}

$good = true;
$pool = new Pool(fn() => 1, beforeRelease: function () use (&$good) { return $good; });
$use = fn() => $pool->release($pool->acquire());
$use();
$pool->setCircuitBreakerStrategy(new Strategy('first'));
$use();
$good = false;
$use();
$good = true;
echo "- replaced\n";
$pool->setCircuitBreakerStrategy(new Strategy('second', function () { suspend(); throw new RuntimeException('dropped'); }));
var_dump(Strategy::$alive);
$use();
$good = false;
$use();
$good = true;
echo "- replaces itself\n";
$pool->setCircuitBreakerStrategy(new Strategy('third', function (Pool $source) {
    $source->setCircuitBreakerStrategy(null);
    suspend(); echo "after\n";
}));
$use();
$use();
var_dump(Strategy::$alive);
echo "- opens and closes\n";
$pool->setCircuitBreakerStrategy(new Strategy('fourth', fn(Pool $source) => $source->deactivate()));
$use();
echo $pool->getState()->name, "\n";
$pool->activate();
$pool->setCircuitBreakerStrategy(new Strategy('fifth', fn(Pool $source) => $source->close()));
$use();
var_dump($pool->isClosed(), count($pool));
$pool->release(7);
try {
    $pool->setCircuitBreakerStrategy();
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $pool->setCircuitBreakerStrategy(new stdClass);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
unset($pool, $use);
var_dump(Strategy::$alive);
--EXPECT--
first: success of Async\Pool
first: failure of Async\Pool, Exception "Resource validation failed", 0
- replaced
int(1)
second: success of Async\Pool
second: failure of Async\Pool, Exception "Resource validation failed", 0
- replaces itself
third: success of Async\Pool
after
int(0)
- opens and closes
fourth: success of Async\Pool
INACTIVE
fifth: success of Async\Pool
bool(true)
int(0)
fifth: success of Async\Pool
Async\Pool::setCircuitBreakerStrategy() expects exactly 1 argument, 0 given
Async\Pool::setCircuitBreakerStrategy(): Argument #1 ($strategy) must be of type ?Async\CircuitBreakerStrategy, stdClass given
int(0)
