--TEST--
TG-5, TG-9: tasks that wait for their turn start in the order in which they were spawned
--DESCRIPTION--
Rules: TG-5, TG-9
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup(1, 0);
$order = [];
foreach (['d', 'b', 'c', 'a'] as $key) {
    $group->spawnWithKey($key, function () use ($key, &$order) { suspend(); $order[] = $key; return strtoupper($key); });
}
$results = $group->all()->await();
echo implode(' ', $order), "\n", json_encode($results), "\n";
// Where it was spawned is where it comes from, also if it starts later.
$group = new TaskGroup(1, 0);
$here = [];
for ($i = 0; $i < 2; $i++) {
    $group->spawn(fn() => Async\current_coroutine()->getSpawnLocation()); $here[] = __FILE__ . ':' . __LINE__;
}
var_dump($group->all()->await() === $here);
--EXPECT--
d b c a
{"d":"D","b":"B","c":"C","a":"A"}
bool(true)
