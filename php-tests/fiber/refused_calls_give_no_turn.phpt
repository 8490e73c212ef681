--TEST--
FI-8: calls that the Fiber refuses fail at once, with the stock messages
--DESCRIPTION--
Rules: FI-8, FI-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

suspend();
$tell = function (callable $call) {
    try { $call(); echo "no error\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
spawn(function () { echo "[others]\n"; });
$f = new Fiber(function () { $GLOBALS['self']->resume(); });
$tell(fn() => $f->resume());
$tell(fn() => $f->throw(new Exception('x')));
$tell(fn() => $f->getReturn());
$tell(fn() => Fiber::suspend());
$tell(fn() => new Fiber);
$tell(fn() => new Fiber('no such function'));
$tell(fn() => $f->getCoroutine(1));
echo "now\n";
$self = $f;
$tell(fn() => $f->start());
$tell(fn() => $f->start());
$tell(fn() => $f->getReturn());
--EXPECT--
FiberError: Cannot resume a fiber that is not suspended
FiberError: Cannot resume a fiber that is not suspended
FiberError: Cannot get fiber return value: The fiber has not been started
FiberError: Cannot suspend outside of a fiber
ArgumentCountError: Fiber::__construct() expects exactly 1 argument, 0 given
TypeError: Fiber::__construct(): Argument #1 ($callback) must be a valid callback, function "no such function" not found or invalid function name
ArgumentCountError: Fiber::getCoroutine() expects exactly 0 arguments, 1 given
now
[others]
FiberError: Cannot resume a fiber that is not suspended
FiberError: Cannot start a fiber that has already been started
FiberError: Cannot get fiber return value: The fiber threw an exception
