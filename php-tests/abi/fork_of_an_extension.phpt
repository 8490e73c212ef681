--TEST--
The child of an extension's fork has a reactor of its own, with the events that were there
--DESCRIPTION--
Rules: ABI-164
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
if (!async_test_fork()) var_dump(async_test_counts()[0]);
?>
--EXPECT--
child: rung before 1, rung 1, connected 1, task 42, counted 2
child: counted 0
parent: child 0, rung before 1, rung 0, connected 0
parent: counted 0
int(0)
