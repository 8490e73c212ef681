--TEST--
SD-7: 10,000 coroutines alive at once, each suspended several times
--DESCRIPTION--
Rules: SD-7, SD-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines};

$n = 10000; $done = 0; $cs = [];
for ($i = 0; $i < $n; $i++) { $cs[] = spawn(function () use ($i, &$done) { suspend(); $x = $i * 2; suspend(); $done++; return $x; }); }
$sum = 0;
foreach ($cs as $c) $sum += await($c);
var_dump($done === $n, $sum === $n * ($n - 1), count(get_coroutines()));
--EXPECT--
bool(true)
bool(true)
int(1)
