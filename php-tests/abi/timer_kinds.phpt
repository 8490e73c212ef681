--TEST--
One-shot timers close when they fire, multishot timers can be re-armed, periodic ones repeat
--DESCRIPTION--
Rules: ABI-149, ABI-79, ABI-75, ABI-76, ABI-74
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_timer_multishot();
?>
--EXPECT--
1 ns is rounded up to 1 ms
counted while started: true
one-shot: calls 1, closed when notified true, rearm false
multishot: calls 1, closed when notified false, rearm true
after rearm: calls 2
periodic: repeats true
event count restored: true
