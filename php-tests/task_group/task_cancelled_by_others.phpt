--TEST--
TG-12: a task that is cancelled from outside has the cancellation as its error, also if it never began
--DESCRIPTION--
Rules: TG-12, TG-20
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{get_coroutines, suspend, current_coroutine};

$group = new TaskGroup(1, 0);
$main = current_coroutine_or_null();
function current_coroutine_or_null() { suspend(); return current_coroutine(); }
$group->spawn(fn() => print("never begins\n"));
$group->spawn(fn() => 'next');
foreach (get_coroutines() as $coroutine) {
    if ($coroutine !== $main) $coroutine->cancel(new Async\AsyncCancellation('from outside'));
}
try { $group->all()->await(); }
catch (Async\CompositeException $e) { echo $e->getExceptions()[0]->getMessage(), "\n"; }
echo json_encode($group->getResults()), "\n";
--EXPECT--
from outside
{"1":"next"}
