--TEST--
TG-27: waits for all tasks of a closed group and never throws their errors
--DESCRIPTION--
Rules: TG-27
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncException};
use function Async\{spawn, suspend, await};

$group = new TaskGroup(1);
$group->spawn(function () { suspend(); throw new Exception('failed'); });
$group->spawn(function () { suspend(); return 1; });
try { $group->awaitCompletion(); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
$group->close();
$others = [];
for ($i = 0; $i < 3; $i++) $others[] = spawn(function () use ($group) { $group->awaitCompletion(); return $group->isFinished(); });
var_dump($group->awaitCompletion());
echo json_encode([$group->isFinished(), ...array_map(await(...), $others)]), "\n";
$group->awaitCompletion();
$group->suppressErrors();
// After cancel(), too.
$group = new TaskGroup;
$group->spawn(function () use (&$started) { $started = true; try { while (true) suspend(); } finally { suspend(); } });
while (!$started) suspend();
$group->cancel();
$group->awaitCompletion();
var_dump($group->isFinished());
(new TaskGroup)->close();
$group = new TaskGroup;
$group->close();
$group->awaitCompletion();
try { $group->awaitCompletion(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
TaskGroup must be closed before calling awaitCompletion()
NULL
[true,true,true,true]
bool(true)
Async\TaskGroup::awaitCompletion() expects exactly 0 arguments, 1 given
