--TEST--
TG-27, CM-6: a cancelled wait throws the cancellation, also when the last task has ended meanwhile
--DESCRIPTION--
Rules: TG-27, CM-6
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await};

$group = new TaskGroup;
$group->spawn(function () use (&$go) { while (!$go) suspend(); });
$group->close();
$wait = function () use ($group) {
    try { $group->awaitCompletion(); return 'returned'; } catch (Async\AsyncCancellation $e) { return $e->getMessage(); }
};
[$a, $b, $c] = [spawn($wait), spawn($wait), spawn($wait)];
foreach ([$a, $b, $c] as $waiter) while ($waiter->getAwaitingInfo() === []) suspend();
echo implode(', ', $a->getAwaitingInfo()), "\n";
$a->cancel();
$go = true;
$b->cancel();
echo await($a), ', ', await($b), ', ', await($c), "\n";
--EXPECT--
TaskGroup(total=1, active=1)
Coroutine cancelled, Coroutine cancelled, returned
