--TEST--
CH-18: sendAsync() stores a value where there is room, never waits, and works without a scheduler
--DESCRIPTION--
Rules: CH-18, CH-30, CH-32, CM-4
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn, suspend};

$ch = new Channel(1);
echo json_encode([$ch->sendAsync('a'), $ch->sendAsync('b'), $ch->count()]), "\n";
$rendezvous = new Channel;
echo json_encode([$rendezvous->sendAsync('a'), $rendezvous->sendAsync('b'), $rendezvous->count(), $rendezvous->isFull()]), "\n";
var_dump(Async\get_coroutines());
echo $rendezvous->recv(), "\n";

// Not matched with a receiver, it goes with the channel.
$rendezvous->sendAsync('unclaimed');
$rendezvous->close();
echo json_encode([$rendezvous->count(), $rendezvous->sendAsync('late')]), "\n";

// Matched, it stays.
$rendezvous = new Channel;
$parked = false;
$receiver = spawn(function () use ($rendezvous, &$parked) { $parked = true; return $rendezvous->recv(); });
while (!$parked) suspend();
echo json_encode([$rendezvous->sendAsync('claimed'), $rendezvous->sendAsync('no room')]), "\n";
$rendezvous->close();
echo await($receiver), "\n";
--EXPECT--
[true,false,1]
[true,false,1,true]
array(0) {
}
a
[0,false]
[true,false]
claimed
