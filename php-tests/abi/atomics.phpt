--TEST--
Atomic operations return what was there before the change
--DESCRIPTION--
Rules: ABI-25
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_atomics();
?>
--EXPECT--
inc 5, dec 6, add 5, sub 12, exchange 10, compare false sees 20, compare true, at last 30
large 1099511627777, at last 1099511627775
pointer true
