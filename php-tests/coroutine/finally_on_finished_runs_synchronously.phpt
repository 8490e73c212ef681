--TEST--
CO-33: on a finished coroutine the callback runs inside finally(); its exception goes to the caller
--DESCRIPTION--
Rules: CO-33
Order: independent
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};

$c = spawn(fn() => 'v'); await($c);
$me = current_coroutine();
$c->finally(function (...$a) use ($c, $me) { var_dump($a[0] === $c, current_coroutine() === $me); });
try { $c->finally(fn() => throw new LogicException('from the callback')); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
bool(true)
from the callback
