--TEST--
AW-7: after an abandoned wait the same coroutine can be awaited again, many times
--DESCRIPTION--
Rules: AW-7, AW-9, EH-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\OperationCanceledException;

$job = spawn(function () { delay(25); return 'end'; });
$n = 0;
while (true) {
    try { echo await($job, timeout(2)), "\n"; break; } catch (OperationCanceledException) { $n++; }
}
var_dump($n >= 1);
--EXPECT--
end
bool(true)
