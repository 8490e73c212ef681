--TEST--
TG-7: further arguments go to the task, named ones too; any callable is a task
--DESCRIPTION--
Rules: TG-7
Order: independent
--FILE--
<?php
use Async\TaskGroup;

class Work
{
    public static function twice(int $n): int { return 2 * $n; }
    public function __invoke(string ...$words): string { return implode(' ', $words); }
    public function add(int $a, int $b = 10, int ...$more): string { return json_encode([$a, $b, $more]); }
    public function __call(string $name, array $arguments) { return "$name(" . implode(', ', $arguments) . ')'; }
}

$group = new TaskGroup(1);
$work = new Work;
$group->spawn('strtoupper', 'a function');
$group->spawn('Work::twice', 21);
$group->spawn([$work, 'add'], 1, b: 2);
$group->spawn(b: 3, a: 4, task: $work->add(...));
$group->spawn($work, 'an', 'object');
$group->spawn([$work, 'anything'], 1, 2);
$group->spawn(fn(...$all) => json_encode($all), 1, x: 2, y: [3]);
$group->spawnWithKey('key', fn(...$all) => json_encode($all), 1, x: 2);
$group->spawnWithKey(task: fn(...$all) => json_encode($all), z: 5, key: 'named');
$group->spawn(fn() => func_get_args() === [] ? null : 'arguments');
foreach ($group->all()->await() as $key => $result) echo $key, ' => ', var_export($result, true), "\n";

foreach ([['no such function'], [[$work]], [null], [], [[new stdClass, 'x']]] as $arguments) {
    try { $group->spawn(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { $group->spawnWithKey('k', ...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
echo count($group), "\n";
--EXPECT--
0 => 'A FUNCTION'
1 => 42
2 => '[1,2,[]]'
3 => '[4,3,[]]'
4 => 'an object'
5 => 'anything(1, 2)'
6 => '{"0":1,"x":2,"y":[3]}'
key => '{"0":1,"x":2}'
named => '{"z":5}'
7 => NULL
TypeError: Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, function "no such function" not found or invalid function name
TypeError: Async\TaskGroup::spawnWithKey(): Argument #2 ($task) must be a valid callback, function "no such function" not found or invalid function name
TypeError: Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, array callback must have exactly two members
TypeError: Async\TaskGroup::spawnWithKey(): Argument #2 ($task) must be a valid callback, array callback must have exactly two members
TypeError: Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, no array or string given
TypeError: Async\TaskGroup::spawnWithKey(): Argument #2 ($task) must be a valid callback, no array or string given
ArgumentCountError: Async\TaskGroup::spawn() expects at least 1 argument, 0 given
ArgumentCountError: Async\TaskGroup::spawnWithKey() expects at least 2 arguments, 1 given
TypeError: Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, class stdClass does not have a method "x"
TypeError: Async\TaskGroup::spawnWithKey(): Argument #2 ($task) must be a valid callback, class stdClass does not have a method "x"
10
