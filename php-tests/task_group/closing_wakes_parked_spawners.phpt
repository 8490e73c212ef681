--TEST--
TG-10: close() and cancel() wake all callers, who find the group closed
--DESCRIPTION--
Rules: TG-10, TG-22, TG-23
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await};

foreach (['close', 'cancel'] as $end) {
    $group = new TaskGroup(1, 1);
    $group->spawn(function () { try { suspend(); } finally { suspend(); } });
    $group->spawn(fn() => print("second task\n"));
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
    $group->awaitCompletion();
    echo "$end: ", count($group), "\n";
    $group->suppressErrors();
}
--EXPECT--
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
second task
close: 2
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
cancel: 1
