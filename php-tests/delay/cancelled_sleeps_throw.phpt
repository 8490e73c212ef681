--TEST--
DL-8: a cancellation interrupts each of the sleep functions by throwing out of it
--DESCRIPTION--
Rules: DL-8, CN-3, CN-15
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$sleeps = [
    'sleep' => fn() => sleep(3600), 'usleep' => fn() => usleep(3_600_000_000),
    'time_nanosleep' => fn() => time_nanosleep(3600, 5), 'time_sleep_until' => fn() => time_sleep_until(microtime(true) + 3600),
];
$reason = new AsyncCancellation('reason');
foreach ($sleeps as $name => $sleep) {
    $c = spawn(function () use ($name, $sleep, $reason) {
        try { $sleep(); echo "$name: not reached\n"; } catch (AsyncCancellation $e) { return "$name: " . var_export($e === $reason, true); }
    });
    while (!$c->isStarted()) suspend();
    $c->cancel($reason);
    echo await($c), "\n";
}
--EXPECT--
sleep: true
usleep: true
time_nanosleep: true
time_sleep_until: true
