--TEST--
All futures of a state share outcome, places and flags; the state lives while any of them does
--DESCRIPTION--
Rules: FU-1, FU-2, FU-10, FU-36, FU-37
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$a = new Future($state);
$b = new Future($state);
var_dump($a->isCompleted(), $b->isCompleted(), $state->isCompleted());
var_dump($a->getAwaitingInfo() === ['FutureState(pending)'], $state->getAwaitingInfo() === $b->getAwaitingInfo());
$state->complete('value');
unset($state);
var_dump($a->isCompleted(), $b->isCompleted(), $a->getAwaitingInfo());
var_dump($a->getCreatedLocation() === $b->getCreatedLocation(), $a->getCompletedLocation() === $b->getCompletedLocation());
var_dump($a->await(), $b->await());
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(22) "FutureState(completed)"
}
bool(true)
bool(true)
string(5) "value"
string(5) "value"
