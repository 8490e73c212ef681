--TEST--
An exception of a microtask shuts the run down; the tasks behind it still run
--DESCRIPTION--
Rules: ABI-128, ABI-114, ABI-122
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_report_at_end();
try {
    async_test_microtask_throwing();
    echo "not reached\n";
} catch (Throwable $e) {
    echo get_class($e), ": ", $e->getMessage(), "\n";
}
?>
--EXPECTF--
handler throws
Async\AsyncCancellation: Graceful shutdown

Fatal error: Uncaught Exception: thrown by a microtask in %s:%d
Stack trace:
#0 %s(%d): async_test_microtask_throwing()
#1 {main}
  thrown in %s on line %d
at end: events 0, coroutines 0, late runs 1
