--TEST--
A hook of a scope that cancels the coroutine it is asked about
--DESCRIPTION--
Rules: ABI-116, ABI-117, ABI-118
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_co_cancelled_by_hook();
echo 'counts: ', implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
before it is attached, made: coroutine
exception: no exception
enqueued true
disposed
told 1, scope done true
before it is attached, spawned: coroutine
exception: no exception
disposed
told 1, scope done true
when it is attached, made: coroutine
exception: no exception
enqueued true
disposed
told 1, scope done true
when it is attached, spawned: coroutine
exception: no exception
disposed
told 1, scope done true
when it is attached, and refused, made: none
exception: Error: refused
told 1, scope done true
when it is attached, and refused, spawned: none
exception: Error: refused
told 1, scope done true
counts: 0 1
