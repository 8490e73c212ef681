--TEST--
CH-34: newcomers do not restart the timer, nor does a hand-over that leaves a waiter; one that leaves none stops it
--DESCRIPTION--
Rules: CH-33, CH-34, CH-35, CH-36
Order: independent
--INI--
async.sim_time=1
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, delay, spawn};

/** Runs what happens at which millisecond, and tells when whose wait ended. Time is virtual: nothing is late. */
function play(string $title, Channel $ch, array $events): void
{
    $start = hrtime(true);
    $log = [];
    $all = [];
    foreach ($events as $ms => $event) {
        $all[] = spawn(function () use ($ms, $event, $ch, $start, &$log) {
            delay($ms);
            try {
                $what = $event($ch);
            } catch (ChannelException $e) {
                $what = $e->reason->name;
            }
            if ($what !== null) $log[] = sprintf('%d: %s at %d', $ms, $what, round((hrtime(true) - $start) / 1e6));
        });
    }
    foreach ($all as $one) await($one);
    sort($log, SORT_NATURAL);
    echo "$title\n  ", implode("\n  ", $log), "\n";
}

$recv = fn($ch) => 'got ' . $ch->recv();
$send = fn($v) => function ($ch) use ($v) { $ch->send($v); return "sent $v"; };
$silent = fn($v) => function ($ch) use ($v) { $ch->sendAsync($v); return null; };
$shortly = function ($ch) {
    try { return 'got ' . $ch->recv(Async\timeout(50)); } catch (Async\OperationCanceledException) { return 'left'; }
};
$twice = function ($ch) {
    $first = $ch->recv();
    try { return "got $first, " . $ch->recv(); } catch (ChannelException $e) { return "got $first, {$e->reason->name}"; }
};

foreach ([true, false] as $hard) {
    echo $hard ? "hard\n" : "soft\n";
    // Soft ones would end at once if all coroutines waited for them.
    $alive = spawn(fn() => delay(5000));
    play('a newcomer', new Channel(5, 100, 0, $hard), [10 => $recv, 60 => $recv]);
    play('a hand-over leaves one', new Channel(5, 100, 0, $hard), [10 => $recv, 20 => $recv, 90 => $silent('a')]);
    play('a hand-over leaves nobody', new Channel(5, 100, 0, $hard), [10 => $recv, 90 => $silent('a'), 120 => $recv]);
    play('gaps do not add up', new Channel(5, 100, 0, $hard), [10 => $twice, 90 => $silent('a'), 180 => $silent('b')]);
    play('each gap counts', new Channel(5, 100, 0, $hard), [10 => $twice, 90 => $silent('a')]);
    play('a waiter leaves', new Channel(5, 100, 0, $hard), [10 => $shortly, 40 => $recv]);
    play('the only waiter leaves', new Channel(5, 100, 0, $hard), [10 => $shortly, 80 => $recv]);
    play('senders', new Channel(1, 0, 100, $hard), [10 => $silent('a'), 20 => $send('b'), 70 => $send('c')]);
    play('a rendezvous', new Channel(0, 0, 100, $hard), [10 => $send('a'), 90 => $recv, 110 => $send('b')]);
    play('the side changes', new Channel(0, 100, 50, $hard), [10 => $recv, 90 => $send('a'), 95 => $send('b')]);
    play('no timeout for this side', new Channel(0, 100, 0, $hard), [10 => $send('a'), 500 => $recv]);
    play('registration alone', new Channel(5, 100, 0, $hard), [
        10 => function ($ch) use (&$future) { $future = $ch->recvAsync(); return null; }, 150 => $recv,
    ]);
    try { await($future); } catch (ChannelException $e) { echo "  future: {$e->reason->name}\n"; }
    $alive->cancel();
}
--EXPECT--
hard
a newcomer
  10: NO_PRODUCERS at 110
  60: NO_PRODUCERS at 110
a hand-over leaves one
  10: got a at 90
  20: NO_PRODUCERS at 110
a hand-over leaves nobody
  10: got a at 90
  120: NO_PRODUCERS at 220
gaps do not add up
  10: got a, b at 180
each gap counts
  10: got a, NO_PRODUCERS at 190
a waiter leaves
  10: left at 60
  40: NO_PRODUCERS at 110
the only waiter leaves
  10: left at 60
  80: NO_PRODUCERS at 180
senders
  20: NO_CONSUMERS at 120
  70: NO_CONSUMERS at 120
a rendezvous
  10: sent a at 90
  90: got a at 90
  110: NO_CONSUMERS at 210
the side changes
  10: got a at 90
  90: sent a at 90
  95: NO_CONSUMERS at 145
no timeout for this side
  10: sent a at 500
  500: got a at 500
registration alone
  150: NO_PRODUCERS at 250
  future: NO_PRODUCERS
soft
a newcomer
  10: NO_PRODUCERS at 110
  60: NO_PRODUCERS at 110
a hand-over leaves one
  10: got a at 90
  20: NO_PRODUCERS at 110
a hand-over leaves nobody
  10: got a at 90
  120: NO_PRODUCERS at 220
gaps do not add up
  10: got a, b at 180
each gap counts
  10: got a, NO_PRODUCERS at 190
a waiter leaves
  10: left at 60
  40: NO_PRODUCERS at 110
the only waiter leaves
  10: left at 60
  80: NO_PRODUCERS at 180
senders
  20: NO_CONSUMERS at 120
  70: NO_CONSUMERS at 120
a rendezvous
  10: sent a at 90
  90: got a at 90
  110: NO_CONSUMERS at 210
the side changes
  10: got a at 90
  90: sent a at 90
  95: NO_CONSUMERS at 145
no timeout for this side
  10: sent a at 500
  500: got a at 500
registration alone
  150: NO_PRODUCERS at 250
  future: NO_PRODUCERS
