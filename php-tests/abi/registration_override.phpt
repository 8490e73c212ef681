--TEST--
An overriding module's factories are used; repeating a registration changes nothing
--DESCRIPTION--
Rules: ABI-167, ABI-169
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_register_override();
?>
--EXPECT--
override true
override: timer slot replaced
same module true
same module: timer slot replaced
timers created by the other module: true
back true
back: timer slot original
