--TEST--
TS-1, TG-23, TG-25: cancel() and dispose() of a set
--DESCRIPTION--
Rules: TS-1, TG-23, TG-24, TG-25, TG-42
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\suspend;

foreach (['cancel', 'dispose'] as $end) {
    $set = new TaskSet(1, 0);
    $set->spawnWithKey('running', function () use (&$started) { $started = true; while (true) suspend(); });
    $set->spawnWithKey('queued', fn() => 'queued');
    $started = false;
    while (!$started) suspend();
    $set->$end();
    echo "$end: ", count($set), ' ';
    try { $set->joinNext()->await(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), ' '; }
    echo json_encode($set->joinAll()->await()), ' ', count($set), "\n";
}
--EXPECT--
cancel: 1 TaskGroup cancelled [] 0
dispose: 2 Scope is being disposed due to TaskGroup disposal {"queued":"queued"} 0
