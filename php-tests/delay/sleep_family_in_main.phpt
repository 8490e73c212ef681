--TEST--
DL-8: sleeping in main lets the coroutines run meanwhile
--DESCRIPTION--
Rules: DL-8, SL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

require __DIR__ . '/../lib/scaled_ms.php';

spawn(function () { echo "runs while main sleeps\n"; delay(5); echo "timer too\n"; });
usleep(scaled_ms(50) * 1000);
echo "main\n";
--EXPECT--
runs while main sleeps
timer too
main
