--TEST--
TG-36: a cancellation while waiting is thrown out of the loop
--DESCRIPTION--
Rules: TG-36, CM-6
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{spawn, suspend, await};

$group = new TaskGroup;
$loop = spawn(function () use ($group) {
    try {
        foreach ($group as $key => $entry) {
            try { echo "never\n"; } catch (AsyncCancellation) { echo "in the body\n"; }
        }
    } catch (AsyncCancellation $e) { echo 'thrown out of the loop: ', $e->getMessage(), "\n"; }
});
while ($loop->getAwaitingInfo() === []) suspend();
$loop->cancel(new AsyncCancellation('reason'));
await($loop);
// Cancelled after it was woken: handlers of the task run before all others.
$group->spawn(function () use (&$loop) {
    while (!$loop || $loop->getAwaitingInfo() === []) suspend();
    Async\current_coroutine()->finally(fn() => $loop->cancel(new AsyncCancellation('too late')));
});
$loop = spawn(function () use ($group) {
    try { foreach ($group as $entry) echo "never\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
});
await($loop);
echo json_encode($group->getResults()), "\n";
--EXPECT--
thrown out of the loop: reason
too late
[null]
