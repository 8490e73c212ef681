--TEST--
CH-25, CH-30: a value whose send() has returned is delivered to some receiver, even when its receiver is cancelled and the channel closed
--DESCRIPTION--
Rules: CH-14, CH-17, CH-25, CH-30
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException};
use function Async\{await, spawn, suspend};

function receiver(Channel $ch): Async\Coroutine
{
    $parked = false;
    $coroutine = spawn(function () use ($ch, &$parked) {
        $parked = true;
        try { return 'got ' . $ch->recv(); } catch (AsyncCancellation | ChannelException $e) { return $e->getMessage(); }
    });
    while (!$parked) suspend();
    return $coroutine;
}

foreach ([false, true] as $async) {
    $ch = new Channel;
    $a = receiver($ch);
    if ($async) $ch->sendAsync('value'); else $ch->send('value');
    $a->cancel();
    $ch->close();
    echo await($a), ', ', $ch->count(), ' left: ', $ch->recv(), "\n";
    try { $ch->recv(); } catch (ChannelException $e) { echo $e->getMessage(), "\n"; }
}

// Closed after the receiver has left, another one comes.
$ch = new Channel;
$a = receiver($ch);
$ch->send('value');
$a->cancel();
echo await($a), ', ';
$ch->close();
echo await(receiver($ch)), "\n";

// Two waited: the second gets it and is not failed by the end.
$ch = new Channel;
[$a, $b] = [receiver($ch), receiver($ch)];
$ch->send('value');
$a->cancel();
echo await($a), ', ';
$ch->close();
echo await($b), "\n";

// A receiver that was cancelled before is not matched with.
$ch = new Channel;
$a = receiver($ch);
$a->cancel();
$ch->sendAsync('unmatched');
$ch->close();
echo await($a), ', ', $ch->count(), " left\n";
--EXPECT--
Coroutine cancelled, 1 left: value
Channel is closed
Coroutine cancelled, 1 left: value
Channel is closed
Coroutine cancelled, got value
Coroutine cancelled, got value
Channel is closed, 0 left
