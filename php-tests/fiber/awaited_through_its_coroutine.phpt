--TEST--
FI-12: a coroutine can await a Fiber that another one drives
--DESCRIPTION--
Rules: FI-12, AW-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

suspend();
$f = new Fiber(function ($x) { $y = Fiber::suspend(); delay(1); return [$x, $y]; });
$f->start(1);
$waiter = spawn(fn() => await($f->getCoroutine()));
$driver = spawn(function () use ($f) { suspend(); $f->resume(2); });
echo json_encode(await($waiter)), "\n";
--EXPECT--
[1,2]
