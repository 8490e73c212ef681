--TEST--
TG-23, TG-25, CN-6: a task may close, cancel or dispose its own group
--DESCRIPTION--
Rules: TG-22, TG-23, TG-25, TG-27
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

foreach (['close', 'cancel', 'dispose'] as $end) {
    $group = new TaskGroup(1, 0);
    $group->spawn(function () use ($group, $end) { $group->$end(); suspend(); echo "goes on after $end()\n"; return 'result'; });
    $group->spawn(fn() => print("next after $end()\n"));
    $all = $group->all(true);
    echo json_encode($all->await()), ' ', count($group), ' ', implode(array_map(fn($e) => $e->getMessage(), $group->getErrors())), "\n";
}
--EXPECT--
goes on after close()
next after close()
["result",1] 2 
goes on after cancel()
[] 1 TaskGroup cancelled
goes on after dispose()
next after dispose()
{"1":1} 2 Scope is being disposed due to TaskGroup disposal
