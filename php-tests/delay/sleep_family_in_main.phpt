--TEST--
DL-8: sleeping in main lets the coroutines run meanwhile
--DESCRIPTION--
Rules: DL-8, SL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

$over = false;
spawn(function () use (&$over) { echo "runs while main sleeps\n"; delay(5); echo "timer too\n"; $over = true; });
for ($i = 0; $i < 100 && !$over; $i++) usleep(50_000);
echo "main\n";
--EXPECT--
runs while main sleeps
timer too
main
