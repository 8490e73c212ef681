--TEST--
An event that accepts no callback and says nothing: resume_when throws; with an exception pending nothing is subscribed and suspend returns
--DESCRIPTION--
Rules: ABI-104, ABI-113
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_co_refused_wait();
echo 'counts: ', implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
subscribed false, disposed 1
refused: Async\AsyncException: The event has not accepted the callback
subscribed false, subscribers 0, timeout false, suspended false
pending: Error: before
disposed 2
counts: 0 1
