--TEST--
TG-10: close() and cancel() wake all callers, which find the group closed
--DESCRIPTION--
Rules: TG-10, TG-22, TG-23
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await};

foreach (['close', 'cancel'] as $end) {
    $group = new TaskGroup(1, 1);
    $second = $go = false;
    $group->spawn(function () use (&$go) { try { while (!$go) suspend(); } finally { suspend(); } });
    $group->spawn(function () use (&$second) { $second = true; });
    $callers = $parked = [];
    for ($i = 0; $i < 3; $i++) {
        $callers[] = spawn(function () use ($group, &$parked) {
            $parked[] = true;
            try { $group->spawn(fn() => print("never\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
        });
    }
    while (count($parked) < 3) suspend();
    $group->$end();
    array_map(await(...), $callers);
    $go = true;
    $group->awaitCompletion();
    echo "$end: ", count($group), ', the second task ', $second ? 'ran' : 'was discarded', "\n";
    $group->suppressErrors();
}
--EXPECT--
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
close: 2, the second task ran
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
cancel: 1, the second task was discarded
