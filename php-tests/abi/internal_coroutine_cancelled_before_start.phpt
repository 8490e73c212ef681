--TEST--
A queued coroutine that is cancelled never runs, but disposes its data
--DESCRIPTION--
Rules: ABI-117, ABI-101, ABI-193
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_internal_coroutine_cancelled();
?>
--EXPECT--
cancel true, status ignored true
resumed false, entered 0, disposed 1
awaiter: Async\AsyncCancellation: Coroutine cancelled
