--TEST--
TG-39: a given scope in which nothing runs stays as it is, also when its last task takes the group with it
--DESCRIPTION--
Rules: TG-38, TG-39
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{spawn, suspend, await};

$scope = new Scope;
foreach (['outside', 'in the last task'] as $where) {
    $group = new TaskGroup(scope: $scope);
    $group->spawn(function () use (&$done) { suspend(); $done = true; });
    if ($where === 'outside') $group->all()->await();
    $done = false;
    unset($group);
    for ($i = 0; $i < 9; $i++) suspend();
    echo "$where: ", json_encode([$scope->isCancelled(), $scope->isClosed()]), ' ', await($scope->spawn(fn() => 'still works')), "\n";
}
--EXPECT--
outside: [false,false] still works
in the last task: [false,false] still works
