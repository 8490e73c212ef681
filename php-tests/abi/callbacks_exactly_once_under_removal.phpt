--TEST--
Whatever a subscriber removes during a pass, every other one is called exactly once
--DESCRIPTION--
Rules: ABI-92, ABI-93, ABI-94, ABI-203
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_callbacks_exactly_once();
?>
--EXPECT--
225 passes, 0 rules broken
