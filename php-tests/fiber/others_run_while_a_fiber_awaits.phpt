--TEST--
FI-2: while a Fiber of one coroutine waits, other coroutines run
--DESCRIPTION--
Rules: FI-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$ticks = 0;
$ticker = spawn(function () use (&$ticks) { while ($ticks < 5) { $ticks++; suspend(); } });
$f = new Fiber(function () use (&$ticks) { while ($ticks < 5) suspend(); delay(1); Fiber::suspend($ticks); return 'done'; });
var_dump($f->start());
$f->resume();
var_dump($f->getReturn());
--EXPECT--
int(5)
string(4) "done"
