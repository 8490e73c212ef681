--TEST--
TG-6, TG-7: automatic keys count on by themselves, explicit ones are integers and strings
--DESCRIPTION--
Rules: TG-6, TG-7, TG-8, TG-30
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncException};

$group = new TaskGroup;
$try = function (callable $spawn) {
    try { $spawn(); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
$group->spawn(fn() => 'automatic 0');
$group->spawnWithKey('a', fn() => 'given a');
$group->spawnWithKey(1, fn() => 'given 1');
$try(fn() => $group->spawn(fn() => 'never'));            // its key 1 is taken
$group->spawn(fn() => 'automatic 2');                    // and used up
$group->spawnWithKey(-5, fn() => 'given -5');
$group->spawnWithKey('', fn() => 'given empty');
$group->spawnWithKey('7', fn() => 'given 7');            // an integer, as in every array
$try(fn() => $group->spawnWithKey('a', fn() => 'never'));
$try(fn() => $group->spawnWithKey(0, fn() => 'never'));
$try(fn() => $group->spawnWithKey("with \"quotes\"", fn() => 'quotes'));
$try(fn() => $group->spawnWithKey("with \"quotes\"", fn() => 'never'));
$try(fn() => $group->spawnWithKey(7, fn() => 'never'));
$try(fn() => $group->spawnWithKey('', fn() => 'never'));
$try(fn() => $group->spawnWithKey([], fn() => 'never'));
$group->spawnWithKey(PHP_INT_MAX, fn() => 'given max');
$group->spawnWithKey('007', fn() => 'given 007');
$group->spawn(fn() => 'automatic 3');
$group->all()->await();
foreach ($group->getResults() as $key => $result) echo var_export($key, true), " => $result\n";
echo count($group), "\n";
--EXPECT--
Async\AsyncException: Duplicate key 1 in TaskGroup
Async\AsyncException: Duplicate key "a" in TaskGroup
Async\AsyncException: Duplicate key 0 in TaskGroup
Async\AsyncException: Duplicate key "with "quotes"" in TaskGroup
Async\AsyncException: Duplicate key 7 in TaskGroup
Async\AsyncException: Duplicate key "" in TaskGroup
TypeError: Async\TaskGroup::spawnWithKey(): Argument #1 ($key) must be of type string|int, array given
0 => automatic 0
'a' => given a
1 => given 1
2 => automatic 2
-5 => given -5
'' => given empty
7 => given 7
'with "quotes"' => quotes
9223372036854775807 => given max
'007' => given 007
3 => automatic 3
11
