--TEST--
TG-16: race() is decided by the first settled task in spawn order, else by the first that ends
--DESCRIPTION--
Rules: TG-14, TG-16, TG-18
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$outcome = function (callable $ask) {
    try { echo json_encode($ask()), "\n"; } catch (Exception $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
$outcome(fn() => (new TaskGroup)->race());

$group = new TaskGroup;
$group->spawnWithKey('first', function () use (&$go) { while (!$go) suspend(); return 'first'; });
$group->spawnWithKey('second', fn() => throw new LogicException('second'));
$one = $group->race();
$other = $group->race();
$outcome(fn() => $one->await());
$outcome(fn() => $other->await());
$outcome(fn() => $group->race()->await());
$outcome(fn() => $group->race()->await());
// The loser goes on, and its outcome is recorded; it comes first from then on.
$go = true;
$group->all(true)->await();
$outcome(fn() => $group->race()->await());
$group->close();
$outcome(fn() => $group->race()->await());
$error = $group->getErrors()['second'];
$group = new TaskGroup;
$group->spawn(fn() => throw $error);
try { $group->race()->await(); } catch (LogicException $e) { var_dump($e === $error); }
--EXPECT--
Async\AsyncException: Cannot race on an empty TaskGroup
LogicException: second
LogicException: second
LogicException: second
LogicException: second
"first"
"first"
bool(true)
