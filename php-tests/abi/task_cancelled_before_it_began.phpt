--TEST--
A task that is closed before a worker has taken it does not run, and its subscribers get a cancellation
--DESCRIPTION--
Rules: ABI-160
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--ENV--
UV_THREADPOOL_SIZE=1
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_task_cancelled();
?>
--EXPECT--
the waiting one: closed true, result NULL, Async\AsyncCancellation
told 1, has run 0
the running one: closed true, result NULL, no exception
the running one has come to its end: 42
