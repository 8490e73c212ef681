--TEST--
TG-32: unhandled errors go as one exception to the handlers of the scope, then of its parents, later
--DESCRIPTION--
Rules: TG-32, TG-39, CM-1
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, Coroutine, CompositeException};
use function Async\{suspend, await, current_coroutine};

$handler = fn(string $name) => function (Scope $s, Coroutine $c, CompositeException $e) use ($name) {
    echo "$name: ", json_encode(array_map(fn($e) => $e->getMessage(), $e->getExceptions())), ' ',
        json_encode([$c === current_coroutine(), $e->getMessage(), $e->getPrevious()]), "\n";
};
function fill(TaskGroup $group): void
{
    $group->spawnWithKey('z', function () { suspend(); throw new Exception('first'); });
    $group->spawn(fn() => throw new Exception('second'));
    $group->spawn(fn() => 'no error');
    $group->all(true)->await();
}
$grandparent = new Scope;
$parent = Scope::inherit($grandparent);
$child = Scope::inherit($parent);
foreach ([
    'own handler' => fn() => $child->setExceptionHandler($handler('child')),
    'handler that throws' => function () use ($child, $parent, $handler) {
        $child->setExceptionHandler(function ($s, $c, $e) { throw new LogicException('of the handler', 0); });
        $parent->setExceptionHandler(fn($s, $c, $e) => print('parent: ' . get_class($e) . ', ' . get_class($e->getPrevious()) . "\n"));
    },
    'child scope handler' => function () use ($child, $grandparent, $parent, $handler) {
        $child->setExceptionHandler(function ($s, $c, $e) { throw $e; });
        $parent->setExceptionHandler(function ($s, $c, $e) { throw $e; });
        $parent->setChildScopeExceptionHandler($handler('child handler of parent'));
    },
] as $name => $set) {
    echo "-- $name\n";
    $set();
    $group = new TaskGroup(scope: $child);
    fill($group);
    unset($group);
    echo "gone\n";
    for ($i = 0; $i < 9; $i++) suspend();
    // Nothing was cancelled by it.
    echo json_encode([$child->isCancelled(), $parent->isCancelled(), await($child->spawn(fn() => 'works'))]), "\n";
}
--EXPECT--
-- own handler
gone
child: ["first","second"] [true,"",null]
[false,false,"works"]
-- handler that throws
gone
parent: LogicException, Async\CompositeException
[false,false,"works"]
-- child scope handler
gone
child handler of parent: ["first","second"] [true,"",null]
[false,false,"works"]
