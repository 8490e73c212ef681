--TEST--
TR-14: a coroutine that was queued first runs before the Fiber's body
--DESCRIPTION--
Rules: TR-14, FI-3, FI-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(function () { echo "c1\n"; suspend(); echo "c2\n"; return "cr"; });
$f = new Fiber(function () { echo "f1\n"; Fiber::suspend("s"); echo "f2\n"; });
echo "go\n"; echo $f->start(), "\n"; $f->resume(); echo await($c), "\n";
--EXPECT--
go
c1
f1
c2
s
f2
cr
