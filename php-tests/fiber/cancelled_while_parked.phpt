--TEST--
FI-13: cancelling the coroutine of a parked Fiber throws at its Fiber::suspend() at the next turn
--DESCRIPTION--
Rules: FI-13, FI-8, CN-3
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\AsyncCancellation;

suspend();
$f = new Fiber(function () { try { Fiber::suspend(); echo "never\n"; } finally { echo "finally\n"; } });
$f->start();
$c = $f->getCoroutine();
$c->cancel(new AsyncCancellation('bye'));
var_dump($c->isCancellationRequested());
suspend();
var_dump($f->isTerminated(), $c->isCompleted(), $c->isCancelled());
try { $f->resume(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

// Caught: the Fiber parks again and can be resumed, and cancelled again.
$f = new Fiber(function () {
    while (true) {
        try { echo 'got ', Fiber::suspend(), "\n"; }
        catch (AsyncCancellation $e) { echo "caught {$e->getMessage()}\n"; if ($e->getMessage() === 'two') return 'over'; }
    }
});
$f->start();
$c = $f->getCoroutine();
$c->cancel(new AsyncCancellation('one')); suspend();
$f->resume('v');
$c->cancel(new AsyncCancellation('two')); suspend();
var_dump($f->isTerminated(), $f->getReturn(), $c->getResult());

// Caught, and ended by a resumer.
$f = new Fiber(function () { try { Fiber::suspend(); } catch (AsyncCancellation) { Fiber::suspend(); } return 'returned'; });
$f->start(); $c = $f->getCoroutine(); $c->cancel(); suspend();
$f->resume();
var_dump(await($c), $c->isCompleted());

// An exception of its own in response: there is no resumer that could get it, but its coroutine is awaited.
$f = new Fiber(function () { try { Fiber::suspend(); } catch (AsyncCancellation) { throw new LogicException('own'); } });
$f->start(); $c = $f->getCoroutine(); $c->cancel();
try { await($c); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
finally
bool(true)
bool(true)
bool(true)
Cannot resume a fiber that is not suspended
bye
got caught one
got v
got caught two
bool(true)
string(4) "over"
string(4) "over"
string(8) "returned"
bool(true)
own
