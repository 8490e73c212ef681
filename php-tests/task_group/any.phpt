--TEST--
TG-17: any() is decided by the first success in spawn order, else by the next one; without any by all errors
--DESCRIPTION--
Rules: TG-14, TG-17, TG-18
Order: independent
--FILE--
<?php
use Async\{TaskGroup, CompositeException};
use function Async\suspend;

$outcome = function (callable $ask) {
    try { echo json_encode($ask()), "\n"; }
    catch (CompositeException $e) { echo implode(' + ', array_map(fn($e) => $e->getMessage(), $e->getExceptions())), "\n"; }
    catch (Exception $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
$outcome(fn() => (new TaskGroup)->any());

$group = new TaskGroup;
$group->spawn(function () use (&$go) { while (!$go) suspend(); return 'slow'; });
$group->spawn(fn() => throw new LogicException('failed'));
$group->spawn(function () { for ($i = 0; $i < 9; $i++) suspend(); return 'success'; });
[$one, $other] = [$group->any(), $group->any()];
$outcome(fn() => $one->await());
$outcome(fn() => $other->await());
$outcome(fn() => $group->any()->await());
$go = true;
$group->all(true)->await();
$outcome(fn() => $group->any()->await());

// None succeeds: all errors in spawn order, asked before and after.
$group = new TaskGroup;
$group->spawn(function () { suspend(); throw new Exception('a'); });
$group->spawn(fn() => throw new Exception('b'));
$before = $group->any();
$outcome(fn() => $before->await());
$outcome(fn() => $group->any()->await());
// An open group may still have a success.
$group->spawn(fn() => 'late');
$outcome(fn() => $group->any()->await());
$group->suppressErrors();
--EXPECT--
Async\AsyncException: Cannot call any() on an empty TaskGroup
"success"
"success"
"success"
"slow"
a + b
a + b
"late"
