--TEST--
Another module registers over the pool slots only if allowed
--DESCRIPTION--
Rules: ABI-167, ABI-171
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
report_memleaks=0
--FILE--
<?php
async_test_pool_override();
?>
--EXPECTF--

Fatal error: The module async_abi_test is trying to override Pool, which was registered by the module true_async. in %s on line %d
refused: original
allowed: replaced
same module: replaced
back: original
