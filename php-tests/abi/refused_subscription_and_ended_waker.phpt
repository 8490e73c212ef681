--TEST--
A callback handed over to a closed event is disposed; the waker of a coroutine that never started is clean when that has ended
--DESCRIPTION--
Rules: ABI-104, ABI-90, ABI-119, ABI-107
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_handed_over_to_closed();
async_test_ignored_waker();
?>
--EXPECT--
subscribed false, handed over: Error: The event cannot be used after it has been terminated
disposed 1
subscribed false, kept: Error: The event cannot be used after it has been terminated
disposed 1
before: in the queue true
finished: status 0, in the queue false
