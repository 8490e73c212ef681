--TEST--
SD-7: 10,000 coroutines all sleeping at once
--DESCRIPTION--
Rules: SD-7, DL-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

$awake = 0; $cs = [];
for ($i = 0; $i < 10000; $i++) $cs[] = spawn(function () use ($i, &$awake) { delay(1 + $i % 20); $awake++; });
foreach ($cs as $c) await($c);
var_dump($awake);
--EXPECT--
int(10000)
