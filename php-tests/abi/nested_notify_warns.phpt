--TEST--
A notification inside a pass of the same event is refused with a warning
--DESCRIPTION--
Rules: ABI-93
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_nested_notify();
?>
--EXPECTF--
first on event: result NULL, exception none

Warning: %s in %s on line %d
second on event: result NULL, exception none
counter 1
