--TEST--
TG-23, CN-8: a task may catch the cancellation and return; that is its result
--DESCRIPTION--
Rules: TG-12, TG-23
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup;
$group->spawn(function () use (&$started) {
    $started = true;
    try { while (true) suspend(); } catch (Async\AsyncCancellation) { suspend(); return 'rescued'; }
});
while (!$started) suspend();
$group->cancel();
echo json_encode($group->all()->await()), "\n";
--EXPECT--
["rescued"]
