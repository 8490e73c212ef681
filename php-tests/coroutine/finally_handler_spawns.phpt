--TEST--
CO-37: a handler may spawn and await; what it spawns runs to its end
--DESCRIPTION--
Rules: CO-37, AW-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(fn() => 1);
$c->finally(function () { $d = spawn(function () { suspend(); echo "spawned by the handler\n"; }); await($d); echo "handler end\n"; });
echo "main end\n";
--EXPECT--
main end
spawned by the handler
handler end
