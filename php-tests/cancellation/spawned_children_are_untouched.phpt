--TEST--
CN-14: cancelling a coroutine does not touch the coroutines it spawned
--DESCRIPTION--
Rules: CN-14
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () { spawn(function () { delay(5); echo "child ends\n"; }); spawn(function () { echo "child 2\n"; }); delay(1000); });
suspend();
$c->cancel();
try { await($c); } catch (AsyncCancellation) { echo "parent cancelled\n"; }
--EXPECT--
child 2
parent cancelled
child ends
