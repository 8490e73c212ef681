--TEST--
TS-6: each entry leaves before the body of the loop runs for it
--DESCRIPTION--
Rules: TS-6, TG-33
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\suspend;

$set = new TaskSet;
$set->spawnWithKey('a', function () { suspend(); return 1; });
$set->spawnWithKey('b', fn() => 2);
$set->spawnWithKey('c', fn() => throw new Exception('failed'));
$set->close();
foreach ($set as $key => [$v, $e]) { echo "$key ", count($set), ' ', json_encode($v), ' ', $e?->getMessage(), "\n"; }
foreach ($set as $entry) echo "never\n";
// What was left in a loop that was broken off is still there.
$set = new TaskSet;
foreach ([1, 2, 3] as $i) $set->spawn(fn() => $i);
$set->close();
foreach ($set as $key => $entry) break;
echo count($set), ' ';
foreach ($set as $key => $entry) echo "$key ", count($set), ' ';
echo "\n";
--EXPECT--
a 2 1 
b 1 2 
c 0 null failed
2 1 1 2 0
