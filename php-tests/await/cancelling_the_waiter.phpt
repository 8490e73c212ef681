--TEST--
AW-10: cancelling the waiting coroutine throws out of await and leaves the awaited one alone
--DESCRIPTION--
Rules: AW-10, CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$job = spawn(function () { delay(10); return 'untouched'; });
$waiter = spawn(function () use ($job) {
    try { await($job); echo "never\n"; } catch (AsyncCancellation $e) { echo 'out of await: ', $e->getMessage(), "\n"; }
});
suspend();
$waiter->cancel(new AsyncCancellation('stop'));
await($waiter);
var_dump($job->isCompleted(), $job->isCancelled());
echo await($job), "\n";
--EXPECT--
out of await: stop
bool(false)
bool(false)
untouched
