--TEST--
The coroutine of an iterator of C code ends with the stored exception if that is wanted
--DESCRIPTION--
Rules: ABI-143
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
set_exception_handler(fn(Throwable $e) => print(get_class($e) . ": " . $e->getMessage() . " at the end\n"));
async_test_iterator_in_coroutine([1, 2, 3, 4], 4, true);
?>
--EXPECT--
scope is the given one true
completion: Error: failed at 4
completion closed true, references 1, taken out true
in a coroutine: calls 4, most at once 2, sum 10, cancelled 0, stored Error, counter 1
in a coroutine: Async\AsyncCancellation: Graceful shutdown
scope cancelled true
extended_dtor calls 1, event disposed 1
Error: failed at 4 at the end
