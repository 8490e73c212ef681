--TEST--
TG-22: closing refuses further tasks; those that run or wait for their turn go on
--DESCRIPTION--
Rules: TG-22
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup(1, 0);
for ($i = 0; $i < 4; $i++) $group->spawn(function () use ($i) { suspend(); return $i; });
suspend();
$group->close();
echo json_encode($group->all()->await()), "\n";
--EXPECT--
[0,1,2,3]
