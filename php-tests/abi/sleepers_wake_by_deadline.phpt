--TEST--
Timers with earlier deadlines resume their coroutines first
--DESCRIPTION--
Rules: ABI-186, ABI-149
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_sleep_order(30, 10, 20);
?>
--EXPECT--
slept 10
slept 20
slept 30
all slept
