--TEST--
A state with its future is small, and a chain costs as much as its links
--DESCRIPTION--
Rules: FU-1, FU-24
Order: dependent
--FILE--
<?php
use Async\{Future, FutureState};

$n = 1000;
$kept = array_fill(0, $n, null);
$before = memory_get_usage();
for ($i = 0; $i < $n; $i++) {
    $state = new FutureState();
    $kept[$i] = new Future($state);
}
unset($state);
$each = (memory_get_usage() - $before) / $n;
// A debug build of PHP keeps more with every block.
echo $each <= (PHP_DEBUG ? 500 : 400) ? "small\n" : "$each bytes\n";
foreach ($kept as $f) $f->ignore();
unset($kept, $f);

/** Instructions cannot be counted here; the best time of many is near enough. */
function chain(int $links): float {
    $best = INF;
    for ($round = 0; $round < 30; $round++) {
        $start = hrtime(true);
        for ($i = 0; $i < 20; $i++) {
            $state = new FutureState();
            $f = new Future($state);
            for ($j = 0; $j < $links; $j++) $f = $f->map(fn($v) => $v);
            $state->complete(1);
            $f->await();
        }
        $best = min($best, hrtime(true) - $start);
    }
    return $best;
}
chain(1);
$ratio = chain(10) / chain(1);
echo $ratio <= 10 ? "linear\n" : "ten links cost $ratio times one\n";
--EXPECT--
small
linear
