--TEST--
TG-23: the scope of the group is cancelled, with the coroutines that its tasks have spawned in it
--DESCRIPTION--
Rules: TG-4, TG-23, TG-42
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend};

$group = new TaskGroup;
$started = 0;
$group->spawn(function () use (&$started, &$seen) {
    $loop = function (string $name) use (&$started, &$seen) {
        $started++;
        try { while (true) suspend(); } catch (Async\AsyncCancellation $e) { $seen[] = "$name: " . $e->getMessage(); }
    };
    spawn($loop, 'spawned');
    $inner = new TaskGroup;
    $inner->spawn($loop, 'of a group in the task');
    while ($started < 2) suspend();
    $started++;
});
while ($started < 3) suspend();
$group->cancel();
$group->awaitCompletion();
while (count($seen ?? []) < 2) suspend();
sort($seen);
echo implode("\n", $seen), "\n";
--EXPECT--
of a group in the task: TaskGroup cancelled
spawned: TaskGroup cancelled
