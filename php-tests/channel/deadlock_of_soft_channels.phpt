--TEST--
CH-37, CH-38: soft channels are closed instead of a deadlock, at once; hard ones wait for their time
--DESCRIPTION--
Rules: CH-37, CH-38, CM-17
Order: independent
--INI--
async.sim_time=1
async.debug_deadlock=0
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, delay, spawn, suspend};

function attempt(string $who, callable $operation): Async\Coroutine
{
    return spawn(function () use ($who, $operation) {
        $start = hrtime(true);
        try {
            $operation(); $what = 'done';
        } catch (ChannelException $e) {
            $what = $e->reason->name . ' ' . $e->getFile() . ':' . $e->getLine();
        }
        return "$who: $what after " . round((hrtime(true) - $start) / 1e6) . ' ms';
    });
}

$a = new Channel(0, 5000);
$b = new Channel(1, 0, 5000);
$b->send('full');
// All of them at once, whichever of them holds up the others.
$all = [
    attempt('receiver', fn() => $a->recv()), attempt('sender', fn() => $b->send(1)),
    attempt('loop', function () use ($a) { foreach ($a as $v); }),
];
foreach ($all as $one) echo await($one), "\n";

// As long as something may happen they wait.
$a = new Channel(0, 300);
$all = [attempt('receiver', fn() => $a->recv()), attempt('alive', fn() => delay(100))];
foreach ($all as $one) echo await($one), "\n";

// Hard ones are something that may happen.
$a = new Channel(0, 100, 0, true);
$b = new Channel(0, 5000);
$all = [attempt('hard', fn() => $a->recv()), attempt('soft', fn() => $b->recv())];
foreach ($all as $one) echo await($one), "\n";

// The timer must be armed: this one has none for the side that waits, and the ordinary end of a deadlock follows.
$a = new Channel(0, 0, 5000);
try {
    $a->recv();
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), ': ', $e->getMessage(), ', closed ', json_encode($a->isClosed()), "\n";
}
--EXPECTF--
receiver: DEADLOCK [no active file]:0 after 0 ms
sender: DEADLOCK [no active file]:0 after 0 ms
loop: DEADLOCK [no active file]:0 after 0 ms
receiver: DEADLOCK [no active file]:0 after 100 ms
alive: done after 100 ms
hard: NO_PRODUCERS [no active file]:0 after 100 ms
soft: DEADLOCK [no active file]:0 after 100 ms
Async\AsyncCancellation: Deadlock detected, closed false

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
