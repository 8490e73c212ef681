--TEST--
TS-7, TS-11: count() is what was not delivered, isFinished() asks only for tasks
--DESCRIPTION--
Rules: TS-7, TS-11
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\suspend;

$set = new TaskSet(1, 0);
$show = function (string $moment) use ($set) { echo "$moment: ", json_encode([count($set), $set->isFinished(), $set->isClosed()]), "\n"; };
$show('new');
foreach ([1, 2, 3] as $i) $set->spawn(function () use ($i) { suspend(); return $i; });
$show('running and queued');
while (!$set->isFinished()) suspend();
$show('settled');
$set->close();
$set->awaitCompletion();
$show('closed');
$set->joinNext()->await();
$show('one delivered');
$set->joinAll()->await();
$show('all delivered');
--EXPECT--
new: [0,true,false]
running and queued: [3,false,false]
settled: [3,true,false]
closed: [3,true,true]
one delivered: [2,true,true]
all delivered: [0,true,true]
