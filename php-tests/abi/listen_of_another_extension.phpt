--TEST--
Another extension may take the listening of sockets over; without one the slots throw
--DESCRIPTION--
Rules: ABI-167, ABI-171, ABI-203
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_listen_override();
?>
--EXPECT--
registered true
another one listens on somewhere
the same module again true
another one listens on somewhere
registered true
listen: Error: Socket listening API is not enabled
descriptor: Error: Socket listening API is not enabled
closed true
