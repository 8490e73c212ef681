--TEST--
FI-6, FI-12: an exception goes to the resumer only; the coroutine of the Fiber knows it, too
--DESCRIPTION--
Rules: FI-6, FI-12
Order: independent
--FILE--
<?php
use function Async\{await, suspend};

suspend();
$f = new Fiber(function () { Fiber::suspend(); throw new LogicException('own'); });
$f->start();
$c = $f->getCoroutine();
try { $f->resume(); } catch (LogicException $e) { echo "resumer: {$e->getMessage()}\n"; }
var_dump($c->isCompleted(), $c->isCancelled(), $c->getException() === $e);
try { await($c); } catch (LogicException $x) { var_dump($x === $e); }
suspend();
unset($f, $c, $e, $x);
echo "nothing surfaced\n";
--EXPECT--
resumer: own
bool(true)
bool(false)
bool(true)
bool(true)
nothing surfaced
