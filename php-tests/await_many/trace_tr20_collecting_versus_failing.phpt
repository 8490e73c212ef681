--TEST--
TR-20: collecting and failing variants over the same input
--DESCRIPTION--
Rules: AA-30, AA-32, AA-33, AA-42, TR-20
Order: dependent
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail, await_any_or_fail};

$mk = fn() => ['a' => spawn(fn() => 1), 'b' => spawn(fn() => throw new Exception("e")), 'c' => spawn(fn() => 3)];
[$r, $x] = await_all($mk());
var_dump($r === ['a' => 1, 'c' => 3], array_keys($x) === ['b'], $x['b']->getMessage());
[$r, $x] = await_all($mk(), null, true, true);
var_dump($r === ['a' => 1, 'b' => null, 'c' => 3], array_keys($x) === ['b']);
try { await_all_or_fail($mk()); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo await_any_or_fail([spawn(fn() => 1), spawn(fn() => 2)]), "\n";
--EXPECT--
bool(true)
bool(true)
string(1) "e"
bool(true)
bool(true)
e
1
