--TEST--
Derived futures are settled also when the scope of their derivation was disposed meanwhile
--DESCRIPTION--
Rules: FU-24, FU-31
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$scope = new Async\Scope();
await($scope->spawn(function () use ($future, &$derived) { $derived = $future->map(fn($v) => $v + 1); }));
$scope->dispose();
unset($scope);
$state->complete(1);
var_dump($derived->await());

// Cancelled before the coroutine that settles them has run.
$state = new FutureState();
$future = new Future($state);
$scope = new Async\Scope();
await($scope->spawn(function () use ($future, &$derived) { $derived = $future->map(fn($v) => $v + 1); }));
$state->complete(2);
$scope->cancel();
var_dump($derived->await());
--EXPECT--
int(2)
int(3)
