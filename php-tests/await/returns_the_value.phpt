--TEST--
AW-1: await gives the return value, in main and in a coroutine
--DESCRIPTION--
Rules: AW-1, AW-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

echo await(spawn(fn() => 'main')), "\n";
$c = spawn(function () { $inner = spawn(function () { suspend(); return 'inner'; }); return await($inner) . ' awaited'; });
echo await($c), "\n";
--EXPECT--
main
inner awaited
