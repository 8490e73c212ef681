--TEST--
TG-2, TG-10, TG-11: beyond the limit of the queue spawn() returns when a task that waited has started
--DESCRIPTION--
Rules: TG-2, TG-10, TG-11
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

// Concurrency 1, queue 2: the fourth call returns after the first task has ended.
$group = new TaskGroup(1, 2);
$ended = 0;
for ($i = 1; $i <= 6; $i++) {
    $group->spawn(function () use (&$ended) { suspend(); $ended++; });
    echo "spawn $i: ", $ended === 0 ? 'no task' : ($ended >= $i - 3 ? 'enough tasks' : 'too few tasks'), " ended\n";
}
$group->close();
$group->awaitCompletion();
echo $ended, "\n";

// null is twice the concurrency, 0 no limit, and without a limit of concurrency there is no queue.
foreach ([[2, null, 6], [2, 0, 20], [null, 1, 20], [1, 1, 2]] as [$concurrency, $limit, $free]) {
    $group = new TaskGroup($concurrency, $limit);
    $ended = 0;
    for ($i = 0; $i < $free; $i++) $group->spawn(function () use (&$ended) { $ended++; });
    echo $ended, "\n";
    $group->close();
    $group->awaitCompletion();
}
--EXPECT--
spawn 1: no task ended
spawn 2: no task ended
spawn 3: no task ended
spawn 4: enough tasks ended
spawn 5: enough tasks ended
spawn 6: enough tasks ended
6
0
0
0
0
