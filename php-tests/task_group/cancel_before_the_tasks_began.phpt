--TEST--
TG-23: a task that has not begun never begins, and has the cancellation as its error
--DESCRIPTION--
Rules: TG-12, TG-23
Order: independent
--FILE--
<?php
use Async\TaskGroup;

$group = new TaskGroup;
$group->spawn(fn() => print("never\n"));
$group->spawn(fn() => print("never\n"));
$future = $group->all();
$group->cancel();
try { $future->await(); }
catch (Async\CompositeException $e) { foreach ($e->getExceptions() as $error) echo $error->getMessage(), "\n"; }
var_dump($group->isFinished());
$group->suppressErrors();
--EXPECT--
TaskGroup cancelled
TaskGroup cancelled
bool(true)
