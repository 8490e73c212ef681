--TEST--
Every kind of event counts starts and stops in the same way: twice, hidden, closed, disposed while started
--DESCRIPTION--
Rules: ABI-73, ABI-74, ABI-75, ABI-76, ABI-80, ABI-81, ABI-82, ABI-88, ABI-89
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
async_test_kinds(directory());
var_dump(async_test_counts()[0]);
?>
--EXPECT--
socket
descriptor
proxy
timer
periodic timer
signal
filesystem
recursive filesystem
trigger
task
listen
int(0)
