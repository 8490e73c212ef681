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
$scope->setExceptionHandler(fn($s, $c, $e) => print($e->getExceptions()[0]->getMessage() . "\n"));
await($scope->spawn(function () {
    $group = new TaskGroup;
    $group->spawn(fn() => throw new Exception('of garbage'));
    $group->spawn(fn() => [$group]);
    $group->all(true)->await();
}));
for ($i = 0; $i < 3; $i++) { gc_collect_cycles(); suspend(); }
echo "end\n";
--EXPECT--
of garbage
end
