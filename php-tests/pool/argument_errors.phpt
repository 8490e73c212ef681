--TEST--
The constructor checks its numbers in the order min, max, both, interval
--DESCRIPTION--
Rules: PO-1
Order: independent
--FILE--
<?php
use Async\Pool;

$cases = [
    ['min' => -1, 'max' => 0, 'healthcheckInterval' => -1],
    ['min' => PHP_INT_MIN],
    ['max' => 0],
    ['max' => -5, 'min' => 3],
    ['min' => 11],
    ['min' => 2, 'max' => 1, 'healthcheckInterval' => -1],
    ['healthcheckInterval' => -1],
];
foreach ($cases as $case) {
    try {
        new Pool(...['factory' => fn() => print("called\n"), ...$case]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach ([['nothing'], [fn() => 1, 'nothing'], [fn() => 1, null, 3], [fn() => 1, null, null, 'a::b'],
    [fn() => 1, null, null, null, []], []] as $arguments) {
    try {
        new Pool(...$arguments);
    } catch (TypeError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$pool = new Pool('rand', null, null, null, null, PHP_INT_MAX === 0 ? 1 : 0, PHP_INT_MAX, PHP_INT_MAX);
var_dump(is_int($pool->acquire()));
--EXPECT--
Async\Pool::__construct(): Argument #6 ($min) must be >= 0
Async\Pool::__construct(): Argument #6 ($min) must be >= 0
Async\Pool::__construct(): Argument #7 ($max) must be >= 1
Async\Pool::__construct(): Argument #7 ($max) must be >= 1
Async\Pool::__construct(): Argument #6 ($min) must be <= max
Async\Pool::__construct(): Argument #6 ($min) must be <= max
Async\Pool::__construct(): Argument #8 ($healthcheckInterval) must be >= 0
TypeError: Async\Pool::__construct(): Argument #1 ($factory) must be a valid callback, function "nothing" not found or invalid function name
TypeError: Async\Pool::__construct(): Argument #2 ($destructor) must be a valid callback or null, function "nothing" not found or invalid function name
TypeError: Async\Pool::__construct(): Argument #3 ($healthcheck) must be a valid callback or null, no array or string given
TypeError: Async\Pool::__construct(): Argument #4 ($beforeAcquire) must be a valid callback or null, class "a" not found
TypeError: Async\Pool::__construct(): Argument #5 ($beforeRelease) must be a valid callback or null, array callback must have exactly two members
ArgumentCountError: Async\Pool::__construct() expects at least 1 argument, 0 given
bool(true)
