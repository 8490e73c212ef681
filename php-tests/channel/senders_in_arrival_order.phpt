--TEST--
CH-7, CH-23: senders get places in the order in which they came
--DESCRIPTION--
Rules: CH-7, CH-11, CH-23
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend};

foreach ([0, 1] as $capacity) {
    $ch = new Channel($capacity);
    $ch->sendAsync('fill');
    $senders = [];
    $parked = 0;
    foreach (['a', 'b', 'c', 'd', 'e'] as $i => $value) {
        $senders[$value] = spawn(function () use ($ch, $value, &$parked) { $parked++; $ch->send($value); });
        while ($parked === $i) suspend();
    }
    $senders['b']->cancel();
    $senders['d']->cancel();
    $values = [];
    for ($i = 0; $i < 4; $i++) $values[] = $ch->recv();
    echo implode(' ', $values), "\n";
}
--EXPECT--
fill a c e
fill a c e
