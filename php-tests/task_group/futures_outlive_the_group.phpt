--TEST--
TG-14, TG-38: a future of a group gets its outcome also when the group object is gone
--DESCRIPTION--
Rules: TG-14, TG-38
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

function futures(): array
{
    $group = new TaskGroup(1);
    $group->spawn(function () { suspend(); return 'a'; });
    $group->spawn(function () { suspend(); return 'b'; });
    return [$group->all(), $group->race(), $group->any()];
}
$futures = futures();
gc_collect_cycles();
foreach ($futures as $future) echo json_encode($future->await()), "\n";
--EXPECT--
["a","b"]
"a"
"a"
