--TEST--
TG-9: spawn() queues the coroutine of a task; it runs when its turn comes
--DESCRIPTION--
Rules: TG-9, TG-26
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{get_coroutines, suspend};

$group = new TaskGroup(2, 0);
for ($i = 0; $i < 4; $i++) {
    $group->spawn(function () use ($i, &$ran) { $ran[] = $i < 2 ? 'with a slot' : 'that waited'; });
}
// Two are coroutines, two only entries; the others are main and nothing else.
echo count($group), ' entries, ', count(get_coroutines()), " coroutines\n";
var_dump($group->getResults(), $group->isFinished(), isset($ran));
$group->all()->await();
sort($ran);
echo implode(', ', $ran), "\n";
--EXPECT--
4 entries, 3 coroutines
array(0) {
}
bool(false)
bool(false)
that waited, that waited, with a slot, with a slot
