--TEST--
CH-26: a sender of a rendezvous that is cancelled takes its value back, unless it was taken before
--DESCRIPTION--
Rules: CH-16, CH-26, CM-14
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel, OperationCanceledException};
use function Async\{await, spawn, suspend, timeout};

class Value
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}

function sender(Channel $ch, callable $make, ?Async\Completable $token = null): Async\Coroutine
{
    $parked = false;
    $coroutine = spawn(function () use ($ch, $make, $token, &$parked) {
        try {
            $value = $make();
            $parked = true;
            $ch->send($value, $token);
            return 'sent';
        } catch (AsyncCancellation $e) {
            unset($value);
            return $e->getMessage();
        }
    });
    while (!$parked) suspend();
    return $coroutine;
}

// Before it was taken.
$ch = new Channel;
$s = sender($ch, fn() => new Value('withdrawn'));
echo $ch->count(), "\n";
$s->cancel();
echo await($s), ', ', $ch->count(), ' left, sendAsync ', json_encode($ch->sendAsync('room again')), ' ', $ch->recv(), "\n";

// The place goes to the next sender.
[$a, $b] = [sender($ch, fn() => 'a'), sender($ch, fn() => 'b')];
$a->cancel();
echo await($a), ', ', $ch->recv(), ', ', await($b), "\n";

// Taken first, cancelled before it went on.
$s = sender($ch, fn() => 'delivered');
echo $ch->recv(), "\n";
$s->cancel();
echo await($s), ', ', $ch->count(), " left\n";

// By a token.
$s = sender($ch, fn() => 'timed out', timeout(1));
echo await($s), ', ', $ch->count(), " left\n";

// While it waits for a place.
$ch->sendAsync('occupied');
$s = sender($ch, fn() => 'waits');
$s->cancel();
echo await($s), ', ', $ch->count(), ' left: ', $ch->recv(), "\n";
--EXPECT--
1
withdrawn destroyed
Coroutine cancelled, 0 left, sendAsync true room again
Coroutine cancelled, b, sent
delivered
Coroutine cancelled, 0 left
Operation has been cancelled, 0 left
Coroutine cancelled, 1 left: occupied
