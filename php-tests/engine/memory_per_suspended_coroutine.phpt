--TEST--
SD-7: thousands of suspended coroutines need modest memory
--DESCRIPTION--
Rules: SD-7, ES-5
Order: independent
--INI--
memory_limit=64M
--FILE--
<?php
use function Async\{spawn, suspend, await};

$cs = [];
for ($i = 0; $i < 5000; $i++) $cs[] = spawn(function () { suspend(); return 1; });
suspend();
$s = 0;
foreach ($cs as $c) $s += await($c);
var_dump($s);
--EXPECT--
int(5000)
