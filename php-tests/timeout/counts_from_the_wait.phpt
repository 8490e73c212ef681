--TEST--
DL-5: a timeout counts from the wait that uses it, not from its creation
--DESCRIPTION--
Rules: DL-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$t = timeout(40);
delay(60);
$start = hrtime(true);
$job = spawn(function () { delay(500); });
try { await($job, $t); } catch (OperationCanceledException $e) { }
var_dump(hrtime(true) - $start >= 40_000_000);
$job->cancel();
--EXPECT--
bool(true)
