--TEST--
SU-1: suspend() returns nothing and re-queues the caller at the tail, every time
--DESCRIPTION--
Rules: SU-1, SD-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$log = '';
$make = fn($name, $times) => spawn(function () use ($name, $times, &$log) { for ($i = 0; $i < $times; $i++) { $log .= $name; var_dump(suspend()) ; } $log .= strtoupper($name); });
ob_start();
$cs = [$make('a', 1), $make('b', 3), $make('c', 2)];
foreach ($cs as $c) await($c);
ob_end_clean();
echo $log, "\n";
--EXPECT--
NULL
NULL
NULL
NULL
NULL
NULL
abcAbcbCB
