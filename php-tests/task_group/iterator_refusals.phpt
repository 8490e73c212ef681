--TEST--
TG-36, TG-37: no iteration by reference, and getIterator() is not to be called
--DESCRIPTION--
Rules: TG-36, TG-37, TS-1
Order: independent
--FILE--
<?php
use Async\{TaskGroup, TaskSet};

foreach ([new TaskGroup, new TaskSet] as $group) {
    $group->spawn(fn() => 1);
    $group->close();
    try { foreach ($group as &$entry) echo "never\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { $group->getIterator(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { $group->getIterator(1); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    foreach ((fn() => yield from $group)() as $key => $entry) echo "$key => ", json_encode($entry), "\n";
}
--EXPECT--
Error: Cannot iterate TaskGroup by reference
Error: An object of class Async\TaskGroup is not a traversable object in an invalid state
ArgumentCountError: Async\TaskGroup::getIterator() expects exactly 0 arguments, 1 given
0 => [1,null]
Error: Cannot iterate TaskGroup by reference
Error: An object of class Async\TaskGroup is not a traversable object in an invalid state
ArgumentCountError: Async\TaskSet::getIterator() expects exactly 0 arguments, 1 given
0 => [1,null]
