--TEST--
AW-6: an already complete token throws at once, without a switch
--DESCRIPTION--
Rules: AW-6, SD-24
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, timeout};
use Async\OperationCanceledException;

$token = spawn(fn() => 1); await($token);
$job = spawn(function () { echo "job\n"; });
try { await($job, $token); } catch (OperationCanceledException $e) { echo "cancelled at once\n"; }
$t = timeout(5); $t->cancel();
try { await($job, $t); } catch (OperationCanceledException $e) { echo "cancelled timeout too\n"; }
--EXPECT--
cancelled at once
cancelled timeout too
job
