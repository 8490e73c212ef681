--TEST--
SU-3: a coroutine cancelled while re-queued gets the cancellation from suspend()
--DESCRIPTION--
Rules: SU-3, CN-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$c = spawn(function () {
    try {
        suspend(); echo "never\n";
    } catch (AsyncCancellation $e) {
        echo 'caught ', $e->getMessage(), "\n";
        suspend(); echo "second suspend is normal\n";
    }
});
suspend();
$c->cancel(new AsyncCancellation('now'));
await($c);
--EXPECT--
caught now
second suspend is normal
