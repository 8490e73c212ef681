--TEST--
CO-5: ending by throw new AsyncCancellation without cancel() does not make isCancelled() true
--DESCRIPTION--
Rules: CO-5, EH-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

$c = spawn(function () { throw new AsyncCancellation('self made'); });
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($c->isCancelled(), $c->isCompleted(), $c->getException() === $e);
--EXPECT--
self made
bool(false)
bool(true)
bool(true)
