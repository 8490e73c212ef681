--TEST--
SD-7: a coroutine of 1000 (and 20,000) nested PHP calls that suspends every few frames works
--DESCRIPTION--
Rules: SD-7, ES-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function down(int $n, int $every): int {
    if ($n % $every === 0) suspend();
    if ($n === 0) return 0;
    $r = down($n - 1, $every) + 1;
    if ($n % $every === 0) suspend();
    return $r;
}
$cs = [spawn('down', 1000, 5), spawn('down', 1000, 7), spawn('down', 20000, 1000)];
foreach ($cs as $c) echo await($c), "\n";
--EXPECT--
1000
1000
20000
