--TEST--
TG-3: tasks run in the scope that was given, whose object the group keeps
--DESCRIPTION--
Rules: TG-3
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncException};
use function Async\{suspend, await, current_context};

$scope = new Scope;
await($scope->spawn(fn() => current_context()->set('key', 'value of the scope')));
$group = new TaskGroup(scope: $scope);
$group->spawn(fn() => current_context()->find('key'));
echo $group->all()->await()[0], "\n";

// A temporary: it would cancel its coroutines when it goes.
$group = new TaskGroup(2, 0, new Scope);
$group->spawn(function () { suspend(); return 'ended'; });
gc_collect_cycles();
echo $group->all()->await()[0], "\n";

// Disposed of, idle and after its last coroutine; one that still ends its coroutines may be used.
$idle = new Scope;
$idle->dispose();
$released = new Scope;
$released->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
while (!$started) suspend();
$released->cancel();
foreach ([$idle, $released] as $i => $scope) {
    if ($i === 1) {
        $group = new TaskGroup(scope: $scope);
        $group->spawn(fn() => 'in a cancelled scope');
        echo $group->all()->await()[0], "\n";
        while (!$scope->isClosed()) suspend();
    }
    try { new TaskGroup(scope: $scope); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
value of the scope
ended
Cannot use a disposed Scope for TaskGroup
in a cancelled scope
Cannot use a disposed Scope for TaskGroup
