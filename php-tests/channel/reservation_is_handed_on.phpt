--TEST--
CH-17, CH-25, CH-27: a waiter that leaves with an exception hands on what it was promised
--DESCRIPTION--
Rules: CH-17, CH-24, CH-25, CH-27, CM-6
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn, suspend};

/** Coroutines that park one after the other. */
function parked(array $names, callable $body): array
{
    $count = 0;
    $made = [];
    foreach ($names as $i => $name) {
        $made[$name] = spawn(function () use ($body, $name, &$count) {
            $count++;
            try { return "$name: " . $body($name); } catch (AsyncCancellation $e) { return "$name: " . $e->getMessage(); }
        });
        while ($count === $i) suspend();
    }
    return $made;
}

function outcomes(array $coroutines): string
{
    return implode(', ', array_map(await(...), $coroutines));
}

foreach ([0, 3] as $capacity) {
    echo "capacity $capacity\n";
    $ch = new Channel($capacity);
    // To the next receiver.
    $receivers = parked(['A', 'B'], fn() => $ch->recv());
    $ch->send('value');
    $receivers['A']->cancel();
    echo outcomes($receivers), ' left ', $ch->count(), "\n";
    // To a waiting future.
    $receivers = parked(['A'], fn() => $ch->recv());
    $future = $ch->recvAsync();
    $ch->send('value');
    $receivers['A']->cancel();
    echo outcomes($receivers), ', future: ', await($future), ' left ', $ch->count(), "\n";
    // To none: it stays for a later one.
    $receivers = parked(['A'], fn() => $ch->recv());
    $ch->send('value');
    $receivers['A']->cancel();
    echo outcomes($receivers), ' left ', $ch->count();
    echo ', later: ', $ch->recv(), "\n";
}

// A place to the next sender, or to none.
$ch = new Channel(1);
$ch->send('first');
$senders = parked(['A', 'B'], fn($name) => $ch->send($name) ?? 'sent');
echo $ch->recv(), "\n";
$senders['A']->cancel();
echo outcomes($senders), ', ', $ch->recv(), "\n";
$ch->send('first');
$senders = parked(['A'], fn($name) => $ch->send($name) ?? 'sent');
echo $ch->recv(), "\n";
$senders['A']->cancel();
echo outcomes($senders), ' left ', $ch->count(), ', sendAsync ', json_encode($ch->sendAsync('free')), "\n";
--EXPECT--
capacity 0
A: Coroutine cancelled, B: value left 0
A: Coroutine cancelled, future: value left 0
A: Coroutine cancelled left 1, later: value
capacity 3
A: Coroutine cancelled, B: value left 0
A: Coroutine cancelled, future: value left 0
A: Coroutine cancelled left 1, later: value
first
A: Coroutine cancelled, B: sent, B
first
A: Coroutine cancelled left 0, sendAsync true
