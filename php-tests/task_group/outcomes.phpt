--TEST--
TG-12, TG-13, TG-30: what a task returns is its result, what it throws its error
--DESCRIPTION--
Rules: TG-12, TG-13, TG-30
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{suspend, current_coroutine};

// Nothing reaches the scope's handler, and nothing surfaces.
$scope = new Async\Scope;
$scope->setExceptionHandler(fn() => print("handler called\n"));
$group = new TaskGroup(scope: $scope);
$group->spawn(function () {});
$group->spawn(fn() => [1, 2]);
$group->spawn(fn() => throw new LogicException('thrown'));
$group->spawn(function () { suspend(); throw new AsyncCancellation('by itself'); });
$group->spawn(function () { nothing(); });
$group->spawn(function () { current_coroutine()->cancel(new AsyncCancellation('self')); return 'kept apart'; });
$group->spawn(function () { try { return 'tried'; } finally { suspend(); } });
$value = 5;
$group->spawn(function () use (&$value) { $reference = &$value; return $reference; });
$group->close();
$group->awaitCompletion();
foreach ($group->getResults() as $key => $result) echo "$key => ", json_encode($result), "\n";
foreach ($group->getErrors() as $key => $error) echo "$key => ", get_class($error), ': ', $error->getMessage(), "\n";
var_dump($group->getErrors()[2] === $group->getErrors()[2]);
--EXPECT--
0 => null
1 => [1,2]
6 => "tried"
7 => 5
2 => LogicException: thrown
3 => Async\AsyncCancellation: by itself
4 => Error: Call to undefined function nothing()
5 => Async\AsyncCancellation: self
bool(true)
