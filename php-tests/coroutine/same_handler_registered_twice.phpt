--TEST--
CO-30: a callback registered twice runs twice; one registered inside a handler runs too
--DESCRIPTION--
Rules: CO-30, CO-33
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(fn() => 1);
$f = function ($c) { echo "handler\n"; };
$c->finally($f); $c->finally($f);
$c->finally(function ($c) { $c->finally(function () { echo "nested\n"; }); echo "outer\n"; });
await($c);
--EXPECT--
handler
handler
nested
outer
