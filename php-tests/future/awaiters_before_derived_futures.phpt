--TEST--
At completion first the waiting coroutines become ready, in their order, then the derived futures are processed
--DESCRIPTION--
Rules: FU-7, FU-14
Order: dependent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$derived = $future->map(function () { echo "derived\n"; });
foreach (['a', 'b', 'c'] as $name) spawn(function () use ($future, $name) { $future->await(); echo $name, "\n"; });
suspend();
$state->complete(1);
echo "complete() has returned\n";
$derived->await();
--EXPECT--
complete() has returned
a
b
c
derived
