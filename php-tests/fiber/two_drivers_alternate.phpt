--TEST--
FI-4: two coroutines that drive a Fiber each alternate step by step, nested Fibers too
--DESCRIPTION--
Rules: FI-3, FI-4, FI-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

$steps = fn($n) => function () use ($n) {
    $f = new Fiber(function () use ($n) { foreach (['a', 'b', 'c'] as $s) { echo "$n$s "; if ($s !== 'c') Fiber::suspend(); } });
    $f->start(); $f->resume(); $f->resume();
};
$cs = [spawn($steps(1)), spawn($steps(2))];
foreach ($cs as $c) await($c);
echo "\n";

$nested = fn($n) => function () use ($n) {
    $outer = new Fiber(function () use ($n) {
        echo "$n-outer-start\n";
        $inner = new Fiber(function () use ($n) { echo "$n-inner-start\n"; Fiber::suspend(); echo "$n-inner-resume\n"; });
        $inner->start();
        echo "$n-outer-mid\n";
        $inner->resume();
        echo "$n-outer-end\n";
    });
    $outer->start();
};
$cs = [spawn($nested(1)), spawn($nested(2))];
foreach ($cs as $c) await($c);
--EXPECT--
1a 2a 1b 2b 1c 2c 
1-outer-start
2-outer-start
1-inner-start
2-inner-start
1-outer-mid
2-outer-mid
1-inner-resume
2-inner-resume
1-outer-end
2-outer-end
