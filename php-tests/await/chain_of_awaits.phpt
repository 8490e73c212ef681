--TEST--
AW-1: a long chain of coroutines, each awaiting the next, completes
--DESCRIPTION--
Rules: AW-1, SD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(fn() => 0);
for ($i = 0; $i < 500; $i++) { $c = spawn(function () use ($c) { return await($c) + 1; }); }
var_dump(await($c));
function nested(int $n) { return $n === 0 ? 0 : await(spawn('nested', $n - 1)) + 1; }
var_dump(nested(200));
--EXPECT--
int(500)
int(200)
