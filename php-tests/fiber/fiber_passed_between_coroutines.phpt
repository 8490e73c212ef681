--TEST--
FI-1: a Fiber started in one coroutine may be resumed in another, when it is not running
--DESCRIPTION--
Rules: FI-1, FI-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

$f = new Fiber(function () { $a = Fiber::suspend(1); delay(1); $b = Fiber::suspend($a + 1); await(spawn(fn() => 1)); return $b + 1; });
echo await(spawn(fn() => $f->start())), "\n";
echo await(spawn(fn() => $f->resume(10))), "\n";
$f->resume(20);
echo $f->getReturn(), "\n";
--EXPECT--
1
11
21
