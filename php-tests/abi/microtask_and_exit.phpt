--TEST--
A microtask of a script that ends with exit() before a launch runs in the drain, and is released once
--DESCRIPTION--
Rules: ABI-126, ABI-192
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_early_microtask(1);
async_test_early_microtask(2, true);
exit("exit\n");
?>
--EXPECT--
exit
task 1 runs, launched true, scheduler context true
task 1 freed
task 2 freed
