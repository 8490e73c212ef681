--TEST--
Refused and repeated subscriptions treat the event's reference as specified
--DESCRIPTION--
Rules: ABI-104, ABI-115, ABI-203, ABI-86, ABI-10
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_resume_when_refusals();
?>
--EXPECTF--
closed: false, disposed 0
closed: Error: The event cannot be used after it has been terminated
released: disposed 1

Warning: %s in %s on line %d
no callback: false, disposed 2
first subscription: counter 3
second, transferred: counter 2, subscribers 2
cleaned: counter 1, subscribers 0, disarmed 0
never suspended: starts 1
disposed 3
resume of a running coroutine: false
resume: Async\AsyncException: Cannot resume a coroutine that has not been suspended
