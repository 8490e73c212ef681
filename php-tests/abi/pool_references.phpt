--TEST--
The holder of the last reference to a pool closes it
--DESCRIPTION--
Rules: ABI-81, ABI-82, ABI-165, PO-26
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_pool_references(true);
echo "-\n";
async_test_pool_references(false);
?>
--EXPECT--
made 1
C has let go
destroyed 1
PHP has let go
-
made 1
PHP has let go, wrapper NULL, closed false
before acquire 1
before release 1
destroyed 1
C has let go
