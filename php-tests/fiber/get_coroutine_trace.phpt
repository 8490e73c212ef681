--TEST--
FI-12, CO-22: getTrace() of the coroutine of a parked Fiber shows where it is parked
--DESCRIPTION--
Rules: FI-12, CO-22
Order: independent
--FILE--
<?php
use function Async\{suspend, await, spawn};

function inner() { Fiber::suspend(); }
suspend();
$f = new Fiber(function () { inner(); suspend(); });
$f->start();
$c = $f->getCoroutine();
foreach ($c->getTrace() as $frame) echo preg_replace('/\{closure.*/', '{closure}', $frame['function']), "\n";
$f->resume();
var_dump($c->getTrace());
--EXPECT--
suspend
inner
{closure}
NULL
