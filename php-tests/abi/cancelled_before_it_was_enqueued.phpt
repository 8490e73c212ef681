--TEST--
A coroutine that is cancelled before it was enqueued is finalised, and its creator keeps its reference
--DESCRIPTION--
Rules: ABI-116, ABI-117, ABI-141, ABI-193
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

function ended($name, $coroutine) {
    try {
        await($coroutine);
    } catch (Throwable $e) {
        echo "$name: ", get_class($e), ', ', async_test_co_flags($coroutine), "\n";
    }
}

$scope = new Async\Scope;
$c = async_test_co_new($scope);
var_dump(async_test_co_cancel($c), async_test_co_cancel($c));
ended('in a scope', $c);
var_dump($scope->isFinished());

$c = async_test_co_new();
async_test_co_cancel($c);
ended('in none', $c);

// By its scope, of which its creator knows nothing: it goes on.
$scope = new Async\Scope;
$c = async_test_co_new($scope);
$scope->cancel();
var_dump(async_test_co_enqueue($c));
ended('by its scope, then enqueued', $c);

$scope = new Async\Scope;
$c = async_test_co_new($scope);
$scope->cancel();
suspend();
suspend();
try {
    async_test_co_enqueue($c);
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
ended('enqueued too late', $c);

// It is dropped while it is queued.
$c = async_test_co_new(new Async\Scope);
async_test_co_cancel($c);
unset($c);
echo "dropped\n";
suspend();

// A strategy cancels what it is asked about.
class Strategy implements Async\SpawnStrategy {
    function __construct(public bool $waits, public bool $throws) {}
    function provideScope(): ?Async\Scope { return null; }
    function beforeCoroutineEnqueue(Async\Coroutine $c, Async\Scope $s): array {
        $c->cancel();
        if ($this->waits) {
            suspend();
            suspend();
        }
        if ($this->throws) {
            throw new Exception('refused');
        }
        return [];
    }
    function afterCoroutineEnqueue(Async\Coroutine $c, Async\Scope $s): void {}
}
foreach ([[false, false], [true, false], [false, true], [true, true]] as [$waits, $throws]) {
    try {
        ended('by a strategy', Async\spawn_with(new Strategy($waits, $throws), fn() => print("body\n")));
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
suspend();
echo 'counts: ', implode(' ', async_test_counts()), "\n";

// Left to the end of the script.
$left = async_test_co_new(new Async\Scope);
async_test_co_cancel($left);
?>
--EXPECT--
bool(true)
bool(true)
disposed
in a scope: Async\AsyncCancellation, started false, cancelled true, finished true
bool(true)
disposed
in none: Async\AsyncCancellation, started false, cancelled true, finished true
bool(true)
disposed
by its scope, then enqueued: Async\AsyncCancellation, started false, cancelled true, finished true
disposed
Cannot enqueue a coroutine that has finished
enqueued too late: Async\AsyncCancellation, started false, cancelled true, finished true
dropped
disposed
by a strategy: Async\AsyncCancellation, started false, cancelled true, finished true
by a strategy: Async\AsyncCancellation, started false, cancelled true, finished true
refused
refused
counts: 0 1
disposed
