--TEST--
SD-1: a coroutine that computes without suspending is never interrupted
--DESCRIPTION--
Rules: SD-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$running = 0; $overlap = false; $cs = [];
for ($n = 0; $n < 5; $n++) {
    $cs[] = spawn(function () use (&$running, &$overlap) {
        for ($slice = 0; $slice < 3; $slice++) {
            $running++;
            $overlap = $overlap || $running !== 1;
            for ($i = 0, $x = 0; $i < 20000; $i++) { $x += $i; }
            $running--;
            suspend();
        }
    });
}
foreach ($cs as $c) { await($c); }
var_dump($overlap);
--EXPECT--
bool(false)
