--TEST--
SU-4: foreach over arrays, objects, iterators and generators survives suspensions of several coroutines
--DESCRIPTION--
Rules: SU-4, FI-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function gen($n) { for ($i = 0; $i < $n; $i++) { suspend(); $got = yield $i => $i * 10; suspend(); } return "r$n"; }
function outer($n) { $r = yield from gen($n); suspend(); yield 'r' => $r; }
$task = function ($n) {
    $out = [];
    foreach (range(1, $n) as $v) { suspend(); $out[] = $v; }
    foreach (new ArrayIterator(['a' => 1, 'b' => 2]) as $k => $v) { suspend(); $out[] = "$k$v"; }
    foreach (outer($n) as $k => $v) { suspend(); $out[] = "$k=$v"; }
    foreach ((object) ['p' => 1, 'q' => 2] as $k => $v) { suspend(); $out[] = "$k$v"; }
    return implode(' ', $out);
};
$cs = [spawn($task, 2), spawn($task, 3)];
foreach ($cs as $c) { echo await($c), "\n"; }
--EXPECT--
1 2 a1 b2 0=0 1=10 r=r2 p1 q2
1 2 3 a1 b2 0=0 1=10 2=20 r=r3 p1 q2
