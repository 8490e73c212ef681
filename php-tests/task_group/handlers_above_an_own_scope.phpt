--TEST--
TG-32, EH-11: for the scope above, the errors of a group with its own scope come from a child
--DESCRIPTION--
Rules: TG-32
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{suspend, await};

foreach (['setChildScopeExceptionHandler', 'setExceptionHandler'] as $set) {
    $scope = new Scope;
    $scope->$set(fn($s, $c, $e) => print(json_encode([$s === $scope, count($e->getExceptions())]) . " $set\n"));
    await($scope->spawn(function () {
        $group = new TaskGroup;
        $group->spawn(fn() => throw new Exception('failed'));
        $group->all(true)->await();
    }));
    for ($i = 0; $i < 9; $i++) suspend();
    echo json_encode($scope->isCancelled()), "\n";
}
--EXPECT--
[true,1] setChildScopeExceptionHandler
false
[true,1] setExceptionHandler
false
