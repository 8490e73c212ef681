--TEST--
TG-29: in await_*() a group completes with null when nothing runs or waits, also with errors
--DESCRIPTION--
Rules: TG-29
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{suspend, await_all, await_all_or_fail, await_any_or_fail, spawn, timeout};

$empty = new TaskGroup;
$group = new TaskGroup(1);
$group->spawn(function () { suspend(); throw new Exception('failed'); });
$group->spawn(function () { suspend(); return 'result'; });
echo json_encode(await_all(['group' => $group, 'empty' => $empty, 'other' => spawn(fn() => 1)])), "\n";
var_dump($group->isFinished());
// At once, also before it is closed, and again.
echo json_encode(await_all_or_fail([$group, $group])), "\n";
$group->spawn(function () use (&$go) { while (!$go) suspend(); });
echo json_encode(await_any_or_fail([$group, spawn(fn() => 'first')])), "\n";
$go = true;
$group->close();
echo json_encode(await_all_or_fail([$group])), "\n";
echo json_encode(await_all_or_fail([$group])), "\n";
$group->suppressErrors();
try { Async\await($group); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
[{"group":null,"empty":null,"other":1},[]]
bool(true)
[null,null]
"first"
[null]
[null]
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, Async\TaskGroup given
