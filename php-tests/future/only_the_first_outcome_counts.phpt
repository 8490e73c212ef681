--TEST--
The first completion counts; later ones throw and name its place
--DESCRIPTION--
Rules: FU-6, FU-7, FU-8
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

function attempt(callable $call): void {
    try {
        $call(); echo "no exception\n";
    } catch (Async\AsyncException $e) {
        echo get_class($e), ': ', str_replace(__FILE__, 'F', $e->getMessage()), "\n";
    }
}
$state = new FutureState();
$future = new Future($state);
$state->complete(1);                              
attempt(fn() => $state->complete(2));
attempt(fn() => $state->error(new Exception('x')));
var_dump($future->await());

$state = new FutureState();
$future = new Future($state);
$state->error(new LogicException('first'));       
attempt(fn() => $state->complete(2));
attempt(fn() => $state->error(new Exception('x')));
try { $future->await(); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }

// Completed where no PHP code runs.
$channel = spawn(fn() => null);
$derived = Future::completed(1)->map(fn($v) => $v);
$derived->await();
echo $derived->getCompletedLocation(), ' ', json_encode($derived->getCompletedFileAndLine()), "\n";
--EXPECT--
Async\AsyncException: FutureState is already completed at F:14
Async\AsyncException: FutureState is already completed at F:14
int(1)
Async\AsyncException: FutureState is already completed at F:21
Async\AsyncException: FutureState is already completed at F:21
first
unknown [null,0]
