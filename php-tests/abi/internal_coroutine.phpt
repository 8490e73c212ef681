--TEST--
A C coroutine delivers its result or exception and disposes its data once
--DESCRIPTION--
Rules: ABI-193, ABI-118, ABI-119, ABI-105
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_internal_coroutine();
?>
--EXPECT--
entered before suspend: 0
resumed true, result 7
entered 1, disposed 1
failing: resumed false, disposed 1
failing: Exception: left by the entry
