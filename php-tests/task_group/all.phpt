--TEST--
TG-15: all() gives the results in spawn order, or all errors as one exception
--DESCRIPTION--
Rules: TG-14, TG-15, TG-19, CM-1
Order: independent
--FILE--
<?php
use Async\{TaskGroup, CompositeException};
use function Async\suspend;

echo json_encode((new TaskGroup)->all()->await()), "\n";

$group = new TaskGroup;
$group->spawnWithKey('slow', function () { for ($i = 0; $i < 5; $i++) suspend(); return 'a'; });
$group->spawn(fn() => 'b');
$futures = [$group->all(), $group->all(true), $group->all()];
foreach ($futures as $future) echo json_encode($future->await()), "\n";
// At once now, and the group takes further tasks.
echo json_encode($group->all()->ignore()->isCompleted()), "\n";

$group->spawn(function () { suspend(); throw new LogicException('one'); });
$group->spawnWithKey('x', fn() => throw new RuntimeException('two'));
$futures = ['before' => $group->all(), 'before, ignoring' => $group->all(true)];
foreach ($futures as $name => $future) {
    try { echo "$name: ", json_encode($future->await()), "\n"; }
    catch (CompositeException $e) {
        echo "$name: '{$e->getMessage()}', {$e->getCode()}, ", var_export($e->getPrevious(), true);
        foreach ($e->getExceptions() as $i => $error) echo ", $i ", get_class($error), ' ', $error->getMessage();
        echo "\n";
    }
}
try { $group->all()->await(); } catch (CompositeException $e) { echo count($e->getExceptions()), "\n"; }
echo json_encode($group->all(ignoreErrors: true)->await()), "\n";
foreach ([['x'], [[]], [true, 1]] as $arguments) {
    try { $group->all(...$arguments)->ignore(); echo "accepted\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$group->suppressErrors();
--EXPECT--
[]
{"slow":"a","0":"b"}
{"slow":"a","0":"b"}
{"slow":"a","0":"b"}
true
before: before: '', 0, NULL, 0 LogicException one, 1 RuntimeException two
before, ignoring: {"slow":"a","0":"b"}
2
{"slow":"a","0":"b"}
accepted
TypeError: Async\TaskGroup::all(): Argument #1 ($ignoreErrors) must be of type bool, array given
ArgumentCountError: Async\TaskGroup::all() expects at most 1 argument, 2 given
