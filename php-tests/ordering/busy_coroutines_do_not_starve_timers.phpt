--TEST--
SD-5: coroutines that keep calling suspend() do not starve a timer
--DESCRIPTION--
Rules: SD-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$fired = false;
$due = hrtime(true) + 5_000_000;
spawn(function () use (&$fired) { delay(5); $fired = true; });
/** Turns until the timer has fired, as many as that may come late. */
function turns(bool &$fired, int $due): void {
    for ($late = 0; !$fired && $late < 50_000; $late += (int) (hrtime(true) >= $due)) suspend();
}
for ($n = 0; $n < 3; $n++) {
    spawn(function () use (&$fired, $due) { turns($fired, $due); });
}
turns($fired, $due);
var_dump($fired);
--EXPECT--
bool(true)
