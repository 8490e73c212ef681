--TEST--
SU-1: suspend() returns nothing and re-queues the caller at the tail, every time
--DESCRIPTION--
Rules: SU-1, SD-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$log = '';
$make = function ($name, $times) use (&$log) {
    return spawn(function () use ($name, $times, &$log) {
        for ($i = 0; $i < $times; $i++) { $log .= $name; $log .= suspend() === null ? '' : '!'; }
        $log .= strtoupper($name);
    });
};
$cs = [$make('a', 1), $make('b', 3), $make('c', 2)];
foreach ($cs as $c) await($c);
echo $log, "\n";
--EXPECT--
abcAbcbCB
