--TEST--
SU-2: suspend() with nothing else to run still gives timers a chance
--DESCRIPTION--
Rules: SU-2, SD-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$fired = 0;
spawn(function () use (&$fired) { delay(5); $fired++; delay(5); $fired++; });
$end = microtime(true) + 2;
while ($fired < 2 && microtime(true) < $end) { suspend(); }
var_dump($fired);
--EXPECT--
int(2)
