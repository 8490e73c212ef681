--TEST--
Heartbeat handlers are chained, take themselves away, start work, and come before microtasks and coroutines in a tick
--DESCRIPTION--
Rules: ABI-114, ABI-133
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_tick_order();
async_test_heartbeat_handlers();
async_test_busy_queue();
var_dump(async_test_counts());
?>
--EXPECT--
first HM, a coroutine afterwards, the microtask once true, in scheduler context true
chained: at first NULL, both true
removes itself: H, then NULL
suspend: false: Async\AsyncException: A coroutine cannot be stopped from the Scheduler context
works: HMC, alive true
called by a macro: H
told 'T' beside coroutines that are always ready
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(1)
}
