--TEST--
A poll event for a number far above all open descriptors is refused, and costs nothing
--DESCRIPTION--
Rules: ABI-148, ABI-75
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_fd_out_of_range();
?>
--EXPECT--
an event: false
thrown: Async\InputOutputException: Failed to watch the descriptor: Bad file descriptor (os error 9)
no room was made for it: true
