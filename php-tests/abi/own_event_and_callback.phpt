--TEST--
An own event type wakes a coroutine through an own callback and is replayed to late subscribers
--DESCRIPTION--
Rules: ABI-182, ABI-190, ABI-191, ABI-82, ABI-85, ABI-99, ABI-104
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_own_event();
?>
--EXPECT--
subscribed: exists true, counter 2, started 0
tagged: value 42, closed true
resumed true, armed 1, disarmed 1
cleaned: exists false, counter 1, callback disposed 1
late subscriber: true, value 42
disposed 1, event count restored true
