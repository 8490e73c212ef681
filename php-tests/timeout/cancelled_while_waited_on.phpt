--TEST--
DL-6: cancelling a timeout that is waited on ends the wait
--DESCRIPTION--
Rules: DL-6, AW-9
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$t = timeout(60_000);
$slow = spawn(function () { delay(50); return 'slow'; });
spawn(function () use ($t) { $t->cancel(); });
try { echo await($slow, $t), "\n"; } catch (OperationCanceledException $e) { echo $e->getMessage(), "\n"; }
echo await($slow), "\n";
--EXPECT--
Operation has been cancelled
slow
