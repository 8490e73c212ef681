--TEST--
CN-4: a cancel after the wake-up but before the resume replaces the pending value
--DESCRIPTION--
Rules: CN-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$job = spawn(fn() => 'value');
$waiter = spawn(function () use ($job) {
    try { echo await($job), "\n"; } catch (AsyncCancellation $e) { echo 'instead: ', $e->getMessage(), "\n"; }
});
$job2 = spawn(function () { suspend(); return 'value 2'; });
$waiter2 = spawn(function () use ($job2) {
    try {
        echo await($job2), "\n";
    } catch (AsyncCancellation $e) {
        echo 'instead: ', $e->getMessage(), ' previous ', var_export($e->getPrevious(), true), "\n";
    }
});
suspend();
spawn(function () { });
$killer = spawn(function () use ($waiter2) { $waiter2->cancel(new AsyncCancellation('too late for the value')); });
await($waiter2);
--EXPECT--
value
instead: too late for the value previous NULL
