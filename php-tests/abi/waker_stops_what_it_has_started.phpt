--TEST--
A waker stops the events that it has started, and no others: behind one that cannot be started, and when it is cancelled meanwhile
--DESCRIPTION--
Rules: ABI-78, ABI-203, ABI-113, ABI-108
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_starts_of_others(0);
// More than have room inside the waker.
async_test_starts_of_others(3);
async_test_cancelled_in_start(1);
async_test_cancelled_in_start(4);
?>
--EXPECT--
resumed false, suspend: Error: bad cannot be started
shared: starts 1, events as before true
the other waiter: resumed true
shared at the end: starts 0
resumed false, suspend: Error: bad cannot be started
shared: starts 1, events as before true
first: starts 0, armed 1, disarmed 1
first: starts 0, armed 1, disarmed 1
first: starts 0, armed 1, disarmed 1
the other waiter: resumed true
shared at the end: starts 0
cancelled true
resumed false, suspend: Async\AsyncCancellation: Coroutine cancelled
events as before true
behind: starts 0, balanced true
cancelled true
resumed false, suspend: Async\AsyncCancellation: Coroutine cancelled
events as before true
behind: starts 0, balanced true
behind: starts 0, balanced true
behind: starts 0, balanced true
behind: starts 0, balanced true
