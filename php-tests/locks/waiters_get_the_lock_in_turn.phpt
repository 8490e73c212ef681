--TEST--
FL-1, FL-2: a coroutine that asks for a lock waits alone; unlocking wakes the longest waiter at once, each gets the lock in turn
--DESCRIPTION--
Rules: io FL-1, io FL-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await_all_or_fail, suspend};

watchdog();
$file = lock_file();
$inside = 0;
$worker = function (int $n) use ($file, &$inside) {
    $handle = fopen($file, 'r+');
    echo "$n asks\n";
    $got = flock($handle, LOCK_EX);
    echo "$n has: ", var_export($got, true), ', alone: ', var_export(++$inside === 1, true), "\n";
    suspend();
    suspend();
    $inside--;
    flock($handle, LOCK_UN);
};
// More than there are worker threads.
await_all_or_fail(array_map(fn($n) => spawn($worker, $n), range(1, 8)));
--EXPECT--
1 asks
1 has: true, alone: true
2 asks
3 asks
4 asks
5 asks
6 asks
7 asks
8 asks
2 has: true, alone: true
3 has: true, alone: true
4 has: true, alone: true
5 has: true, alone: true
6 has: true, alone: true
7 has: true, alone: true
8 has: true, alone: true
