--TEST--
FI-2: cancelling a coroutine that waits inside a Fiber throws at that place, through the Fiber's frames
--DESCRIPTION--
Rules: FI-2, CN-3, CN-15, FI-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    $f = new Fiber(function () { try { delay(1000); echo "never\n"; } finally { echo "fiber finally\n"; } });
    try { $f->start(); } catch (AsyncCancellation $e) { echo 'starter: ', $e->getMessage(), "\n"; var_dump($f->isTerminated()); throw $e; }
});
suspend(); suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo 'awaiter: ', $e->getMessage(), "\n"; }
--EXPECT--
fiber finally
starter: stop
bool(true)
awaiter: stop
