--TEST--
TS-1: argument errors name TaskSet, other texts say TaskGroup
--DESCRIPTION--
Rules: TS-1, TG-1, TG-2, TG-3
Order: independent
--FILE--
<?php
use Async\{TaskSet, Scope};

foreach ([[-1], [1, 4294967296], ['x'], [1, 1, new stdClass]] as $arguments) {
    try { new TaskSet(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$scope = new Scope;
$scope->dispose();
try { new TaskSet(scope: $scope); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$set = new TaskSet;
foreach (['joinNext', 'joinAny'] as $method) {
    try { $set->$method(); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
}
try { $set->spawn('no such function'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $set->awaitCompletion(); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$set->spawnWithKey('a', fn() => 1);
try { $set->spawnWithKey('a', fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
$set->close();
try { $set->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
var_dump(array_filter(['getResults', 'getErrors', 'suppressErrors', 'all', 'race', 'any'], fn($method) => method_exists($set, $method)));
--EXPECT--
ValueError: Async\TaskSet::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
ValueError: Async\TaskSet::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
TypeError: Async\TaskSet::__construct(): Argument #1 ($concurrency) must be of type ?int, string given
TypeError: Async\TaskSet::__construct(): Argument #3 ($scope) must be of type ?Async\Scope, stdClass given
Cannot use a disposed Scope for TaskGroup
Cannot race on an empty TaskGroup
Cannot call any() on an empty TaskGroup
Async\TaskSet::spawn(): Argument #1 ($task) must be a valid callback, function "no such function" not found or invalid function name
TaskGroup must be closed before calling awaitCompletion()
Duplicate key "a" in TaskGroup
Cannot spawn tasks on a closed TaskGroup
array(0) {
}
