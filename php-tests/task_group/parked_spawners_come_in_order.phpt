--TEST--
TG-10: the caller that has waited longest is woken first
--DESCRIPTION--
Rules: TG-10, TG-20
Order: dependent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend};

$group = new TaskGroup(1, 1);
$order = [];
$task = function (string $name) use (&$order) { $order[] = "task $name"; };
$group->spawn($task, 'first');
$group->spawn($task, 'second');
foreach (['a', 'b', 'c'] as $name) {
    spawn(function () use ($group, $task, $name, &$order) {
        $group->spawn($task, $name);
        $order[] = "spawned $name";
    });
}
while (count($group) < 5) suspend();
$group->close();
$group->awaitCompletion();
echo implode("\n", $order), "\n";
--EXPECT--
task first
spawned a
task second
task a
spawned b
task b
spawned c
task c
