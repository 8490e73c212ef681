--TEST--
CM-9 to CM-14: tokens end send() and recv(); one that has completed does so before the channel is looked at
--DESCRIPTION--
Rules: CM-9, CM-10, CM-11, CM-12, CM-14, CH-12, CH-14, CH-17
Order: independent
--FILE--
<?php
use Async\{Channel, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, spawn, suspend, timeout};

function attempt(callable $operation): void
{
    try {
        echo json_encode($operation()), "\n";
    } catch (OperationCanceledException $e) {
        $previous = $e->getPrevious();
        echo $e->getMessage(), ', ', $previous ? get_class($previous) . ' ' . $previous->getMessage() : 'no previous', "\n";
    }
}

$ch = new Channel(1);
$ch->send('value');
// Complete before.
attempt(fn() => $ch->recv(Future::completed(1)));
attempt(fn() => $ch->recv(Future::failed(new LogicException('why'))));
echo $ch->count(), "\n";
attempt(fn() => $ch->recv(new Future(new FutureState)));
attempt(fn() => $ch->send('other', Future::completed()));
echo $ch->count(), "\n";
$ch->close();
attempt(fn() => $ch->recv(Future::completed()));

// While parked.
$ch = new Channel(1);
attempt(fn() => $ch->recv(timeout(1)));
$ch->send('value');
attempt(fn() => $ch->send('other', timeout(1)));
echo $ch->count(), ' ', $ch->recv(), "\n";
$state = new FutureState;
spawn(fn() => $state->complete('a value is as good as an exception'));
attempt(fn() => $ch->recv(new Future($state)));
$state = new FutureState;
spawn(fn() => $state->error(new LogicException('why')));
attempt(fn() => $ch->recv(new Future($state)));
$coroutine = spawn(fn() => suspend());
attempt(fn() => $ch->recv($coroutine));

// One that never fires changes nothing, and no subscription is left.
$state = new FutureState;
$never = new Future($state);
for ($i = 0; $i < 100; $i++) {
    spawn(fn() => $ch->send($i));
    if ($ch->recv($never) !== $i) echo "wrong\n";
}
$state->complete(1);

// One that fires after the value was promised comes too late.
$state = new FutureState;
$parked = false;
$receiver = spawn(function () use ($ch, $state, &$parked) { $parked = true; return $ch->recv(new Future($state)); });
while (!$parked) suspend();
$ch->send('promised');
$state->complete(1);
echo await($receiver), "\n";
// And the other way round: the value stays.
$state = new FutureState;
$parked = false;
$receiver = spawn(function () use ($ch, $state, &$parked) {
    $parked = true;
    attempt(fn() => $ch->recv(new Future($state)));
});
while (!$parked) suspend();
$state->complete(1);
$ch->send('stays');
await($receiver);
echo $ch->count(), ' ', $ch->recv(), "\n";
--EXPECT--
Operation has been cancelled, no previous
Operation has been cancelled, LogicException why
1
"value"
Operation has been cancelled, no previous
0
Operation has been cancelled, no previous
Operation has been cancelled, Async\TimeoutException Timeout occurred after 1 milliseconds
Operation has been cancelled, Async\TimeoutException Timeout occurred after 1 milliseconds
1 value
Operation has been cancelled, no previous
Operation has been cancelled, LogicException why
Operation has been cancelled, no previous
promised
Operation has been cancelled, no previous
1 stays
