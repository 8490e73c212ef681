--TEST--
SD-5: several timeouts fire in the order of their deadlines
--DESCRIPTION--
Rules: SD-5, DL-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

require __DIR__ . '/../lib/scaled_ms.php';

$slow = spawn(function () { delay(scaled_ms(5000)); });
foreach ([60, 20, 40] as $ms) {
    spawn(function () use ($slow, $ms) {
        try { await($slow, timeout(scaled_ms($ms))); } catch (OperationCanceledException $e) { echo $ms, "\n"; }
    });
}
delay(scaled_ms(120));
$slow->cancel();
--EXPECT--
20
40
60
