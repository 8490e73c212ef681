--TEST--
A vector without an event grows from two, notifies and frees its entries
--DESCRIPTION--
Rules: ABI-91, ABI-97
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_bare_vector();
?>
--EXPECT--
length 1, capacity 2, counter 1
length 3, capacity 4
first on event: result 3, exception none
second on event: result 3, exception none
third on event: result 3, exception none
freed: length 0, capacity 0, data NULL
