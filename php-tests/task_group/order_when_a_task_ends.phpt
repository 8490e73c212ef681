--TEST--
TG-20: outcome, pending tasks and callers, race and any, iterators, then all, awaiting, finally handlers
--DESCRIPTION--
Rules: TG-20, TG-21, TG-28, TG-29, CM-5
Order: dependent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await, await_all};

$group = new TaskGroup(1, 1);
$group->finally(fn() => print("finally\n"));
$tasks = 0;
$task = function (string $name) use (&$tasks, &$go) { echo "task $name begins\n"; while ($go < $name) suspend(); return $name; };
$group->spawn($task, '1');
$group->spawn($task, '2');
// Subscribed in the opposite order of what is expected.
$all = $group->all();
$any = $group->any();
$race = $group->race();
spawn(function () use ($group) { await_all([$group]); echo "awaited\n"; });
spawn(function () use ($all) { $all->await(); echo "all\n"; });
spawn(function () use ($group) { foreach ($group as $key => [$result]) echo "foreach $key => $result\n"; echo "foreach ends\n"; });
spawn(function () use ($any) { $any->await(); echo "any\n"; });
spawn(function () use ($race) { $race->await(); echo "race\n"; });
spawn(function () use ($group, $task) { $group->spawn($task, '3'); echo "spawned 3\n"; $group->close(); });
suspend();
suspend();
foreach (['1', '2', '3'] as $go) {
    echo "-- $go\n";
    while (count($group->getResults()) < $go) suspend();
    for ($i = 0; $i < 3; $i++) suspend();
}
--EXPECT--
task 1 begins
-- 1
task 2 begins
spawned 3
any
race
foreach 0 => 1
-- 2
task 3 begins
foreach 1 => 2
-- 3
foreach 2 => 3
foreach ends
all
awaited
finally
