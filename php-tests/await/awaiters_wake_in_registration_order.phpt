--TEST--
AW-5: awaiters of one coroutine are woken in the order they began waiting
--DESCRIPTION--
Rules: AW-5, SD-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$job = spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); });
foreach ([3, 1, 2, 0] as $rounds) {
    spawn(function () use ($job, $rounds) { for ($i = 0; $i < $rounds; $i++) suspend(); await($job); echo "$rounds\n"; });
}
--EXPECT--
0
1
2
3
