--TEST--
C coroutines wait for a pool in turn; closing it fails the one that waits
--DESCRIPTION--
Rules: ABI-165, ABI-166, ABI-193, ABI-197, PO-12, PO-23
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_pool_in_coroutines();
?>
--EXPECT--
A0 has 1
B0 has 1
C0 has 1
A1 has 1
B1 has 1
C1 has 1
A2 has 1
B2 has 1
C2 has 1
used in turn: Pool(idle=1, active=0, reserved=0, max=1)
one waits: Pool(idle=0, active=1, reserved=0, max=1)
A: Async\PoolException: Pool is closed
closed true, made 1, destroyed 0
destroyed 1
