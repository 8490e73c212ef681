--TEST--
SD-5: several timeouts fire in the order of their deadlines
--DESCRIPTION--
Rules: SD-5, DL-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$slow = spawn(function () { delay(5000); });
foreach ([60, 20, 40] as $ms) {
    spawn(function () use ($slow, $ms) { try { await($slow, timeout($ms)); } catch (OperationCanceledException $e) { echo $ms, "\n"; } });
}
delay(120);
$slow->cancel();
--EXPECT--
20
40
60
