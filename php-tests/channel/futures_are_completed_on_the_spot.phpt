--TEST--
CH-10, CH-11: a waiting future gets its value inside the call that sends, and the place is the next sender's
--DESCRIPTION--
Rules: CH-10, CH-11, CH-14, CH-18, CH-19
Order: dependent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

foreach ([0, 1] as $capacity) {
    $ch = new Channel($capacity);
    [$a, $b, $c] = [$ch->recvAsync(), $ch->recvAsync(), $ch->recvAsync()];
    // No scheduler is needed.
    var_dump($a->isCompleted(), $ch->sendAsync('a'), $a->isCompleted(), $b->isCompleted(), $ch->count());
    $ch->send('b');
    var_dump($b->isCompleted(), $ch->count());
    $ch->send('c');
    echo implode(array_map(await(...), [$a, $b, $c])), "\n";
}

// A future in front of a coroutine, a coroutine in front of a future.
$ch = new Channel(5);
$first = $ch->recvAsync();
$second = spawn(fn() => $ch->recv());
suspend();
$third = $ch->recvAsync();
foreach ([1, 2, 3] as $v) $ch->sendAsync($v);
var_dump($first->isCompleted(), $third->isCompleted(), $ch->count());
// The future took the older value of the two that were stored: what comes first is served first, values are alike.
echo await($first), await($third), await($second), "\n";
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(false)
int(0)
bool(true)
int(0)
abc
bool(false)
bool(true)
bool(true)
bool(false)
int(0)
bool(true)
int(0)
abc
bool(true)
bool(true)
int(1)
123
