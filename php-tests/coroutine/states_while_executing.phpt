--TEST--
CO-3: states of the executing coroutine, seen from inside
--DESCRIPTION--
Rules: CO-3, CO-4, CO-6, CO-22, OD-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};

$c = spawn(function () use (&$c) {
    echo json_encode([$c->isStarted(), $c->isQueued(), $c->isRunning(), $c->isSuspended(),
        $c->isCompleted(), $c->isCancelled(), $c->isCancellationRequested()]), "\n";
    var_dump($c->getTrace(), $c->getResult(), $c->getException());
});
await($c);
var_dump(current_coroutine()->isRunning(), current_coroutine()->isStarted(), current_coroutine()->isSuspended());
--EXPECT--
[true,false,true,false,false,false,false]
NULL
NULL
NULL
bool(true)
bool(true)
bool(false)
