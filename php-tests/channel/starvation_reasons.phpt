--TEST--
CH-33, CH-36: receivers that wait too long are told that there are no producers, senders that there are no consumers
--DESCRIPTION--
Rules: CH-33, CH-35, CH-36, CH-37
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, delay, spawn, suspend};

function attempt(string $who, callable $operation): Async\Coroutine
{
    return spawn(function () use ($who, $operation) {
        try { $operation(); return "$who: done"; } catch (ChannelException $e) { return "$who: {$e->reason->name}"; }
    });
}

foreach ([true, false] as $hard) {
    $alive = spawn(fn() => delay(60_000));
    $ch = new Channel(0, 1, 1, $hard);
    $all = [attempt('receiver', fn() => $ch->recv()), attempt('loop', function () use ($ch) { foreach ($ch as $v); })];
    // Its registration alone would arm nothing.
    $future = $ch->recvAsync();
    $all[] = attempt('future', fn() => await($future));
    foreach ($all as $one) echo await($one), "\n";

    $ch = new Channel(1, 1, 1, $hard);
    $ch->send('buffered');
    $all = [attempt('sender 1', fn() => $ch->send(1)), attempt('sender 2', fn() => $ch->send(2))];
    foreach ($all as $one) echo await($one), "\n";
    echo $ch->recv(), "\n";
    $ch = new Channel(0, 1, 1, $hard);
    echo await(attempt('delivering', fn() => $ch->send(1))), ', ', $ch->count(), " left\n";
    $alive->cancel();
}
--EXPECT--
receiver: NO_PRODUCERS
loop: NO_PRODUCERS
future: NO_PRODUCERS
sender 1: NO_CONSUMERS
sender 2: NO_CONSUMERS
buffered
delivering: NO_CONSUMERS, 0 left
receiver: NO_PRODUCERS
loop: NO_PRODUCERS
future: NO_PRODUCERS
sender 1: NO_CONSUMERS
sender 2: NO_CONSUMERS
buffered
delivering: NO_CONSUMERS, 0 left
