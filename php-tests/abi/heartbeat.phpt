--TEST--
The heartbeat handler runs on every tick in scheduler context
--DESCRIPTION--
Rules: ABI-133, ABI-114
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_heartbeat();
?>
--EXPECT--
installed true
called true, scheduler context true
previous returned true, silent after removal true
liveness flag untouched true
