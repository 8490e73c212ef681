--TEST--
SD-5: timers with earlier deadlines wake their coroutines first, whatever the order of arming
--DESCRIPTION--
Rules: SD-5, DL-2
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

foreach ([90, 30, 60, 1] as $ms) {
    spawn(function () use ($ms) { delay($ms); echo "$ms\n"; });
}
--EXPECT--
1
30
60
90
