--TEST--
A subscriber appended during a pass is called in it, whatever was removed before
--DESCRIPTION--
Rules: ABI-91, ABI-94
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_callbacks_append();
?>
--EXPECT--
225 passes, 0 rules broken
