--TEST--
CM-15: a caller that waits for room is described by the group
--DESCRIPTION--
Rules: CM-15, TG-10
Order: independent
--FILE--
<?php
use Async\{TaskGroup, TaskSet};
use function Async\{spawn, suspend};

foreach ([TaskGroup::class, TaskSet::class] as $class) {
    $group = new $class(1, 1);
    $group->spawn(function () use (&$stop) { while (!$stop) suspend(); });
    $group->spawn(fn() => 1);
    $caller = spawn(fn() => $group->spawn(fn() => 2));
    while ($caller->getAwaitingInfo() === []) suspend();
    echo implode(', ', $caller->getAwaitingInfo()), "\n";
    $stop = true;
    Async\await($caller);
    $group->close();
    $group->awaitCompletion();
    $stop = false;
}
--EXPECT--
TaskGroup(total=2, active=1)
TaskSet(total=2, active=1)
