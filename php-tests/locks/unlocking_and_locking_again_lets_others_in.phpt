--TEST--
FL-2: a coroutine that unlocks and locks again without a pause comes after those that wait already
--DESCRIPTION--
Rules: io FL-1, io FL-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, await_all_or_fail, suspend};

watchdog();
$file = lock_file();
$order = [];
$greedy = function (string $name) use ($file, &$order) {
    $handle = fopen($file, 'r+');
    for ($i = 0; $i < 5; $i++) {
        flock($handle, LOCK_EX);
        $order[] = $name;
        for ($j = 0; $j < 20; $j++) suspend();
        flock($handle, LOCK_UN);
    }
};
await_all_or_fail([spawn($greedy, 'A'), spawn($greedy, 'B')]);
$other = $order[0] === 'A' ? 'B' : 'A';
echo implode(' ', $order) === implode(' ', array_merge(...array_fill(0, 5, [$order[0], $other]))) ? 'in turn' : implode(' ', $order), "\n";
--EXPECT--
in turn
