--TEST--
TS-4: joinAll() empties the set when it is settled, also when it is rejected or ignores errors
--DESCRIPTION--
Rules: TS-2, TS-4
Order: independent
--FILE--
<?php
use Async\{TaskSet, CompositeException};
use function Async\suspend;

foreach (['waiting', 'at once'] as $when) {
    foreach ([false, true] as $fails) {
        foreach ([false, true] as $ignore) {
            $set = new TaskSet;
            $set->spawnWithKey('slow', function () { for ($i = 0; $i < 5; $i++) suspend(); return 1; });
            $set->spawn(fn() => $fails ? throw new Exception('failed') : 2);
            if ($when === 'at once') while (!$set->isFinished()) suspend();
            $futures = $when === 'waiting' ? [$set->joinAll($ignore), $set->joinAll($ignore)] : [$set->joinAll($ignore)];
            foreach ($futures as $future) {
                try { echo json_encode($future->await()), ' '; }
                catch (CompositeException $e) { echo count($e->getExceptions()), ' error '; }
            }
            echo count($set), ', then ', json_encode($set->joinAll()->await()), "\n";
        }
    }
}
echo json_encode((new TaskSet)->joinAll()->await()), "\n";
// Tasks that were delivered before are not among the results.
$set = new TaskSet(1);
foreach ([1, 2, 3] as $i) $set->spawn(fn() => $i);
[$next, $all, $any] = [$set->joinNext(), $set->joinAll(), $set->joinAny()];
echo json_encode([$next->await(), $any->await(), $all->await()]), "\n";
--EXPECT--
{"slow":1,"0":2} {"slow":1,"0":2} 0, then []
{"slow":1,"0":2} {"slow":1,"0":2} 0, then []
1 error 1 error 0, then []
{"slow":1} {"slow":1} 0, then []
{"slow":1,"0":2} 0, then []
{"slow":1,"0":2} 0, then []
1 error 0, then []
{"slow":1} 0, then []
[]
[1,2,{"2":3}]
