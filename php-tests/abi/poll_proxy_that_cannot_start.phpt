--TEST--
A poll proxy whose descriptor is gone does not start: it throws and changes no counters
--DESCRIPTION--
Rules: ABI-75, ABI-148
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_proxy_of_closed_fd();
?>
--EXPECT--
first: true
second: false
thrown: Async\InputOutputException: Failed to watch the descriptor: Bad file descriptor (os error 9)
starts of the event: 1, of the proxy: 0
event count restored: true
