--TEST--
A task whose owner lets go of it runs to its end, and tells
--DESCRIPTION--
Rules: ABI-82, ABI-160
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_task_disposed();
?>
--EXPECT--
counted 1
disposed: closed true, result NULL, no exception
told 1, counted 0
