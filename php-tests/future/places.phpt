--TEST--
Created and completed places of futures, in both forms
--DESCRIPTION--
Rules: FU-32, FU-33, FU-34, FU-35, FU-36
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$base = __LINE__;
$state = new FutureState();
$future = new Future($state);
var_dump($future->getCreatedFileAndLine() === [__FILE__, $base + 1], $future->getCreatedLocation() === __FILE__ . ':' . ($base + 1));
var_dump($state->getCompletedFileAndLine(), $state->getCompletedLocation());
$derived = $future->map(fn() => 1);
var_dump($derived->getCreatedLocation() === __FILE__ . ':' . ($base + 5));
function finish(FutureState $state): void { $state->complete(1); }
finish($state);
var_dump($future->getCompletedLocation() === __FILE__ . ':' . ($base + 7), $state->getCompletedFileAndLine() === [__FILE__, $base + 7]);
$derived->await();
$future = new Future(new FutureState());
$future->cancel(); $future->ignore();
var_dump($future->getCompletedLocation() === __FILE__ . ':' . ($base + 12));
--EXPECT--
bool(true)
bool(true)
array(2) {
  [0]=>
  NULL
  [1]=>
  int(0)
}
string(7) "unknown"
bool(true)
bool(true)
bool(true)
bool(true)
