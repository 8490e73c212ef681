--TEST--
CO-35: several throwing handlers give one CompositeException with all of them in order
--DESCRIPTION--
Rules: CO-35, EX-5
Order: independent
--FILE--
<?php
use function Async\spawn;

set_exception_handler(function (Throwable $e) {
    echo get_class($e), "\n";
    foreach ($e->getExceptions() as $x) echo get_class($x), ' ', $x->getMessage(), "\n";
});
$c = spawn(fn() => 1);
$c->finally(fn() => throw new RuntimeException('F1'));
$c->finally(fn() => print "F2 is fine\n");
$c->finally(fn() => throw new LogicException('F3'));
--EXPECT--
F2 is fine
Async\CompositeException
RuntimeException F1
LogicException F3
