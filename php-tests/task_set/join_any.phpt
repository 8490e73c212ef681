--TEST--
TS-5: joinAny() takes the success out that it delivers; failed tasks stay
--DESCRIPTION--
Rules: TS-2, TS-5
Order: independent
--FILE--
<?php
use Async\{TaskSet, CompositeException};
use function Async\suspend;

foreach (['waiting', 'at once'] as $when) {
    $set = new TaskSet(1);
    $set->spawnWithKey('a', function () { suspend(); throw new Exception('a failed'); });
    $set->spawnWithKey('b', function () { suspend(); return 'b'; });
    $set->spawnWithKey('c', function () { suspend(); return 'c'; });
    $set->spawnWithKey('d', function () { suspend(); throw new Exception('d failed'); }, ...[]);
    if ($when === 'at once') while (!$set->isFinished()) suspend();
    echo "$when: ", $set->joinAny()->await(), ' ', count($set), ', ', $set->joinAny()->await(), ' ', count($set), "\n";
    try { $set->joinAny()->await(); }
    catch (CompositeException $e) {
        echo implode(' + ', array_map(fn($e) => $e->getMessage(), $e->getExceptions())), ', ', count($set), "\n";
    }
    foreach ([1, 2] as $_) { try { $set->joinNext()->await(); } catch (Exception $e) { echo $e->getMessage(), ', '; } }
    echo count($set), "\n";
}
--EXPECT--
waiting: b 3, c 2
a failed + d failed, 2
a failed, d failed, 0
at once: b 3, c 2
a failed + d failed, 2
a failed, d failed, 0
