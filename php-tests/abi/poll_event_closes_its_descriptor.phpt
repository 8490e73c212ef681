--TEST--
A poll event closes its descriptor: what waits there is told, and the next descriptor of that number can be waited for
--DESCRIPTION--
Rules: ABI-148, io W-9
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_close_fd();
?>
--EXPECT--
reader: -1, bad descriptor
the number is used again: true
written: 1
reader: 1
