--TEST--
A running task is not interrupted when its waiter is cancelled
--DESCRIPTION--
Rules: ABI-78, ABI-160, ABI-195
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_task_waiter_cancelled();
?>
--EXPECT--
waiter resumed false
waiter: Async\AsyncCancellation: Coroutine cancelled
starts 0, closed false
another waiter resumed true, output 42
