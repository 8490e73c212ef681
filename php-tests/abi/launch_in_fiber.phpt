--TEST--
The scheduler can be launched inside a native Fiber: what drives the Fiber is the main coroutine, and the Fiber can suspend it
--DESCRIPTION--
Rules: ABI-111, FI-2
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$fiber = new Fiber(function () {
    async_test_launch_refusals();
    Async\await(Async\spawn(fn() => print("spawned in the Fiber\n")));
    Fiber::suspend();
    echo "gone on\n";
});
try {
    $fiber->start();
} catch (Async\AsyncException $e) {
    echo "not reached\n";
}
$fiber->resume();
var_dump(Async\current_coroutine()->isStarted(), $fiber->isTerminated());
?>
--EXPECT--
ready true, coroutine NULL, scheduler NULL
launched true
active true, main runs true, main flags true, scope is main scope true, scheduler set
init again true
launch again false
launch again: Async\AsyncException: The scheduler cannot be started when is already enabled
suspend in scheduler context: false
suspend in scheduler context: Async\AsyncException: A coroutine cannot be stopped from the Scheduler context
spawned in the Fiber
gone on
bool(true)
bool(true)
