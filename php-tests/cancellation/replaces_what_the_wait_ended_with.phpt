--TEST--
CN-4: a cancellation that comes between the token and the waiter's turn is thrown, with what the token meant behind it
--DESCRIPTION--
Rules: CN-4, CN-11, SC-20, SC-40
Order: dependent
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{spawn, suspend, await, delay, timeout};

function attempt(string $what, callable $wait): void
{
    try {
        $wait();
        echo "$what: no exception\n";
    } catch (AsyncCancellation $e) {
        for ($chain = []; $e; $e = $e->getPrevious()) $chain[] = get_class($e) . ' ' . $e->getMessage();
        echo "$what: ", implode(' <- ', $chain), "\n";
    }
    try {
        suspend();
        echo "$what: goes on\n";
    } catch (AsyncCancellation $e) {
        echo "$what: thrown later: {$e->getMessage()}\n";
    }
}
function cancelled_when_queued(string $what, callable $wait, ?Scope $in = null): void
{
    $work = fn() => attempt($what, $wait);
    $waiter = $in ? $in->spawn($work) : spawn($work);
    while (!$waiter->isQueued() || !$waiter->isStarted()) suspend();
    if ($in) {
        $in->cancel(new AsyncCancellation('of the scope'));
    } else {
        $waiter->cancel(new AsyncCancellation('first'));
        $waiter->cancel(new AsyncCancellation('second'));
    }
    try { await($waiter); } catch (AsyncCancellation) {}
}
$token = fn() => spawn(function () { suspend(); return 1; });
$failing = fn() => spawn(function () { suspend(); throw new Exception('reason'); });
$work = spawn(fn() => delay(10));

cancelled_when_queued('token with a value', fn() => await($work, $token()));
cancelled_when_queued('token that fails', fn() => await($work, $failing()));
cancelled_when_queued('target that fails', fn() => await($failing(), timeout(60000)));
cancelled_when_queued('target that was cancelled', function () {
    $target = spawn(fn() => delay(60000));
    spawn(fn() => $target->cancel(new AsyncCancellation('of the target')));
    await($target);
});
cancelled_when_queued('its scope', fn() => await($work, $token()), (new Scope)->asNotSafely());
$busy = new Scope;
$busy->spawn(fn() => await($work));
cancelled_when_queued('scope that is awaited', fn() => $busy->awaitCompletion($token()));
$zombies = (new Scope)->allowZombies();
$zombies->spawn(fn() => await($work));
suspend();
$zombies->cancel();
cancelled_when_queued('zombies that are awaited', fn() => $zombies->awaitAfterCancellation(null, $token()));
await($work);
?>
--EXPECT--
token with a value: Async\AsyncCancellation first <- Async\OperationCanceledException Operation has been cancelled
token with a value: goes on
token that fails: Async\AsyncCancellation first <- Async\OperationCanceledException Operation has been cancelled <- Exception reason
token that fails: goes on
target that fails: Async\AsyncCancellation first <- Exception reason
target that fails: goes on
target that was cancelled: Async\AsyncCancellation first <- Async\AsyncCancellation of the target
target that was cancelled: goes on
its scope: Async\AsyncCancellation of the scope <- Async\OperationCanceledException Operation has been cancelled
its scope: goes on
scope that is awaited: Async\AsyncCancellation first <- Async\OperationCanceledException Operation has been cancelled
scope that is awaited: goes on
zombies that are awaited: Async\AsyncCancellation first <- Async\OperationCanceledException Operation has been cancelled
zombies that are awaited: goes on
