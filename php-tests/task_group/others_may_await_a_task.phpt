--TEST--
TG-12: a coroutine that awaits that of a task gets its outcome, and the group has it all the same
--DESCRIPTION--
Rules: TG-12
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await, current_coroutine};

$group = new TaskGroup;
$handles = [];
$group->spawn(function () use (&$handles) {
    $handles[] = $own = current_coroutine();
    $own->finally(fn() => print("finally of the task\n"));
    suspend();
    throw new Exception('failed');
});
$group->spawn(function () use (&$handles) { $handles[] = current_coroutine(); return 'result'; });
while (count($handles) < 2) suspend();
$seen = [];
foreach ($handles as $handle) {
    $seen[] = spawn(function () use ($handle) { try { return await($handle); } catch (Exception $e) { return $e->getMessage(); } });
}
$group->all(true)->await();
$seen = array_map(await(...), $seen);
sort($seen);
echo implode(', ', $seen), "\n";
echo json_encode($group->getResults()), ' ', $group->getErrors()[0]->getMessage(), "\n";
--EXPECT--
finally of the task
failed, result
{"1":"result"} failed
