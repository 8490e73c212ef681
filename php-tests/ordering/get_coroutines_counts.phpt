--TEST--
SD-31: get_coroutines() at start, after spawn, after cancel, after await
--DESCRIPTION--
Rules: SD-31, SD-30
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines};

echo count(get_coroutines()), "\n";
$c1 = spawn(function () { suspend(); suspend(); suspend(); });
$c2 = spawn(function () { suspend(); suspend(); suspend(); });
echo count(get_coroutines()), "\n";
$c1->cancel(); suspend();
echo count(get_coroutines()), "\n";
$c2->cancel(); suspend();
echo count(get_coroutines()), "\n";
$five = [];
for ($i = 0; $i < 5; $i++) { $five[] = spawn(fn() => suspend()); }
echo count(get_coroutines()), "\n";
foreach ($five as $c) { await($c); }
echo count(get_coroutines()), "\n";
--EXPECT--
0
3
2
1
6
1
