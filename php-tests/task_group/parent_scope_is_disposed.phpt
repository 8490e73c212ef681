--TEST--
TG-4, TG-39: cancelling the parent cancels the tasks; the scope of the group stays until the group goes
--DESCRIPTION--
Rules: TG-4, TG-39, TG-41
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncException};
use function Async\{suspend, await};

$scope = new Scope;
$group = await($scope->spawn(fn() => new TaskGroup(1, 0)));
$group->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
$group->spawn(fn() => 'starts all the same');
while (!$started) suspend();
$scope->cancel();
unset($scope);
gc_collect_cycles();
echo json_encode($group->all(true)->await()), ' ', $group->getErrors()[0]->getMessage(), "\n";
try { $group->spawn(fn() => 1); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
echo json_encode($group->getResults()), "\n";
unset($group);
--EXPECT--
{"1":"starts all the same"} Scope was cancelled
Cannot spawn a coroutine in a closed scope
{"1":"starts all the same"}
