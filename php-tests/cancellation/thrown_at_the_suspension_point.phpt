--TEST--
CN-3: the cancellation is thrown where the coroutine waits, with that place in its stack
--DESCRIPTION--
Rules: CN-3, CN-15
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

function waits() { try { delay(1000); echo "never\n"; } finally { echo "finally in waits\n"; } }
$c = spawn(function () {
    try {
        waits();
    } catch (AsyncCancellation $e) {
        echo "caught ", $e->getMessage(), "\n";
        throw $e;
    } finally {
        echo "finally in task\n";
    }
});
suspend();
$c->cancel(new AsyncCancellation('now'));
try { await($c); } catch (AsyncCancellation $e) { echo "awaiter ", $e->getMessage(), "\n"; }
--EXPECT--
finally in waits
caught now
finally in task
awaiter now
