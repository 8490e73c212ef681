--TEST--
A tick of the reactor that C code asks for is one turn that does not wait and switches to no coroutine
--DESCRIPTION--
Rules: ABI-108, ABI-142, ABI-146
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_reactor_tick();
?>
--EXPECT--
nothing due: '', did not wait
due true: 'T', in scheduler context true, afterwards false
made ready true, its events are let go of true, ran '', then 'C'
a turn inside a turn: false
still scheduler context: true
after a tick: Error: pending
shutting down false, counted 0
