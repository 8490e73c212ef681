--TEST--
SC-37, SC-38: the reason of the cancellation, or the token, ends awaitCompletion()
--DESCRIPTION--
Rules: SC-37, SC-38, AW-6, AW-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, timeout, await, delay};
use Async\{Scope, AsyncCancellation, OperationCanceledException};

$s = new Scope;
$s->spawn(function () { while (true) delay(1); });
$w = spawn(fn() => $s->awaitCompletion(timeout(1000)));
suspend();
try {
    $s->awaitCompletion(timeout(3));
} catch (OperationCanceledException $e) {
    echo get_class($e), ': ', $e->getMessage(), ', ', $e->getPrevious()->getMessage(), "\n";
}
var_dump($s->isCancelled(), $s->isFinished());
$done = spawn(fn() => 'value');
await($done);
try { $s->awaitCompletion($done); } catch (OperationCanceledException $e) { var_dump($e->getPrevious()); }
$x = spawn(fn() => $s->awaitCompletion(timeout(1000)));
suspend();
$x->cancel(new AsyncCancellation('the waiter'));
try { await($x); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$reason = new AsyncCancellation('reason');
$s->cancel($reason);
try { await($w); } catch (AsyncCancellation $e) { var_dump($e === $reason); }
--EXPECT--
Async\OperationCanceledException: Operation has been cancelled, Timeout occurred after 3 milliseconds
bool(false)
bool(false)
NULL
the waiter
bool(true)
