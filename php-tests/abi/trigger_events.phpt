--TEST--
A trigger tells its subscribers once for rings that it merges, and again for every ring after that
--DESCRIPTION--
Rules: ABI-62, ABI-75, ABI-76, ABI-77, ABI-80, ABI-82, ABI-88, ABI-89, ABI-96, ABI-154
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_trigger();
?>
--EXPECT--
Trigger, extra zeroed, none 0
not rung: 0
rung before it is started: 1, counted 0
started: counted 1
rung five times at once: 2, the other 1
rung while it is told, three times: 6
disposed while it is rung: 7
rung when it is closed: 7
disposed: counted 0
