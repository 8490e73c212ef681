--TEST--
CH-12, CH-13, CH-32: a closed channel gives away what it has left, then throws; a promised value survives the end
--DESCRIPTION--
Rules: CH-12, CH-13, CH-14, CH-18, CH-19, CH-28, CH-29, CH-32
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn, suspend};

$ch = new Channel(3);
foreach ([1, 2, 3] as $v) $ch->send($v);
$ch->close();
$ch->close();
echo json_encode([$ch->isClosed(), $ch->sendAsync(4), $ch->count()]), "\n";
try { $ch->send(4); } catch (ChannelException $e) { echo 'send: ', $e->getMessage(), "\n"; }
echo $ch->recv(), await($ch->recvAsync()), "\n";
foreach ($ch as $v) echo $v, "\n";
try { $ch->recv(); } catch (ChannelException $e) { echo 'recv: ', $e->getMessage(), "\n"; }
try { await($ch->recvAsync()); } catch (ChannelException $e) { echo 'recvAsync: ', $e->getMessage(), "\n"; }
foreach ($ch as $v) echo "never\n";

// Closed between the wake-up and the turn of the receiver.
foreach ([0, 1] as $capacity) {
    $ch = new Channel($capacity);
    $parked = false;
    $receiver = spawn(function () use ($ch, &$parked) { $parked = true; return $ch->recv(); });
    while (!$parked) suspend();
    $ch->send('promised');
    $ch->close();
    echo await($receiver), ' ', $ch->count(), "\n";
}

// A sender that was promised a place and finds the channel closed.
$ch = new Channel(1);
$ch->send('stays');
$parked = false;
$sender = spawn(function () use ($ch, &$parked) {
    $parked = true;
    try { $ch->send('comes too late'); } catch (ChannelException $e) { return $e->getMessage(); }
});
while (!$parked) suspend();
echo $ch->recv(), "\n";
$ch->close();
echo await($sender), ' ', $ch->count(), "\n";
--EXPECT--
[true,false,3]
send: Channel is closed
12
3
recv: Channel is closed
recvAsync: Channel is closed
promised 0
promised 0
stays
Channel is closed 0
