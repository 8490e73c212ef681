--TEST--
CN-4: if the pending outcome was an exception it becomes previous of the cancellation
--DESCRIPTION--
Rules: CN-4, EX-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$job = spawn(function () { suspend(); suspend(); throw new RuntimeException('outcome'); });
$waiter = spawn(function () use ($job) {
    try { await($job); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n"; }
});
$job->finally(function () use ($waiter) { $waiter->cancel(new AsyncCancellation('cancel')); });
await($waiter);
--EXPECT--
Async\AsyncCancellation cancel <- outcome
