--TEST--
SD-7: 100,000 short coroutines one after the other
--DESCRIPTION--
Rules: SD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$s = 0;
for ($i = 0; $i < 100000; $i++) $s += await(spawn(fn() => 1));
var_dump($s);
--EXPECT--
int(100000)
