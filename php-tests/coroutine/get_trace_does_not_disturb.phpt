--TEST--
CO-22: inspecting a suspended coroutine again and again does not disturb it
--DESCRIPTION--
Rules: CO-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function walk($n) { if ($n > 0) { $r = walk($n - 1) + 1; return $r; } suspend(); return 0; }
$c = spawn('walk', 50);
$watch = spawn(function () use ($c) {
    for ($i = 0; $i < 3; $i++) { $t = $c->getTrace(); $c->getSuspendLocation(); if ($t) var_dump(count($t) >= 51); suspend(); }
});
var_dump(await($c));
await($watch);
--EXPECT--
bool(true)
int(50)
