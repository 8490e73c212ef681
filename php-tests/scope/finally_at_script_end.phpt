--TEST--
SC-60: a scope that is not disposed of runs its finally handlers when it is destroyed at the end
--DESCRIPTION--
Rules: SC-60, SC-61, SH-5, SH-6
Order: dependent
--FILE--
<?php
use function Async\{await, delay, spawn};
use Async\Scope;

register_shutdown_function(fn() => print "shutdown function\n");
$s = new Scope();
$s->finally(function ($x) { echo "1 "; var_dump($x); });
$s->finally(function () { echo "2\n"; delay(1); echo "2 again\n"; });
$s->finally(function () { spawn(fn() => print "spawned by 3\n"); echo "3\n"; });
echo "last line\n";
--EXPECT--
last line
shutdown function
1 NULL
2
3
spawned by 3
2 again
