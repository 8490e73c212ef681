--TEST--
CH-8, CH-9: what was promised to a woken waiter is not taken by another coroutine, not even by the one that woke it
--DESCRIPTION--
Rules: CH-5, CH-8, CH-9, CH-18, CH-19
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend, timeout};

// A value.
$ch = new Channel(2);
$parked = false;
$receiver = spawn(function () use ($ch, &$parked) { $parked = true; return $ch->recv(); });
while (!$parked) suspend();
$ch->send('promised');
echo $ch->count(), ' stored, full ', json_encode($ch->isFull()), "\n";
$future = $ch->recvAsync();
try { $ch->recv(timeout(1)); } catch (Async\OperationCanceledException $e) { echo "recv: nothing free\n"; }
echo await($receiver), ', ', $ch->count(), " stored\n";
$ch->send('for the future');
echo await($future), "\n";

// A place.
$ch = new Channel(1);
$ch->send('first');
$parked = false;
$sender = spawn(function () use ($ch, &$parked) { $parked = true; $ch->send('second'); });
while (!$parked) suspend();
echo $ch->recv(), "\n";
echo 'full ', json_encode($ch->isFull()), ', sendAsync ', json_encode($ch->sendAsync('third')), "\n";
await($sender);
echo $ch->recv(), ', ', $ch->count(), " left\n";

// The place of a rendezvous.
$ch = new Channel;
$parked = 0;
$senders = [];
foreach (['a', 'b'] as $i => $v) {
    $senders[] = spawn(function () use ($ch, $v, &$parked) { $parked++; $ch->send($v); });
    while ($parked === $i) suspend();
}
echo $ch->recv(), ', full ', json_encode($ch->isFull()), ', sendAsync ', json_encode($ch->sendAsync('c')), "\n";
echo $ch->recv(), "\n";
foreach ($senders as $sender) await($sender);
--EXPECT--
1 stored, full false
recv: nothing free
promised, 0 stored
for the future
first
full false, sendAsync false
second, 0 left
a, full false, sendAsync false
b
