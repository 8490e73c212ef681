--TEST--
A bound descriptor belongs to the listen event, and is closed if it cannot be used
--DESCRIPTION--
Rules: ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_listen_fd();
?>
--EXPECT--
as bound, the same descriptor true, the port true
taken 1
closed true
a pipe: NULL
closed true
no descriptor: NULL
no descriptor: Async\InputOutputException: Failed to listen on the descriptor -1: Bad file descriptor (os error 9)
