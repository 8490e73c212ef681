--TEST--
AW-10: the awaited coroutine cancels its waiter and still ends normally
--DESCRIPTION--
Rules: AW-10, CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$job = spawn(function () use (&$waiter) {
    suspend();
    $waiter->cancel(new AsyncCancellation('by my job'));
    suspend(); return 'job result';
});
$waiter = spawn(function () use ($job) { try { await($job); } catch (AsyncCancellation $e) { return $e->getMessage(); } });
echo await($waiter), "\n", await($job), "\n";
--EXPECT--
by my job
job result
