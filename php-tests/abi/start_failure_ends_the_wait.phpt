--TEST--
An event that cannot be started makes suspend fail and releases the others
--DESCRIPTION--
Rules: ABI-113, ABI-75
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_start_failure();
?>
--EXPECT--
resumed false
suspend: Error: bad cannot be started
good: balanced true, starts 0, counter 1
bad: armed 0, disarmed 0, counter 1
event count restored true
