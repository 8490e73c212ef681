--TEST--
CO-7: a coroutine cancelled before its start: requested, then cancelled, never started
--DESCRIPTION--
Rules: CO-7, CN-2, CO-5, CO-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$c = spawn(function () { echo "never\n"; });
$c->cancel();
echo json_encode([$c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted(), $c->isStarted(), $c->isSuspended()]), "\n";
suspend();
echo json_encode([$c->isCancellationRequested(), $c->isCancelled(), $c->isCompleted(),
    $c->isStarted(), $c->isSuspended(), $c->isQueued()]), "\n";
var_dump($c->getResult(), get_class($c->getException()));
--EXPECT--
[true,false,false,false,true]
[false,true,true,false,false,false]
NULL
string(23) "Async\AsyncCancellation"
