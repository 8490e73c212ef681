--TEST--
FL-1, FL-5: while another process holds the lock the waiters wait alone, that is no deadlock, and each gets it afterwards
--DESCRIPTION--
Rules: io FL-1, io FL-2, io FL-5, io W-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, await_all_or_fail, delay, suspend};

watchdog();
$file = lock_file();
$holder = new LockHolder($file);
$has = 0;
$waiters = [];
for ($i = 0; $i < 8; $i++) {
    $waiters[] = spawn(function () use ($file, &$has) {
        $handle = fopen($file, 'r+');
        $got = flock($handle, LOCK_EX);
        $has += (int) $got;
        suspend();
    });
}
$ticks = 0;
await(spawn(function () use (&$ticks) { while ($ticks < 20) { delay(2); $ticks++; } }));
echo "$ticks ticks, $has have it\n";
$holder->end();
await_all_or_fail($waiters);
echo "$has had it\n";

// Nothing else is active here: it is not a deadlock, the other process ends by itself.
$child = proc_open([PHP_BINARY, '-n', '-r', '$f = fopen($argv[1], "r+"); flock($f, LOCK_EX); echo "x\n"; usleep(150000);', $file],
    [1 => ['pipe', 'w']], $pipes);
fgets($pipes[1]);
var_dump(await(spawn(fn() => flock(fopen($file, 'r+'), LOCK_EX))));
--EXPECT--
20 ticks, 0 have it
8 had it
bool(true)
