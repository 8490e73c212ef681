--TEST--
EH-7: an exception that nothing can receive interrupts everything and is reported at the end (TR-4)
--DESCRIPTION--
Rules: EH-7, EH-4, SH-20, SH-21, SH-3, TR-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await};
register_shutdown_function(fn() => print "shutdown\n");
echo "start\n";
spawn(fn() => throw new Exception("boom"));
$j = spawn(function () { echo "never\n"; });
await($j); echo "not reached\n";
PHP));
--EXPECTF--
start

Fatal error: Uncaught Exception: boom in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
shutdown
[status 255]
