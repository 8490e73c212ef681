--TEST--
EH-4: a failed coroutine whose handle is kept keeps its exception for a later await (TR-18)
--DESCRIPTION--
Rules: EH-4, TR-18, EH-16
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(fn() => throw new LogicException("kept"));
suspend(); echo "main continues\n";
try { await($c); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
main continues
kept
