--TEST--
The health check of a pool of C handlers, by a hidden timer
--DESCRIPTION--
Rules: ABI-80, ABI-165, ABI-166, PO-28, PO-29
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_pool_health();
echo json_encode(async_test_counts()), "\n";
?>
--EXPECT--
made 1
made 2
active events 0
destroyed true, made again true
refilled: Pool(idle=2, active=0, reserved=0, max=3)
[0,1]
