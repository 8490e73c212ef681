--TEST--
A timer subscribed with the timeout callback throws in the waiter
--DESCRIPTION--
Rules: ABI-188, ABI-105, ABI-102
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo async_test_fd_wait_throwing(5000, 5), "\n";
try {
    async_test_fd_wait_throwing(10, -1);
    echo "not reached\n";
} catch (Async\TimeoutException $e) {
    echo get_class($e), ": ", $e->getMessage(), "\n";
}
[$events] = async_test_counts();
var_dump($events);
?>
--EXPECT--
readable
Async\TimeoutException: Operation has been cancelled by timeout
int(0)
