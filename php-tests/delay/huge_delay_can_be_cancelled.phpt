--TEST--
DL-3: delay(PHP_INT_MAX) waits and can be cancelled
--DESCRIPTION--
Rules: DL-3, DL-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () { delay(PHP_INT_MAX); echo "never\n"; });
suspend(); delay(5);
var_dump($c->isSuspended(), $c->isCompleted());
$c->cancel();
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
bool(false)
Coroutine cancelled
