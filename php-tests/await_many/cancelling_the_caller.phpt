--TEST--
AA-10: a cancellation of the caller is thrown from the call; nothing stays subscribed
--DESCRIPTION--
Rules: AA-10, AA-8, AA-47
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, await_all, await_first_success};
use Async\AsyncCancellation;

$job = spawn(function () { delay(30); return 'job'; });
foreach ([[$job, $job], (function () use ($job) { yield $job; })()] as $input) {
    $waiter = spawn(function () use ($input) {
        try { await_all($input); echo "not reached\n"; }
        catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; throw $e; }
    });
    suspend(); suspend();
    $waiter->cancel(new AsyncCancellation('enough'));
    try { await($waiter); } catch (AsyncCancellation $e) { echo $e->getMessage(), ' ', var_export($waiter->isCancelled(), true), "\n"; }
}
echo await($job), "\n";
--EXPECT--
caught enough
enough true
caught enough
enough true
job
