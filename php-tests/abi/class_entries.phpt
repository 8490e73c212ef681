--TEST--
Every class selector delivers its class
--DESCRIPTION--
Rules: ABI-29
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (async_test_class_entries(...range(0, 13), ...range(30, 40), ...[99]) as $selector => $class) {
    echo $selector, ": ", $class ?? "NULL", "\n";
}
?>
--EXPECT--
0: NULL
1: Async\Awaitable
2: Async\Coroutine
3: Async\Scope
4: Async\Context
5: Async\ScopeProvider
6: Async\SpawnStrategy
7: Async\Timeout
8: Async\Completable
9: NULL
10: Async\Channel
11: Async\Future
12: Async\TaskGroup
13: Async\Pool
30: Async\AsyncException
31: Async\AsyncCancellation
32: Async\TimeoutException
33: Async\InputOutputException
34: Async\PollException
35: Async\DnsException
36: Async\DeadlockError
37: Async\ServiceUnavailableException
38: Async\OperationCanceledException
39: Async\ThreadTransferException
40: Async\RemoteException
99: NULL
