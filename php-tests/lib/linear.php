<?php
/**
 * Prints "$what: linear", or the times. `$run(int $n)` is measured, in CPU time, for $n and for 16 $n: work in proportion
 * takes 16 times as long, up to 140 times where the larger number does not fit the processor's cache any more; quadratic
 * work takes 256 times as long. The best of several runs counts, so that what else the machine does is left out; a constant
 * amount is granted for very short runs.
 */
function linear(string $what, int $n, callable $run): void
{
    $cpu = fn() => array_sum(array_map(fn($k) => getrusage()["ru_$k.tv_sec"] * 1e6 + getrusage()["ru_$k.tv_usec"], ['utime', 'stime']));
    $best = function (int $n) use ($run, $cpu) {
        $times = [];
        for ($i = 0; $i < 2; $i++) { $begin = $cpu(); $run($n); $times[] = $cpu() - $begin; }
        return min($times);
    };
    $best($n);
    [$small, $big] = [$best($n), $best(16 * $n)];
    echo $what, ': ', $big <= 180 * $small + 5_000 ? 'linear' : "$small us for $n, $big us for 16 times as many", "\n";
}
