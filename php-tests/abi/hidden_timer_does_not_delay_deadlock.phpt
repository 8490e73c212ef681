--TEST--
A hidden timer is no activity: the deadlock is found at once
--DESCRIPTION--
Rules: ABI-80, ABI-120, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
async.debug_deadlock=0
--FILE--
<?php
try {
    async_test_hidden_timer_deadlock(20000);
} catch (Throwable $e) {
    echo get_class($e), ": ", $e->getMessage(), "\n";
}
?>
--EXPECTF--
not counted true
timer fired false
Async\AsyncCancellation: Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in %A
