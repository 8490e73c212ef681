--TEST--
FI-13: resume() without a turn after the cancellation: a FiberError or the cancellation, and the script goes on
--DESCRIPTION--
Rules: FI-13
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

function attempt(callable $body): void {
    try { $body(); echo "no exception\n"; }
    catch (FiberError|AsyncCancellation $e) { echo "FiberError or cancellation\n"; }
    catch (LogicException $e) { echo "own exception\n"; }
}
suspend();
$f = new Fiber(function () { Fiber::suspend(); echo "never\n"; });
$f->start(); $f->getCoroutine()->cancel();
attempt(fn() => $f->resume());

// The coroutine that drives it is cancelled, too.
$parent = spawn(function () {
    $f = new Fiber(function () { Fiber::suspend(); echo "never\n"; });
    $f->start(); $f->getCoroutine()->cancel();
    $GLOBALS['parent']->cancel();
    attempt(fn() => $f->resume());
});
try { await($parent); } catch (AsyncCancellation) { }

// The body would throw an exception of its own.
$f = new Fiber(function () { try { Fiber::suspend(); } catch (AsyncCancellation) { } Fiber::suspend(); throw new LogicException; });
$f->start(); $f->getCoroutine()->cancel(); suspend();
attempt(fn() => $f->resume());
echo "end\n";
--EXPECT--
FiberError or cancellation
FiberError or cancellation
own exception
end
