--TEST--
CM-3, CM-4: what may park launches the scheduler; what does not, works without it
--DESCRIPTION--
Rules: CM-3, CM-4
Order: independent
--FILE--
<?php
use Async\{TaskGroup, TaskSet};
use function Async\get_coroutines;

foreach ([TaskGroup::class, TaskSet::class] as $class) {
    $group = new $class(1, 1);
    echo json_encode([$group->isFinished(), $group->isClosed(), count($group)]), ' ';
    $group->finally(fn() => print("finally\n"));
    try { $group instanceof TaskGroup ? $group->race() : $group->joinNext(); }
    catch (Async\AsyncException $e) { echo $e->getMessage(), ' '; }
    $future = $group instanceof TaskGroup ? $group->all() : $group->joinAll();
    $future->ignore();
    $other = new $class;
    $other->close();
    $other->cancel();
    $other->dispose();
    $other = new $class;
    $other->dispose();
    $other->cancel();
    echo count(get_coroutines()), " coroutines\n";
    unset($group, $other);
}
$group = new TaskGroup;
$group->close();
$group->awaitCompletion();
echo count(get_coroutines()), " coroutine\n";
--EXPECT--
[true,false,0] Cannot race on an empty TaskGroup 0 coroutines
[true,false,0] Cannot race on an empty TaskGroup 0 coroutines
1 coroutine
