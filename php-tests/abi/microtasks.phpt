--TEST--
Microtasks run once in order, are kept by their owner, or skipped when cancelled while queued
--DESCRIPTION--
Rules: ABI-126, ABI-127, ABI-129, ABI-192, ABI-202, SD-4
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_microtasks();
?>
--EXPECT--
adding a cancelled task: true, counter 0
once runs, scheduler context true
kept runs, scheduler context true
task without dtor runs
added while draining runs, scheduler context true
freed: once 1, added 1, cancelled 1, ignored 1, kept 0
kept counter 1
kept runs, scheduler context true
freed kept 1
