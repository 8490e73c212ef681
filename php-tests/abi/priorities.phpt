--TEST--
Coroutines start in the order of their spawning; each with a priority comes before all that are queued
--DESCRIPTION--
Rules: ABI-112, ABI-3, ABI-185
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_priorities();
?>
--EXPECT--
alias true
higher
high
first
second
