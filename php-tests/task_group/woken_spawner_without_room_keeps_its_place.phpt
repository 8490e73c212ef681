--TEST--
TG-10: a caller that was woken looks again; if another one was faster it waits on, before the others
--DESCRIPTION--
Rules: TG-10
Order: dependent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend};

$group = new TaskGroup(1, 1);
$order = [];
$task = function (string $name) use (&$order) { $order[] = "task $name"; suspend(); };
$group->spawn($task, 1);
$group->spawn($task, 2);
foreach (['a', 'b'] as $name) {
    spawn(function () use ($group, $task, $name, &$order) { $group->spawn($task, $name); $order[] = "spawned $name"; });
}
// Runs between the wake-up of the first caller and its turn, and takes the place.
spawn(function () use ($group, $task, &$order) {
    while (count($group->getResults()) < 1) suspend();
    $group->spawn($task, 'fast');
    $order[] = 'spawned fast';
});
suspend();
while (count($group) < 5) suspend();
$group->close();
$group->awaitCompletion();
echo implode("\n", $order), "\n";
--EXPECT--
task 1
spawned fast
task 2
task fast
spawned a
task a
spawned b
task b
