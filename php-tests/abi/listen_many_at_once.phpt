--TEST--
Connections that wait are taken over several turns of the loop
--DESCRIPTION--
Rules: ABI-142, ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_listen_batch();
?>
--EXPECT--
taken 200, all in one turn false
