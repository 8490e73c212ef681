--TEST--
AW-2: an exception passes through a chain of awaiting coroutines as the same object
--DESCRIPTION--
Rules: AW-2, EH-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$e0 = new LogicException('origin');
$a = spawn(function () use ($e0) { suspend(); throw $e0; });
$b = spawn(function () use ($a) { await($a); });
$c = spawn(function () use ($b) { try { await($b); } finally { echo "finally in c\n"; } });
try { await($c); } catch (LogicException $e) { var_dump($e === $e0, $a->getException() === $e0, $b->getException() === $e0); }
--EXPECT--
finally in c
bool(true)
bool(true)
bool(true)
