--TEST--
SU-6: a destructor that suspends while an exception unwinds keeps the exception with its coroutine
--DESCRIPTION--
Rules: SU-6, GC-20, EG-1, ABI-124
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class D { function __construct(public string $n) {} function __destruct() { echo "$this->n+\n"; suspend(); echo "$this->n-\n"; } }
function f($n) { $d = new D($n); throw new Exception("from $n"); }
$a = spawn(function () { try { f('a'); } catch (Exception $e) { echo 'caught ', $e->getMessage(), "\n"; } });
$b = spawn(function () { try { str_repeat('x', 3); echo "b runs without exception\n"; } catch (Exception $e) { echo "leaked\n"; } });
await($a); await($b);
--EXPECT--
a+
b runs without exception
a-
caught from a
