--TEST--
SD-4, SD-13, SD-27: what a microtask may do: it runs before the next switch, cannot suspend, and what it spawns goes to the tail
--DESCRIPTION--
Rules: SD-4, SD-13, SD-27, ABI-11
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, delay, iterate};

$head = spawn(fn() => print "head of the queue\n");
async_test_microtask_calls(function () use ($head) {
    $empty = fn() => 1;
    foreach (['suspend' => fn() => suspend(), 'delay' => fn() => delay(1),
        'await' => fn() => await($head), 'await_all' => fn() => await_all([$head]),
        'iterate' => fn() => iterate([1], $empty)] as $name => $call) {
        try { $call(); echo "$name: accepted\n"; } catch (Throwable $e) { echo "$name: ", get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    spawn(fn() => print "spawned by the microtask\n");
});
spawn(fn() => print "queued before the switch\n");
echo "main suspends\n";
suspend();
echo "main\n";
--EXPECT--
main suspends
suspend: Async\AsyncException: The operation cannot be executed in the scheduler context
delay: Async\AsyncException: The operation cannot be executed in the scheduler context
await: Async\AsyncException: The operation cannot be executed in the scheduler context
await_all: Async\AsyncException: The operation cannot be executed in the scheduler context
iterate: Async\AsyncException: The operation cannot be executed in the scheduler context
head of the queue
queued before the switch
main
spawned by the microtask
