--TEST--
CO-30: finally handlers run once, in registration order, with the finished coroutine as argument
--DESCRIPTION--
Rules: CO-30, CO-31
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(function () { suspend(); return 'v'; });
foreach ([1, 2, 3] as $n) {
    $c->finally(function (...$args) use ($n, $c) {
        echo "f$n ", json_encode([count($args), $args[0] === $c, $c->isCompleted(), $c->getResult()]), "\n";
        return 'ignored';
    });
}
echo await($c), "\n";
echo await($c), "\n";
--EXPECT--
f1 [1,true,true,"v"]
f2 [1,true,true,"v"]
f3 [1,true,true,"v"]
v
v
