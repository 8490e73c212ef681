--TEST--
Without descriptors for connections a listening socket tells of it, rests, and goes on later
--DESCRIPTION--
Rules: ABI-80, ABI-95, ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_listen_no_descriptors();
var_dump(async_test_counts()[0]);
?>
--EXPECT--
  Async\InputOutputException: Failed to accept a connection: Too many open files (os error 24)
told of it true, in every turn false, taken 1, counted 1
later: taken 2, counted 1
disposed: counted 0
disposed while it rests: counted 0
int(0)
