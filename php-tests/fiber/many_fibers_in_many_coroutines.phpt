--TEST--
FI-5: many coroutines with many Fibers that wait in between give the right sums
--DESCRIPTION--
Rules: FI-5, FI-2, SD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$cs = [];
for ($i = 0; $i < 50; $i++) {
    $cs[] = spawn(function () use ($i) {
        $sum = 0;
        for ($n = 0; $n < 5; $n++) {
            $f = new Fiber(function () use ($i, $n) { suspend(); $x = Fiber::suspend($i); suspend(); return $x + $n; });
            $v = $f->start(); suspend(); $f->resume($v);
            $sum += $f->getReturn();
        }
        return $sum;
    });
}
$total = 0;
foreach ($cs as $c) $total += await($c);
var_dump($total === array_sum(array_map(fn($i) => 5 * $i + 10, range(0, 49))));
--EXPECT--
bool(true)
