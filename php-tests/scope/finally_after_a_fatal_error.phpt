--TEST--
SH-35, SC-66: after a fatal error, scopes that are still there run their finally handlers after the shutdown functions
--DESCRIPTION--
Rules: SH-35, SC-66, SH-30, SH-31, SH-33
Order: dependent
--INI--
memory_limit=16M
--FILE--
<?php
use function Async\{suspend, spawn};
use Async\Scope;

register_shutdown_function(fn() => print "\nshutdown function\n");
$a = new Scope;
$b = new Scope;
$never = new Scope;
$a->setExceptionHandler(function ($s, $c, $e) { echo 'handler of a: ', $e->getMessage(), "\n"; });
$a->finally(function ($x) { echo get_class($x), " a1\n"; });
$a->finally(function () { echo "a2\n"; throw new Exception('a2'); });
$b->finally(function () { echo "b1\n"; });
$a->spawn(function () { suspend(); str_repeat('x', 1 << 28); });
$c = $b->spawn(function () { try { suspend(); suspend(); } finally { echo "must not run\n"; } });
$c->finally(fn() => print "must not run\n");
$never->spawn(function () { spawn(fn() => 1); suspend(); suspend(); echo "must not run\n"; });
suspend(); suspend(); suspend();
echo "must not run\n";
--EXPECTF--
Fatal error: Allowed memory size of 16777216 bytes exhausted%S in %s on line 13

shutdown function
Async\Scope a1
a2
handler of a: a2
b1
