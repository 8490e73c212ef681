--TEST--
A request ends although tasks run, and what they write to stays until they are done
--DESCRIPTION--
Rules: ABI-160, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_report_at_end();
async_test_task_left(true);
?>
--EXPECT--
at end: events 0, coroutines 0, late runs 0
