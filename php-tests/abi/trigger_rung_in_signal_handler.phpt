--TEST--
A signal handler may ring a trigger, whatever it has interrupted
--DESCRIPTION--
Rules: ABI-154
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_trigger_in_handler();
?>
--EXPECT--
one signal: told 1, errno kept true
many: told true, and after the last 1
