--TEST--
An iterator of C code runs in a coroutine of a given scope, tells its completion event once
--DESCRIPTION--
Rules: ABI-143, ABI-89
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo "-- all handled\n";
async_test_iterator_in_coroutine([1, 2, 3, 4], 0, false);
echo "-- failed\n";
async_test_iterator_in_coroutine([1, 2, 3, 4], 4, false);
echo "-- refusals\n";
async_test_iterator_refusals([1, 2], fn() => print("not reached\n"));
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
-- all handled
scope is the given one true
completion: no exception
completion closed true, references 1, taken out true
in a coroutine: calls 4, most at once 2, sum 10, cancelled 0, stored nothing, counter 1
in a coroutine: no exception
scope cancelled false
extended_dtor calls 1, event disposed 1
-- failed
scope is the given one true
completion: Error: failed at 4
completion closed true, references 1, taken out true
in a coroutine: calls 4, most at once 2, sum 10, cancelled 0, stored Error, counter 1
in a coroutine: no exception
scope cancelled true
extended_dtor calls 1, event disposed 1
-- refusals
NULL
callable and handler: Error: An iterator needs either a callable or a handler
NULL
nothing to call: Error: An iterator needs either a callable or a handler
NULL
nothing to walk: Error: An iterator needs either an array or an iterator
never run: extended_dtor calls 1, event disposed 1
cancelled: calls 0, most at once 0, sum 0, cancelled 0, stored nothing, counter 1
cancelled: no exception
as a microtask: calls 2, most at once 1, sum 3, cancelled 0, stored nothing, counter 1
as a microtask: no exception
in scheduler context: Async\AsyncException: The operation cannot be executed in the scheduler context
counts: 0 1
