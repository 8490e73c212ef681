--TEST--
An outsider in C++: an event type of its own, which two coroutines wait for, and one that comes late
--DESCRIPTION--
Rules: ABI-85, ABI-190, ABI-212
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('outsider_cpp')) || !extension_loaded('async_abi_test')) die('skip needs outsider_cpp and async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('outsider_cpp');
use function Async\{spawn, await, suspend};

$waits = [spawn(fn() => latch_await()), spawn(fn() => latch_await())];
while (!$waits[0]->getAwaitingInfo() || !$waits[1]->getAwaitingInfo()) {
    suspend();
}
echo implode($waits[0]->getAwaitingInfo()), "\n";
latch_open(5);
echo await($waits[0]), " ", await($waits[1]), ", late ", latch_await(), "\n";
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
Latch
5 5, late 5
counts: 0 1
