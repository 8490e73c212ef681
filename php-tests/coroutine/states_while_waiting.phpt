--TEST--
CO-2: a coroutine waiting for a timer is suspended and not queued
--DESCRIPTION--
Rules: CO-2, CO-3, CO-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$c = spawn(function () { delay(20); });
suspend();
echo json_encode([$c->isStarted(), $c->isQueued(), $c->isRunning(), $c->isSuspended(), $c->isCompleted()]), "\n";
await($c);
echo json_encode([$c->isStarted(), $c->isQueued(), $c->isRunning(), $c->isSuspended(), $c->isCompleted()]), "\n";
--EXPECT--
[true,false,false,true,false]
[true,false,false,false,true]
