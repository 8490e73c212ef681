--TEST--
What C code asks the reactor and the scheduler: time, processors, what is awaited, which coroutines there are
--DESCRIPTION--
Rules: ABI-141, ABI-142, ABI-146, ABI-89
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
Async\await(Async\spawn(fn() => async_test_questions()));
?>
--EXPECT--
called true
startup again true
time goes on true
processors true
alive true
awaits Timer(timeout=60000ms, once)
listed true
frames: own true
scheduler context after a tick false
finished, frame none
