--TEST--
SD-5: coroutines that keep calling suspend() do not starve a timer
--DESCRIPTION--
Rules: SD-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$fired = false;
spawn(function () use (&$fired) { delay(5); $fired = true; });
for ($n = 0; $n < 3; $n++) {
    spawn(function () use (&$fired) { $end = microtime(true) + 2; while (!$fired && microtime(true) < $end) { suspend(); } });
}
$end = microtime(true) + 2;
while (!$fired && microtime(true) < $end) { suspend(); }
var_dump($fired);
--EXPECT--
bool(true)
