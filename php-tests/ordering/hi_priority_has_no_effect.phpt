--TEST--
SD-3: asHiPriority() returns the same object and does not change the order
--DESCRIPTION--
Rules: SD-3, CO-8
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$a = spawn(function () { echo "a\n"; });
$b = spawn(function () { echo "b\n"; });
$c = spawn(function () { echo "c\n"; });
var_dump($c->asHiPriority() === $c);
suspend();
--EXPECT--
bool(true)
a
b
c
