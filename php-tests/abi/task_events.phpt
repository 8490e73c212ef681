--TEST--
A task runs on a worker thread, once, and its waiters are told when it has closed
--DESCRIPTION--
Rules: ABI-62, ABI-75, ABI-77, ABI-79, ABI-82, ABI-88, ABI-89, ABI-96, ABI-160, ABI-173
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_task();
?>
--EXPECT--
enabled true, ThreadPoolTask, extra zeroed, references 1
queued true, references 2, counted 0
queued twice false
twice: Async\AsyncException: Failed to queue task: it is queued already
started: counted 1
told: closed true, result NULL, no exception
resumed true
output 32, on another thread true, references 1, starts 0, counted 0
queued when it is done false
done: Async\AsyncException: Failed to queue task: it is closed
started when it is done true, counted 0
without a function NULL
without a function: Async\AsyncException: Failed to create task: there is no function to run
no task false
no task: Async\AsyncException: Failed to queue task: there is none
never queued: counted 0
closed, then queued false
closed: Async\AsyncException: Failed to queue task: it is closed
