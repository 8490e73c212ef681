--TEST--
EH-3: a failure after an abandoned wait is kept for the next await
--DESCRIPTION--
Rules: EH-3, EH-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$job = spawn(function () { delay(10); throw new RuntimeException('late failure'); });
try { await($job, timeout(1)); } catch (OperationCanceledException) { echo "abandoned\n"; }
delay(20);
echo "main goes on\n";
try { await($job); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
abandoned
main goes on
late failure
