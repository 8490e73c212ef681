--TEST--
SD-26: after main ended the others run in FIFO order until nothing is left, timers included
--DESCRIPTION--
Rules: SD-26, SH-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

spawn(function () { delay(10); echo "timer\n"; spawn(function () { echo "spawned late\n"; }); });
spawn(function () { suspend(); echo "second slice\n"; });
echo "main end\n";
--EXPECT--
main end
second slice
timer
spawned late
