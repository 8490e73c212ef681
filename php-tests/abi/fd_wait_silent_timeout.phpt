--TEST--
Waiting for a descriptor ends with readiness or, silently, with the timeout
--DESCRIPTION--
Rules: ABI-187, ABI-103, ABI-147, ABI-148
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo async_test_fd_wait(5000, 0), "\n";
echo async_test_fd_wait(5000, 5), "\n";
echo async_test_fd_wait(5000, 5, true), "\n";
echo async_test_fd_wait(10, -1), "\n";
[$events] = async_test_counts();
var_dump($events);
?>
--EXPECT--
events 1, socket true
events 1, socket true
events 1, socket false
timeout
int(0)
