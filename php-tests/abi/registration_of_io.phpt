--TEST--
Another module takes the IO group over, is refused, and is refused without effect
--DESCRIPTION--
Rules: ABI-167, ABI-172, ABI-203
Order: independent
The core error jumps, and its message is a leak to a debug build of PHP.
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
report_memleaks=0
--FILE--
<?php
async_test_register_groups('io');
?>
--EXPECTF--
first, override: true, slot ours

Fatal error: The module async_abi_test_second is trying to override IO, which was registered by the module async_abi_test_first. in %s on line %d
second, refused: slot ours
first again: slot ours
second, override, with NULL: true, slot another
