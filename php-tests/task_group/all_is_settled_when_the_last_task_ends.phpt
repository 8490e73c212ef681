--TEST--
TG-15: all() waits for tasks that are added meanwhile, too
--DESCRIPTION--
Rules: TG-14, TG-15
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup(1);
$group->spawn(function () use ($group) {
    suspend();
    $group->spawn(function () use ($group) { $group->spawn(fn() => 3); return 2; });
    return 1;
});
echo json_encode($group->all()->await()), "\n";
--EXPECT--
[1,2,3]
