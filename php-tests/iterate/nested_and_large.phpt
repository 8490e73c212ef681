--TEST--
IT-4: iterate() in callbacks of iterate(); ten thousand elements
--DESCRIPTION--
Rules: IT-1, IT-4, SD-7
Order: independent
--FILE--
<?php
use function Async\{iterate, suspend, get_coroutines};

$sum = 0; $most = 0;
iterate(range(1, 5), function ($a) use (&$sum) {
    iterate(range(1, 5), function ($b) use ($a, &$sum) { suspend(); $sum += $a * $b; }, 2);
}, 3);
echo $sum, "\n";
$sum = 0;
iterate(
    (function () { for ($i = 0; $i < 10_000; $i++) yield $i; })(),
    function ($v) use (&$sum, &$most) { suspend(); $sum += $v; $most = max($most, count($v % 1000 ? [] : get_coroutines())); },
    50
);
echo $sum, ' ', var_export($most <= 52, true), ' ', count(get_coroutines()), "\n";
--EXPECT--
225
49995000 true 1
