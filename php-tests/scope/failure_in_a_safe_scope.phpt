--TEST--
EH-13, EH-16: a failure in a safe scope turns started siblings into zombies
--DESCRIPTION--
Rules: EH-13, EH-16, CN-16, SC-13
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, spawn};
use Async\{Scope, AsyncCancellation};

$parent = Scope::inherit();
$k = Scope::inherit($parent);
$z = $k->spawn(function () { suspend(); suspend(); suspend(); return 'zombie'; });
$f = $k->spawn(function () { suspend(); throw new Exception('kept'); });
suspend();
$fresh = $k->spawn(fn() => print "never\n");
suspend();
var_dump($z->isCancellationRequested(), $k->isCancelled(), $k->isClosed(), $k->isFinished());
try { await($fresh); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo "still accepted: ", await($k->spawn(fn() => 'yes')), "\n";
echo await($z), "\n";
echo "main scope works on: ", await(spawn(fn() => 'yes')), "\n";
try { await($f); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
Coroutine cancelled
still accepted: yes
zombie
main scope works on: yes
kept
