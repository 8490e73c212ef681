--TEST--
SC-1: new Scope() has no parent and is not safe; arguments are refused
--DESCRIPTION--
Rules: SC-1, SC-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};
use Async\Scope;

foreach ([[1], [null], ['a' => 1]] as $arguments) {
    try { new Scope(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$s = new Scope;
$s->spawn(function () { try { suspend(); suspend(); echo "never\n"; } finally { echo "cancelled\n"; } });
suspend();
$s->dispose();
suspend();
var_dump(count((new ReflectionClass($s))->getProperties()));
--EXPECT--
ArgumentCountError: Async\Scope::__construct() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\Scope::__construct() expects exactly 0 arguments, 1 given
Error: Unknown named parameter $a
cancelled
int(0)
