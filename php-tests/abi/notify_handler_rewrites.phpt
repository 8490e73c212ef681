--TEST--
A notify handler passes on a changed result or exception
--DESCRIPTION--
Rules: ABI-93, ABI-95, ABI-174
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_notify_handler();
?>
--EXPECT--
subscriber on event: result 42, exception none
handled after the pass: false
created, not thrown: true
subscriber on event: result NULL, exception Async\TimeoutException
handled after the pass: true
subscriber on event: result 42, exception none
handled after the pass: false
counter 1
