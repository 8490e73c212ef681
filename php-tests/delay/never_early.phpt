--TEST--
DL-2: delay waits at least the given time, also after CPU work and with other timers pending
--DESCRIPTION--
Rules: DL-2
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

function busy(int $ms) { $end = hrtime(true) + $ms * 1_000_000; while (hrtime(true) < $end); }
spawn(function () { delay(200); });
$early = 0;
foreach ([1, 2, 5, 10, 20] as $ms) {
    $t = hrtime(true); delay($ms);
    if (hrtime(true) - $t < $ms * 1_000_000) $early++;
}
busy(60);
$t = hrtime(true); delay(40);
if (hrtime(true) - $t < 40_000_000) $early++;
spawn(function () use (&$early) { busy(30); $t = hrtime(true); delay(15); if (hrtime(true) - $t < 15_000_000) $early++; });
spawn(function () use (&$early) { busy(30); $t = hrtime(true); delay(10); if (hrtime(true) - $t < 10_000_000) $early++; });
delay(100);
var_dump($early);
--EXPECT--
int(0)
