--TEST--
Emptying a waker's table of events ends its subscriptions: an event that happens later calls nothing, also within a notification
--DESCRIPTION--
Rules: ABI-183, ABI-90, ABI-94, ABI-99, ABI-103
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_clean_events();
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
one event: left 0, subscribers 0, stale calls 0, new wait true, disposed 1 of 1
one event: no exception
inline triggers: left 0, subscribers 0, stale calls 0, new wait true, disposed 2 of 2
inline triggers: no exception
heap triggers: left 0, subscribers 0, stale calls 0, new wait true, disposed 5 of 5
heap triggers: no exception
two callbacks: left 0, subscribers 0, stale calls 0, new wait true, disposed 1 of 1
two callbacks: no exception
many callbacks: left 0, subscribers 0, stale calls 0, new wait true, disposed 3 of 3
many callbacks: no exception
callback kept: left 0, subscribers 0, kept counter 1, stale calls 0, new wait true, disposed 2 of 2
callback kept: no exception
zend_hash_clean: left 0, subscribers 0, stale calls 0, new wait true, disposed 5 of 5
zend_hash_clean: no exception
during a notification: resumed true, stale calls 0, armed 1/1, disarmed 1/1
disposed 2
counts: 0 1
