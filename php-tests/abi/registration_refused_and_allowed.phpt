--TEST--
A registration over another module is refused unless allowed, and leaves the group unlocked
--DESCRIPTION--
Rules: ABI-167, ABI-169, ABI-173, ABI-203
Order: independent
The test extension survives the core error; the engine's message, lost in its jump, is a leak to a debug build of PHP.
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
report_memleaks=0
--FILE--
<?php
async_test_register_refused();
?>
--EXPECTF--
enabled: all true, scheduler true, reactor true

Fatal error: The module async_abi_test is trying to override %s, which was registered by the module %s. in %s on line %d
registered false
refused: timer slot original
registered true
allowed: timer slot replaced
