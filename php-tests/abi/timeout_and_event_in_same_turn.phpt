--TEST--
Two wake-ups in one turn resume the waiter once
--DESCRIPTION--
Rules: ABI-108, ABI-115, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_same_turn();
?>
--EXPECT--
both fired: resumed true, value 8
disposed 2, event count restored true
two timers: resumed true, event count restored true
next wait: resumed true, value 42
