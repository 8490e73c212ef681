--TEST--
SP-2: named arguments of the task bind by parameter name
--DESCRIPTION--
Rules: SP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$f = fn($a, $b = 'B', ...$rest) => json_encode([$a, $b, $rest]);
echo await(spawn($f, b: 2, a: 1)), "\n";
echo await(spawn($f, 1, 2, 3, x: 4)), "\n";
echo await(spawn($f, a: 'only')), "\n";
echo await(spawn($f, ...['a' => 'spread', 'b' => 'too'])), "\n";
$c = spawn($f, nonsense: 1);
try { await($c); } catch (ArgumentCountError $e) { echo get_class($e), "\n"; }
$c = spawn(fn($a) => $a, 1, a: 2);
try { await($c); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
[1,2,[]]
[1,2,{"0":3,"x":4}]
["only","B",[]]
["spread","too",[]]
ArgumentCountError
Named parameter $a overwrites previous argument
