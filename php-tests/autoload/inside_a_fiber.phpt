--TEST--
ES-4, FI-2: a Fiber that is parked in an autoloader, and one that waits for a class
--DESCRIPTION--
Rules: ES-4, FI-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

spl_autoload_register(function ($class) {
    if ($class === 'Parked') Fiber::suspend('in the autoloader'); else delay(2);
    eval("class $class {}");
});
suspend();
$f = new Fiber(fn() => get_class(new Parked));
echo $f->start(), "\n";
$waiter = spawn(fn() => get_class(new Parked));
suspend();
$f->resume();
echo $f->getReturn(), ' ', await($waiter), "\n";
$loader = spawn(fn() => get_class(new Slow));
$g = new Fiber(fn() => get_class(new Slow));
$g->start();
echo $g->getReturn(), ' ', await($loader), "\n";
--EXPECT--
in the autoloader
Parked Parked
Slow Slow
