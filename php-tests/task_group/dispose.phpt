--TEST--
TG-25, TG-41: everything in the scope is cancelled, what waits for its turn starts; the group stays open
--DESCRIPTION--
Rules: TG-25, TG-41, TG-42
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation, AsyncException};
use function Async\{spawn, suspend};

$group = new TaskGroup(2, 0);
$started = 0;
$wait = function (string $name) use (&$started, &$seen) {
    $started++;
    try { while (true) suspend(); } catch (AsyncCancellation $e) { $seen[] = "$name: " . $e->getMessage(); throw $e; }
};
$group->spawn($wait, 'task');
$group->spawn(function () use ($wait, &$started) { spawn($wait, 'other'); $started++; while (true) suspend(); });
$group->spawn(fn() => Async\current_coroutine()->isCancellationRequested());
$group->spawn(fn() => 'queued');
while ($started < 3) suspend();
$group->dispose();
echo json_encode([$group->isClosed(), $group->isFinished(), count($group)]), "\n";
// While the scope is busy, it takes further tasks.
$group->spawn(fn() => 'spawned');
$group->all(true)->await();
while (count($seen ?? []) < 2) suspend();
sort($seen);
echo implode("\n", $seen), "\n";
for ($i = 0; $i < 20; $i++) suspend();
echo json_encode($group->getResults()), ' ', implode(', ', array_keys($group->getErrors())), "\n";
// Then it takes none, but the group is as it was.
try { $group->spawn(fn() => print("never\n")); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
echo json_encode([$group->isClosed(), $group->isFinished(), count($group)]), "\n";

$group = new TaskGroup;
$group->dispose();
try { $group->spawn(fn() => print("never\n")); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
$group = new TaskGroup;
$group->spawn(fn() => 1);
$group->all()->await();
$group->dispose();
try { $group->spawn(fn() => print("never\n")); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
[false,false,4]
other: Scope is being disposed due to TaskGroup disposal
task: Scope is being disposed due to TaskGroup disposal
{"2":false,"3":"queued","4":"spawned"} 0, 1
Cannot spawn a coroutine in a closed scope
[false,true,5]
Cannot spawn a coroutine in a closed scope
Cannot spawn a coroutine in a closed scope
