--TEST--
FI-1: Fibers without any coroutine behave as stock
--DESCRIPTION--
Rules: FI-1, FI-8
Order: independent
--FILE--
<?php
use function Async\get_coroutines;

$f = new Fiber(function ($a) {
    $b = Fiber::suspend("got $a");
    try { Fiber::suspend("got $b"); } catch (Exception $e) { $c = Fiber::suspend($e->getMessage()); return "ret $c"; }
});
var_dump($f->isStarted());
echo $f->start('a'), "\n", $f->resume('b'), "\n", $f->throw(new Exception('thrown')), "\n";
var_dump($f->isSuspended(), $f->resume('c'), $f->isTerminated(), $f->getReturn());
foreach ([fn() => $f->resume(), fn() => $f->start(), fn() => Fiber::suspend(),
    fn() => (new Fiber(fn() => 1))->getReturn(), fn() => new Fiber] as $bad) {
    try { $bad(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump(get_coroutines());
--EXPECTF--
bool(false)
got a
got b
thrown
bool(true)
NULL
bool(true)
string(5) "ret c"
FiberError: Cannot resume a fiber that is not suspended
FiberError: Cannot start a fiber that has already been started
FiberError: Cannot suspend outside of %Sfiber
FiberError: Cannot get fiber return value: The fiber has not been started
ArgumentCountError: Fiber::__construct() expects exactly 1 argument, 0 given
array(0) {
}
