--TEST--
One callback object may be subscribed to two events
--DESCRIPTION--
Rules: ABI-90, ABI-91, ABI-97, ABI-98
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_shared_callback();
?>
--EXPECT--
new counter 0
counter 2, capacity 4
shared on first event: result NULL, exception none
shared on second event: result NULL, exception none
disposed 1, counter 1
shared on second event: result NULL, exception none
removed true, again false, left 0
disposed 2
