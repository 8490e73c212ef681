--TEST--
A semaphore operation with a time limit waits alone until then
--DESCRIPTION--
Rules: io FL-1, io FL-5
Order: independent
--SKIPIF--
<?php if (!function_exists('async_test_semtimedop')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/scaled_ms.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, delay};

watchdog();
$id = async_test_semtimedop(-1, 0, 0);
echo "take: ", async_test_semtimedop($id, -1, 1000), "\n";
$ticks = 0;
$ticker = spawn(function () use (&$ticks) { while (true) { delay(2); $ticks++; } });
$waiter = spawn(fn() => async_test_semtimedop($id, -1, scaled_ms(60)));
echo 'too late: ', posix_strerror(await($waiter)), ', ', $ticks > 3 ? 'others ran' : 'nobody else ran', "\n";
$ticker->cancel();
echo 'alone and too late: ', posix_strerror(await(spawn(fn() => async_test_semtimedop($id, -1, 20)))), "\n";
$waiter = spawn(fn() => async_test_semtimedop($id, -1, scaled_ms(3000)));
delay(5);
async_test_semtimedop($id, 1, 0);
echo 'in time: ', await($waiter), "\n";
async_test_semtimedop($id, 0, 0);
--EXPECT--
take: 0
too late: Resource temporarily unavailable, others ran
alone and too late: Resource temporarily unavailable
in time: 0
