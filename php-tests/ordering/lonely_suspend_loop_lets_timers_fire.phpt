--TEST--
SU-2: suspend() with nothing else to run still gives timers a chance
--DESCRIPTION--
Rules: SU-2, SD-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$fired = 0;
// When the timer is due: what is launched before it is set takes its time.
$due = PHP_INT_MAX;
spawn(function () use (&$fired, &$due) {
    for ($i = 0; $i < 2; $i++) { $due = hrtime(true) + 5_000_000; delay(5); $fired++; }
});
// A timer may be late by this many turns, together.
for ($late = 0; $fired < 2 && $late < 50_000; $late += (int) (hrtime(true) >= $due)) suspend();
var_dump($fired);
--EXPECT--
int(2)
