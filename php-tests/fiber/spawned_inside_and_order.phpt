--TEST--
FI-4: a coroutine spawned inside a Fiber runs its slices between the Fiber's
--DESCRIPTION--
Rules: FI-4, FI-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$f = new Fiber(function () {
    spawn(function () { echo "c1 "; suspend(); echo "c2 "; suspend(); echo "c3 "; suspend(); echo "c4 "; });
    echo "f1 "; Fiber::suspend(); echo "f2 "; Fiber::suspend(); echo "f3 ";
});
$f->start(); echo "| "; $f->resume(); echo "| "; $f->resume(); echo "|\n";
--EXPECT--
f1 c1 | c2 f2 c3 | c4 f3 |
