--TEST--
Cancelling one of two waiters leaves the event armed for the other
--DESCRIPTION--
Rules: ABI-78, ABI-108, ABI-117
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_shared_event(true);
?>
--EXPECT--
waiting: starts 2, armed 1, counted 1
first cancelled: resumed false, starts 1, disarmed 0, counted 1
first: resumed false, value -1
second: resumed true, value 5
ended: starts 0, armed 1, disarmed 1, counted 0, subscribers 0, counter 1
