--TEST--
Per-coroutine values: stable keys, copies, isolation, alive until subscribers were notified
--DESCRIPTION--
Rules: ABI-140, ABI-194, ABI-203
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_internal_context();
?>
--EXPECT--
key positive true, stable true, by address true
name kept true, unknown key NULL
before set NULL
copied, counter 2
replaced, counter 1, value 2
many keys replaced: found and removed 16 of 16
other key empty
NULL coroutine: find NULL, set false, unset false
other coroutine: empty
at completion: own data
unset true, again false
