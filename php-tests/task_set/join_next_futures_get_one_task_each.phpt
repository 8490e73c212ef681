--TEST--
TS-3: futures that wait together get different tasks, the oldest call first
--DESCRIPTION--
Rules: TS-3, TG-14
Order: independent
--FILE--
<?php
use Async\{TaskSet, AsyncException};
use function Async\{suspend, await_all};

$set = new TaskSet(1);
for ($i = 0; $i < 3; $i++) $set->spawn(function () use ($i) { suspend(); return $i; });
$futures = [];
for ($i = 0; $i < 3; $i++) $futures[] = $set->joinNext();
// One of them goes, or is cancelled: it takes no task with it.
$dropped = $set->joinNext()->ignore();
unset($dropped);
$cancelled = $set->joinNext()->ignore();
$cancelled->cancel();
foreach ($futures as $future) echo $future->await(), ' ';
echo count($set), "\n";

// More futures than tasks: nothing will come for the last one.
$set = new TaskSet;
$set->spawn(function () { suspend(); return 'only'; });
[$one, $two] = [$set->joinNext(), $set->joinNext()];
echo $one->await(), "\n";
try { $two->await(); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
0 1 2 0
only
Cannot race on an empty TaskGroup
