--TEST--
CH-15: once its value was taken a sender cannot fail any more, and its place is the next sender's in the same step
--DESCRIPTION--
Rules: CH-15, CH-16
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn, suspend};

$ch = new Channel;
$parked = 0;
$senders = [];
foreach (['a', 'b', 'c'] as $i => $v) {
    $senders[$v] = spawn(function () use ($ch, $v, &$parked) {
        $parked++;
        try { $ch->send($v); return "$v sent"; } catch (ChannelException $e) { return "$v failed: " . $e->getMessage(); }
    });
    while ($parked === $i) suspend();
}
echo $ch->recv(), ', sendAsync ', json_encode($ch->sendAsync('between')), "\n";
$ch->close();
foreach ($senders as $sender) echo await($sender), "\n";
echo $ch->count(), " left\n";
--EXPECT--
a, sendAsync false
a sent
b failed: Channel is closed
c failed: Channel is closed
0 left
