--TEST--
Threads that ring a trigger while its owner closes and disposes it touch nothing that is gone
--DESCRIPTION--
Rules: ABI-154
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_trigger_late(getenv('USE_ZEND_ALLOC') === '0' ? 300 : 3_000);
var_dump(async_test_counts()[0]);
?>
--EXPECT--
rung true
int(0)
