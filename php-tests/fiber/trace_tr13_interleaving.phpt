--TEST--
TR-13: a Fiber and a coroutine that it spawned interleave
--DESCRIPTION--
Rules: TR-13, FI-3, FI-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$f = new Fiber(function () {
    echo "f1\n"; spawn(function () { echo "c1\n"; suspend(); echo "c2\n"; }); echo "f2\n";
    $v = Fiber::suspend("s"); echo "f3 $v\n"; return "ret";
});
echo $f->start(), "\n"; echo "resuming\n"; $f->resume("v"); echo $f->getReturn(), "\n";
--EXPECT--
f1
f2
c1
s
resuming
c2
f3 v
ret
