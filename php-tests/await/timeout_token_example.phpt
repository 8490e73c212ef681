--TEST--
AW-7: a timeout token ends only the waiting; the awaited coroutine keeps running
--DESCRIPTION--
Rules: AW-7, AW-6, DL-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$job = spawn(function () { delay(30); return 'slow'; });
try { await($job, timeout(1)); }
catch (OperationCanceledException $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
    echo get_class($e->getPrevious()), ': ', $e->getPrevious()->getMessage(), "\n";
}
var_dump($job->isCancelled(), $job->isCancellationRequested(), $job->isCompleted());
echo await($job), "\n";
--EXPECT--
Async\OperationCanceledException: Operation has been cancelled
Async\TimeoutException: Timeout occurred after 1 milliseconds
bool(false)
bool(false)
bool(false)
slow
