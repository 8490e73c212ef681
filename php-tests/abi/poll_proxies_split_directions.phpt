--TEST--
Two coroutines wait for the two directions of one descriptor
--DESCRIPTION--
Rules: ABI-148, ABI-55, ABI-96
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_fd_proxies();
?>
--EXPECT--
writer: true, events 2
reader: true, events 1
event count restored: true
