--TEST--
SP-2: a task may have more arguments than fit into registers or small frames
--DESCRIPTION--
Rules: SP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$args = range(1, 5000);
echo await(spawn(fn(...$all) => array_sum($all), ...$args)), "\n";
--EXPECT--
12502500
