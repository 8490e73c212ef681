--TEST--
What is called around a fork can be set and taken away again
--DESCRIPTION--
Rules: ABI-171, ABI-207
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_register_fork();
?>
--EXPECT--
registered: before false, after 1
none: before true, after 1
