--TEST--
TG-32, TG-40: a group that the cycle collector finds offers its errors like any other
--DESCRIPTION--
Rules: TG-32, TG-40
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{suspend, await};

$scope = new Scope;
$scope->setExceptionHandler(function ($s, $c, $e) use (&$told) { echo $e->getExceptions()[0]->getMessage(), "\n"; $told = true; });
await($scope->spawn(function () {
    $group = new TaskGroup;
    $group->spawn(fn() => throw new Exception('of garbage'));
    $group->spawn(fn() => [$group]);
    $group->all(true)->await();
}));
while (!$told) { gc_collect_cycles(); suspend(); }
echo "end\n";
--EXPECT--
of garbage
end
