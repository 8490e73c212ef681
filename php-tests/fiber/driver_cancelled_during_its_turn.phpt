--TEST--
FI-3, CN-3: a coroutine that is cancelled while the others have their turn: the Fiber's body does not run, or its end is not undone
--DESCRIPTION--
Rules: FI-3, CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$f = new Fiber(function () { echo "body\n"; });
$c = spawn(function () use ($f) {
    try { $f->start(); echo "never\n"; } catch (AsyncCancellation $e) { echo "before: {$e->getMessage()}\n"; throw $e; }
});
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation) { }
var_dump($f->isStarted());

$f = new Fiber(function () { echo "body\n"; return 'done'; });
$c = spawn(function () use ($f) {
    try { $f->start(); echo "never\n"; } catch (AsyncCancellation $e) { echo "after: {$e->getMessage()}\n"; throw $e; }
});
suspend(); suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation) { }
var_dump($f->getReturn());
--EXPECT--
before: stop
bool(false)
body
after: stop
string(4) "done"
