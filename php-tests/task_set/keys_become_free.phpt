--TEST--
TS-8: a delivered key may be used again; the automatic counter never goes back
--DESCRIPTION--
Rules: TS-7, TS-8, TG-6
Order: independent
--FILE--
<?php
use Async\TaskSet;

$set = new TaskSet;
foreach (['key', 0, 'key', 1] as $key) {
    $set->spawnWithKey($key, fn() => $key);
    try { $set->spawnWithKey($key, fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    echo json_encode($set->joinNext()->await()), "\n";
}
for ($i = 0; $i < 3; $i++) $set->spawn(fn() => 1);
echo json_encode($set->joinAll()->await()), "\n";
$set->spawnWithKey(0, fn() => 'again');
$set->spawn(fn() => 'on');
echo json_encode($set->joinAll()->await()), "\n";
// Settled, but not delivered: the key is still taken.
$set->spawnWithKey('key', fn() => 1);
while (!$set->isFinished()) Async\suspend();
try { $set->spawnWithKey('key', fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
foreach ($set as $entry) break;
$set->spawnWithKey('key', fn() => 1);
echo count($set), "\n";
--EXPECT--
Duplicate key "key" in TaskGroup
"key"
Duplicate key 0 in TaskGroup
0
Duplicate key "key" in TaskGroup
"key"
Duplicate key 1 in TaskGroup
1
[1,1,1]
{"0":"again","3":"on"}
Duplicate key "key" in TaskGroup
1
