--TEST--
A hook of a scope that refuses a coroutine: there is an exception, the hook's own or one that says so
--DESCRIPTION--
Rules: ABI-9, ABI-116, ABI-118, ABI-135, ABI-141, ABI-193
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_co_refused();
echo 'counts: ', implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
silent, spawned: none
exception: Async\AsyncException: The scope has refused the coroutine
silent, made: none
exception: Async\AsyncException: The scope has refused the coroutine
silent, to throw: false, error kept false
exception: Async\AsyncException: The scope has refused the coroutine
silent, enqueued: false
exception: Async\AsyncException: The scope has refused the coroutine
throwing, spawned: none
exception: Error: the hook's own
throwing, made: none
exception: Error: the hook's own
throwing, to throw: false, error kept false
exception: Error: the hook's own
throwing, enqueued: false
exception: Error: the hook's own
counts: 0 1
