--TEST--
IT-11: cancelling the caller cancels the callbacks, or waits for them, and is thrown at the end
--DESCRIPTION--
Rules: IT-11
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, spawn, await};
use Async\AsyncCancellation;

foreach ([true, false] as $cancelPending) {
    $c = spawn(function () use ($cancelPending) {
        iterate([1, 2], function ($v) {
            try { for ($i = 0; $i < 10; $i++) suspend(); echo "callback $v ends\n"; }
            catch (AsyncCancellation $e) { echo "callback $v: ", $e->getMessage(), "\n"; suspend(); echo "cleaned $v\n"; }
        }, cancelPending: $cancelPending);
        echo "not reached\n";
    });
    for ($i = 0; $i < 5; $i++) suspend();
    $c->cancel(new AsyncCancellation('caller'));
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
callback 1: Cancellation of pending coroutines after iterator completion
callback 2: Cancellation of pending coroutines after iterator completion
cleaned 1
cleaned 2
caller
callback 1 ends
callback 2 ends
caller
