--TEST--
DL-8: sleeping in main lets the coroutines run meanwhile
--DESCRIPTION--
Rules: DL-8, SL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

spawn(function () { echo "runs while main sleeps\n"; delay(5); echo "timer too\n"; });
usleep(50_000);
echo "main\n";
--EXPECT--
runs while main sleeps
timer too
main
