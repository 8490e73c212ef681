--TEST--
NULL where it is allowed, or where it can mean nothing; suspending in a callback of the reactor, and use of a coroutine that has ended
--DESCRIPTION--
Rules: ABI-11, ABI-103, ABI-106, ABI-107, ABI-113, ABI-115, ABI-116, ABI-117, ABI-141, ABI-142, ABI-149, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_misused_calls();
echo "counts: ", implode(" ", async_test_counts()), "\n";
// The yield that was not made ends no other wait, of whichever kind.
$slow = function () {
    Async\suspend();
    Async\suspend();
    return "awaited\n";
};
echo Async\await(Async\spawn($slow));
ob_start();
async_test_misused_calls();
ob_end_clean();
echo Async\await(Async\spawn($slow), Async\timeout(60_000));
?>
--EXPECT--
predicates: false true
error without a waker: false
object of no future: NULL
coroutines before the launch: table
waker of the current one: true
nothing to wait for: true
enqueued twice: true true
nothing resumed: false
nothing resumed: Async\AsyncException: Cannot resume a coroutine that has not been suspended
nothing resumed with an error: false
nothing resumed with an error: Async\AsyncException: Cannot resume a coroutine that has not been suspended
nothing cancelled: false
nothing cancelled: Async\AsyncException: Cannot cancel: there is no coroutine
nothing cancelled safely: false
nothing cancelled safely: Async\AsyncException: Cannot cancel: there is no coroutine
references of the error: 1
nothing thrown: false
nothing thrown: Async\AsyncException: Cannot throw: there is no exception
no path: NULL
no path: Async\InputOutputException: A filesystem event needs a path
no scope: Async\AsyncException: Cannot wait for a scope: there is none
nothing known of nothing: true
nothing has fired: true
nothing has fired: no exception
in a reactor callback: scheduler context true, suspended false
in a reactor callback: Async\AsyncException: A coroutine cannot be stopped from the Scheduler context
woken: true
resumed after its end: false
resumed: Async\AsyncException: Cannot resume a coroutine that has not been suspended
cancelled: true
cancelled: no exception
enqueued: false
enqueued: Async\AsyncException: Cannot enqueue a coroutine that has finished
counts: 0 1
awaited
awaited
