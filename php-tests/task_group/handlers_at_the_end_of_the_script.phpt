--TEST--
TG-32, TG-39: at the end of the script the errors are offered to handlers all the same
--DESCRIPTION--
Rules: TG-32, TG-39
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
run_children('use Async\{TaskGroup, Scope}; use function Async\{spawn, suspend, await};', [
    'scope and group' => '$scope = new Scope; $scope->setExceptionHandler(fn($s, $c, $e) => print(get_class($e) . "\n"));
$group = new TaskGroup(scope: $scope); $group->spawn(fn() => throw new Exception("x")); $group->all(true)->await(); echo "end\n";',
    'group only' => 'function make() {
    $scope = new Scope;
    $scope->setExceptionHandler(fn($s, $c, $e) => print(get_class($e) . "\n"));
    return new TaskGroup(scope: $scope);
}
$group = make(); $group->spawn(fn() => throw new Exception("x")); $group->all(true)->await(); echo "end\n";',
]);
--EXPECT--
-- scope and group
end
Async\CompositeException
[status 0]
-- group only
end
Async\CompositeException
[status 0]
