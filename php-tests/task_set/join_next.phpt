--TEST--
TS-3: joinNext() takes the task it delivers out, success or failure, so calls walk through the tasks
--DESCRIPTION--
Rules: TS-2, TS-3, TS-7
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\suspend;

$set = new TaskSet(1);
foreach (['first', 'second'] as $name) $set->spawn(fn() => $name);
$set->spawn(fn() => throw new Exception('third'));
while (count($set) > 0) {
    try { echo $set->joinNext()->await(); }
    catch (Exception $e) { echo 'failed: ', $e->getMessage(), $e->getPrevious() === null ? '' : '?'; }
    echo ', ', count($set), " left\n";
}
// All have ended before the first call: in spawn order, whatever the order of their ends.
$set = new TaskSet;
for ($i = 0; $i < 5; $i++) {
    $set->spawnWithKey("k$i", function () use ($i) { for ($turn = 0; $turn < 10 - 2 * $i; $turn++) suspend(); return $i; });
}
while (!$set->isFinished()) suspend();
echo count($set), ' ';
while (count($set) > 0) echo $set->joinNext()->await(), ' ';
echo "\n";
--EXPECT--
first, 2 left
second, 1 left
failed: third, 0 left
5 0 1 2 3 4
