--TEST--
SC-60, SC-61, TR-15: finally handlers of an idle scope run after dispose(), when the caller yields
--DESCRIPTION--
Rules: SC-60, SC-61, TR-15, SD-3
Order: dependent
--FILE--
<?php
use function Async\{await, spawn, suspend, current_coroutine};
use Async\Scope;

$s = new Scope();
$c = $s->spawn(function () { echo "body\n"; });
$s->finally(function ($x) use ($s) { var_dump($x === $s, $x->isClosed(), $x->isCancelled()); });
$s->finally(function () { echo "second\n"; });
await($c);
suspend();
echo "idle, not ended\n";
spawn(fn() => print "spawned before\n");
$s->dispose();
$s->dispose();
echo "main end\n";
--EXPECT--
body
idle, not ended
main end
bool(true)
bool(true)
bool(true)
second
spawned before
