--TEST--
CO-33: handlers run before the awaiter; on a finished coroutine at once (TR-16)
--DESCRIPTION--
Rules: CO-33, CO-30, TR-16
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\Coroutine;

$c = spawn(fn() => 'v');
$c->finally(function () { echo "f1\n"; }); $c->finally(function (Coroutine $x) { echo "f2 ", $x->getResult(), "\n"; });
echo await($c), "\n";
$c->finally(function () { echo "now\n"; }); echo "after\n";
--EXPECT--
f1
f2 v
v
now
after
