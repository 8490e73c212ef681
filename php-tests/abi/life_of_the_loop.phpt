--TEST--
The loop is started and shut down any number of times, and tells whether it has something to wait for
--DESCRIPTION--
Rules: ABI-146
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_loop();
?>
--EXPECT--
before: now 0, alive false
shut down true
started true, again true
now not 0, alive false
a timer: alive true, later false, now has gone on true
closed true
processors true
shut down true, again true, alive false, now 0
counted 0
started true
off: started false
off: Async\AsyncException: The event loop cannot be used: the Async API is not active
