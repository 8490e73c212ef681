--TEST--
Forking is refused while a coroutine other than main is there
--DESCRIPTION--
Rules: ABI-164, ABI-171, ABI-184, ABI-207, FK-2
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_before_fork();
?>
--EXPECT--
active false: true
only main: true
another coroutine: false
refused: Error: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
it has ended: true
off: true
without the slots: true
