--TEST--
A cancelling event ends a wait with OperationCanceledException and keeps its reference
--DESCRIPTION--
Rules: ABI-103, ABI-105
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_cancellation_event();
?>
--EXPECT--
resumed false
suspend: Async\OperationCanceledException: Operation has been cancelled
counter 1, event count restored true
