--TEST--
TG-10: a full group throws where the caller cannot wait
--DESCRIPTION--
Rules: TG-10
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup(1, 1);
$group->spawn(fn() => suspend());
$group->spawn(fn() => 1);
ob_start(function ($text) use ($group) {
    try { $group->spawn(fn() => 2); } catch (Async\AsyncException $e) { $text .= get_class($e) . ': ' . $e->getMessage() . "\n"; }
    return $text;
});
echo "in a callback\n";
ob_end_flush();
echo count($group), "\n";
$group->all()->await();
--EXPECT--
in a callback
Async\AsyncException: Cannot suspend a coroutine inside an output callback
2
