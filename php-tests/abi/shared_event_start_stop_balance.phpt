--TEST--
Two coroutines awaiting one event start it twice and stop it twice
--DESCRIPTION--
Rules: ABI-75, ABI-76, ABI-78, ABI-97
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_shared_event();
?>
--EXPECT--
waiting: starts 2, armed 1, counted 1
first: resumed true, value 5
second: resumed true, value 5
ended: starts 0, armed 1, disarmed 1, counted 0, subscribers 0, counter 1
