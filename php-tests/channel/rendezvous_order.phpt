--TEST--
CH-14, CH-15: the receiver of a rendezvous reports first, its sender goes on afterwards; with a receiver waiting, send() returns at once
--DESCRIPTION--
Rules: CH-14, CH-15, CH-31
Order: dependent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

$ch = new Channel;
$s = spawn(fn() => [print("S1 "), $ch->send("x"), print("S2 ")]);
$r = spawn(fn() => [print("R1 "), $ch->recv(), print("R2 ")]);
await($s);
await($r);
echo "\n";

$r = spawn(function () use ($ch) { $ch->recv(); echo "receiver: got\n"; });
$s = spawn(function () use ($ch) { $ch->send(1); echo "sender: sent\n"; });
await($s);
await($r);
--EXPECT--
S1 R1 R2 S2 
sender: sent
receiver: got
