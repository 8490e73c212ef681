--TEST--
The callbacks of a pending source run in the scope that was current at the first map() of that Future object
--DESCRIPTION--
Rules: FU-24
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$scope = new Async\Scope();
await($scope->spawn(function () use ($future, &$first) {
    Async\current_context()->set('where', 'first scope');
    $first = $future->map(fn() => Async\current_context()->find('where'));
}));
$second = $future->map(fn() => Async\current_context()->find('where'));
$other = (new Future($state))->map(fn() => Async\current_context()->find('where'));
$state->complete(1);
var_dump($first->await(), $second->await(), $other->await());
--EXPECT--
string(11) "first scope"
string(11) "first scope"
NULL
