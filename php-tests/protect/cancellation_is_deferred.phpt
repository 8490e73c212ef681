--TEST--
PR-4, PR-6: a cancellation is thrown by protect() when the closure has ended, and can be caught there
--DESCRIPTION--
Rules: PR-4, PR-5, PR-6, PR-8, CN-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, protect, await};
use Async\AsyncCancellation;

$c = spawn(function () {
    try { $x = protect(function () { echo "in\n"; suspend(); suspend(); echo "out\n"; return 5; }); echo "never\n"; }
    catch (AsyncCancellation $e) { echo 'got ', $e->getMessage(), ' ', var_export(isset($x), true), "\n"; throw $e; }
});
suspend();
$reason = new AsyncCancellation('stop');
$c->cancel($reason);
var_dump($c->isCancellationRequested(), $c->isCancelled());
suspend();
var_dump($c->isCancellationRequested(), $c->isCancelled());
$c->cancel(new AsyncCancellation('dropped'));
try { await($c); } catch (AsyncCancellation $e) { echo 'seen ', var_export($e === $reason, true), "\n"; }
var_dump($c->isCancelled(), $c->isCancellationRequested(), $c->getResult(), $c->getException() === $reason);

$d = spawn(function () {
    try { protect(function () { suspend(); }); } catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; }
    suspend();
    return protect(fn() => 'normal result');
});
suspend(); $d->cancel(new AsyncCancellation('twice?'));
echo await($d), ' ', var_export($d->isCancelled(), true), "\n";
--EXPECT--
in
bool(true)
bool(false)
bool(true)
bool(false)
out
got stop false
seen true
bool(true)
bool(false)
NULL
bool(true)
caught twice?
normal result true
