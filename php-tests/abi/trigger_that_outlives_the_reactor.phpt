--TEST--
A trigger may be rung and disposed after the reactor was shut down
--DESCRIPTION--
Rules: ABI-154, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_report_at_end();
async_test_trigger_left();
?>
--EXPECT--
at end: events 0, coroutines 0, late runs 0
