--TEST--
SD-21: one suspend() in main lets each queued coroutine run exactly one slice
--DESCRIPTION--
Rules: SD-21, SD-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

foreach ([1, 2, 3] as $n) {
    spawn(function () use ($n) { foreach ([1, 2, 3] as $slice) { echo "c$n.$slice "; suspend(); } });
}
foreach ([1, 2, 3, 4] as $turn) { echo "main$turn "; suspend(); }
echo "\n";
--EXPECT--
main1 c1.1 c2.1 c3.1 main2 c1.2 c2.2 c3.2 main3 c1.3 c2.3 c3.3 main4 
