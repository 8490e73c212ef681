--TEST--
TS-6, TG-34: loops in several coroutines, and joinNext(), get every entry once
--DESCRIPTION--
Rules: TS-3, TS-6, TG-34
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\{spawn, suspend, await, await_all};

$set = new TaskSet(3, 0);
$seen = [];
for ($i = 0; $i < 3; $i++) {
    $loops[] = spawn(function () use ($set, &$seen) {
        foreach ($set as $key => [$result]) { $seen[] = $result; if ($key % 2) suspend(); }
    });
}
for ($i = 0; $i < 30; $i++) {
    $set->spawn(function () use ($i) { if ($i % 3) suspend(); return $i; });
    if ($i % 10 === 0) { try { $taken[] = $set->joinNext(); } catch (Async\AsyncException) {} }
    if ($i % 4 === 0) suspend();
}
$set->close();
array_map(await(...), $loops);
foreach ($taken ?? [] as $future) { try { $seen[] = $future->await(); } catch (Async\AsyncException) {} }
sort($seen);
echo implode(' ', $seen), "\n", count($set), "\n";
--EXPECT--
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29
0
