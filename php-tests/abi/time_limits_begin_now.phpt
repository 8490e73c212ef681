--TEST--
A time limit counts from the moment at which it begins, whatever the thread did since the last turn of the loop
--DESCRIPTION--
Rules: ABI-149, ABI-153, ABI-187
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

/** Computes: the loop has no turn meanwhile. */
function compute(float $seconds): void
{
    for ($end = hrtime(true) + $seconds * 1e9; hrtime(true) < $end;);
}

/** Whether the call takes as long as its time limit says, when it comes behind something that took longer than that. */
function whole(string $what, callable $call): void
{
    foreach (['computed' => fn() => compute(0.15), 'slept' => fn() => usleep(150_000)] as $before => $take) {
        delay(0);
        $take();
        $begin = hrtime(true);
        $call();
        printf("%s: %s, %s\n", $what, $before, hrtime(true) - $begin >= 99e6 ? 'whole' : 'shortened');
    }
}

whole('a timer', fn() => async_test_sleep(100));
whole('a command', function () {
    try {
        async_test_exec(0, 'sleep 1', [], 100);
    } catch (Async\TimeoutException) {
    }
});

echo "-- what comes in time\n";
compute(0.15);
echo async_test_fd_wait(100, 50), "\n";

echo "-- the order of those that begin after each other\n";
compute(0.05);
$late = spawn(function () { async_test_sleep(30); echo "30 ms of C code\n"; });
$early = spawn(function () { delay(10); echo "10 ms of PHP code\n"; });
await($early);
await($late);
?>
--EXPECT--
a timer: computed, whole
a timer: slept, whole
code -1, value bool
a command: computed, whole
code -1, value bool
a command: slept, whole
-- what comes in time
events 1, socket true
-- the order of those that begin after each other
10 ms of PHP code
30 ms of C code
