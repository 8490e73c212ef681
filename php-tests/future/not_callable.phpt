--TEST--
An argument that cannot be called is a type error, and nothing is registered
--DESCRIPTION--
Rules: FU-21
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
foreach (['map', 'catch', 'finally'] as $method) {
    foreach (['no such function', 5, [1, 2], null] as $argument) {
        try { $future->$method($argument); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    }
}
$state->complete(1);
var_dump($future->await());
--EXPECT--
Async\Future::map(): Argument #1 ($map) must be of type callable, string given
Async\Future::map(): Argument #1 ($map) must be of type callable, int given
Async\Future::map(): Argument #1 ($map) must be of type callable, array given
Async\Future::map(): Argument #1 ($map) must be of type callable, null given
Async\Future::catch(): Argument #1 ($catch) must be of type callable, string given
Async\Future::catch(): Argument #1 ($catch) must be of type callable, int given
Async\Future::catch(): Argument #1 ($catch) must be of type callable, array given
Async\Future::catch(): Argument #1 ($catch) must be of type callable, null given
Async\Future::finally(): Argument #1 ($finally) must be of type callable, string given
Async\Future::finally(): Argument #1 ($finally) must be of type callable, int given
Async\Future::finally(): Argument #1 ($finally) must be of type callable, array given
Async\Future::finally(): Argument #1 ($finally) must be of type callable, null given
int(1)
