--TEST--
Hidden proxies do not count, nor does the poll event for them, and they do not keep the script alive
--DESCRIPTION--
Rules: ABI-32, ABI-80, ABI-148
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_hidden_proxies(false);
async_test_hidden_proxies(true);
// Nothing will ever happen to what is left: the scheduler does not wait for it.
Async\await(new Async\Future(new Async\FutureState));
?>
--EXPECTF--
hidden: 0
two hidden: 0
and a visible one: 2
one hidden one stopped: 2
started again: 2
the visible one stopped: 0
the poll event itself started: 1
the visible one again: 2
the poll event itself stopped: 2
one hidden one left: 0
none: 0
only the visible one: 2
released while it is started: 0
the poll event itself, a hidden one released: 1
all released: 0
hidden: 0
%ADeadlock detected: no active coroutines, %d coroutines in waiting%A
