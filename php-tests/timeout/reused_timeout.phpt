--TEST--
DL-5: one timeout object can be the token of several operations, also at once
--DESCRIPTION--
Rules: DL-5, AW-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

require __DIR__ . '/../lib/scaled_ms.php';

$t = timeout(scaled_ms(150));
for ($i = 0; $i < 3; $i++) { echo await(spawn(fn() => delay(1) ?? $i), $t), "\n"; }
$slow = spawn(function () { delay(scaled_ms(1000)); });
$cs = [];
for ($i = 0; $i < 3; $i++) {
    $cs[] = spawn(function () use ($slow, $t) {
        try { await($slow, $t); } catch (OperationCanceledException $e) { return get_class($e->getPrevious()); }
    });
}
foreach ($cs as $c) echo await($c), "\n";
$slow->cancel();
--EXPECT--
0
1
2
Async\TimeoutException
Async\TimeoutException
Async\TimeoutException
