--TEST--
Coroutines are described by where they were spawned and what they run
--DESCRIPTION--
Rules: ABI-178, ABI-183
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
function named() {}
Async\await(Async\spawn(fn() => async_test_descriptions('named')));
?>
--EXPECT--
main: spawned at (main)
internal function: spawned at (internal function)
named: spawned at (named)
without a name: true
