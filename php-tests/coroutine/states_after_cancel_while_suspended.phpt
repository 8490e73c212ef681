--TEST--
CO-7: a started coroutine that is cancelled: requested until finalised, then cancelled
--DESCRIPTION--
Rules: CO-7, CO-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    try { delay(1000); } finally { global $c; echo json_encode([$c->isCancellationRequested(), $c->isCancelled()]), "\n"; }
});
suspend();
$c->cancel();
echo json_encode([$c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted()]), "\n";
try { await($c); } catch (AsyncCancellation) { }
echo json_encode([$c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted(), $c->isStarted()]), "\n";
--EXPECT--
[true,false,false]
[true,false]
[false,true,true,true]
