--TEST--
A pass ends at the first subscriber that leaves an exception
--DESCRIPTION--
Rules: ABI-93
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_callbacks_stop_at_exception();
?>
--EXPECT--
first on event: result NULL, exception none
second on event: result NULL, exception none
after the pass: Exception: thrown by a subscriber
counter 1
