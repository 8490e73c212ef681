--TEST--
PR-4: inside the closure awaiting, spawning and tokens work as ever
--DESCRIPTION--
Rules: PR-4, AW-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, protect, await, await_all_or_fail, timeout};
use Async\{AsyncCancellation, OperationCanceledException};

$slow = spawn(function () { delay(60_000); });
$c = spawn(function () use ($slow) {
    return protect(function () use ($slow) {
        echo implode(',', await_all_or_fail([spawn(function () { delay(2); return 'a'; }), spawn(fn() => 'b')])), "\n";
        try { await($slow, timeout(2)); } catch (OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
        return 'done';
    });
});
suspend();
$c->cancel(new AsyncCancellation('deferred'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$slow->cancel();
--EXPECT--
a,b
Async\TimeoutException
deferred
