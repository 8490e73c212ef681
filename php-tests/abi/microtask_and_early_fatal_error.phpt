--TEST--
A fatal error before a launch releases the microtasks that were added, once
--DESCRIPTION--
Rules: ABI-126, ABI-127, ABI-192
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_early_microtask(1);
async_test_early_microtask(2, true);
eval('function twice() {} function twice() {}');
?>
--EXPECTF--
Fatal error: Cannot redeclare %s on line %d
task 1 freed
task 2 freed
