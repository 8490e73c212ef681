--TEST--
MO-6: functions and methods without parameters refuse any argument
--DESCRIPTION--
Rules: MO-6, SD-11
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine, get_coroutines};

$c = spawn(fn() => 1);
await($c);
$calls = [
    'suspend' => fn() => suspend(1), 'current_coroutine' => fn() => current_coroutine(1), 'get_coroutines' => fn() => get_coroutines(1),
    'runtime_stats' => fn() => \Async\runtime_stats(1),
];
foreach (['getId', 'asHiPriority', 'getContext', 'getResult', 'getException', 'getSpawnFileAndLine', 'getSpawnLocation',
    'getSuspendFileAndLine', 'getSuspendLocation', 'isStarted', 'isQueued', 'isRunning', 'isSuspended', 'isCancelled',
    'isCancellationRequested', 'isCompleted', 'getAwaitingInfo'] as $m) {
    $calls[$m] = fn() => $c->$m(1);
}
foreach ($calls as $name => $call) {
    try { $call(); echo "$name accepted an argument\n"; } catch (ArgumentCountError $e) { }
}
try { suspend(1, 2); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { $c->getId(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Async\suspend() expects exactly 0 arguments, 2 given
Async\Coroutine::getId() expects exactly 0 arguments, 1 given
