--TEST--
TG-1, TG-2: limits from 0 to 4294967295, or null
--DESCRIPTION--
Rules: TG-1, TG-2
Order: independent
--FILE--
<?php
use Async\TaskGroup;

foreach ([[], [null, null, null], [0, 0], [4294967295, 4294967295], [3]] as $arguments) new TaskGroup(...$arguments);
foreach ([[-1], [4294967296], [1, -1], [null, 4294967296], ['x'], [1, []], [1, 1, new stdClass], [1, 1, null, 1]] as $arguments) {
    try { new TaskGroup(...$arguments); echo "accepted\n"; }
    catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
// Both are wrong: the first one is named.
try { new TaskGroup(queueLimit: -1, concurrency: -1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
try { new TaskGroup(queueLimit: -1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
// A second call changes nothing.
$group = new TaskGroup(1, 1);
$group->__construct(5, 5);
$group->spawn(fn() => print("task\n"));
$group->spawn(fn() => print("task\n"));
$group->close();
$group->awaitCompletion();
echo count($group), "\n";
--EXPECT--
ValueError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
ValueError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
ValueError: Async\TaskGroup::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
ValueError: Async\TaskGroup::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
TypeError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be of type ?int, string given
TypeError: Async\TaskGroup::__construct(): Argument #2 ($queueLimit) must be of type ?int, array given
TypeError: Async\TaskGroup::__construct(): Argument #3 ($scope) must be of type ?Async\Scope, stdClass given
ArgumentCountError: Async\TaskGroup::__construct() expects at most 3 arguments, 4 given
Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
Async\TaskGroup::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
task
task
2
