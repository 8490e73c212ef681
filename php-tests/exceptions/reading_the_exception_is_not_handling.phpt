--TEST--
CO-11: getException() does not mark the exception as handled: dropping the handle still throws
--DESCRIPTION--
Rules: CO-11, EH-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$c = spawn(fn() => throw new Exception('read only')); suspend();
echo $c->getException()->getMessage(), "\n";
try { unset($c); } catch (Exception $e) { echo 'thrown: ', $e->getMessage(), "\n"; }
--EXPECT--
read only
thrown: read only
