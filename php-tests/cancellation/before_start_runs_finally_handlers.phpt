--TEST--
CN-2: cancel before the start: finally handlers run, awaiters get the cancellation
--DESCRIPTION--
Rules: CN-2, CO-30, CO-31
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\{Coroutine, AsyncCancellation};

$reason = new AsyncCancellation('why');
$c = spawn(function () { try { echo "never\n"; } finally { echo "never too\n"; } });
$c->finally(function (Coroutine $c) use ($reason) {
    echo "handler ", json_encode([$c->isCompleted(), $c->isCancelled(), $c->isStarted(), $c->getException() === $reason]), "\n";
});
$c->cancel($reason);
try { await($c); } catch (AsyncCancellation $e) { var_dump($e === $reason); }
--EXPECT--
handler [true,true,false,true]
bool(true)
