--TEST--
Four threads ring a trigger 100,000 times, and every item of their queue is seen
--DESCRIPTION--
Rules: ABI-8, ABI-154, ABI-196
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_trigger_threads(4, getenv('USE_ZEND_ALLOC') === '0' ? 2_500 : 25_000);
?>
--EXPECTREGEX--
resumed true, seen (\d+) of \1, not exactly once 0, merged true
