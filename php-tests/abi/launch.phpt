--TEST--
Launching makes the running flow the main coroutine; a second launch and a suspend in scheduler context are refused
--DESCRIPTION--
Rules: ABI-110, ABI-111, ABI-113, ABI-181, SD-14, ABI-11, ABI-20
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_launch_refusals();
?>
--EXPECT--
ready true, coroutine NULL, scheduler NULL
launched true
active true, main runs true, main flags true, scope is main scope true, scheduler set
init again true
launch again false
launch again: Async\AsyncException: The scheduler cannot be started when is already enabled
suspend in scheduler context: false
suspend in scheduler context: Async\AsyncException: A coroutine cannot be stopped from the Scheduler context
