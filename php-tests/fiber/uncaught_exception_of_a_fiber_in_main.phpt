--TEST--
FI-11: an exception leaving a Fiber started by main is main's uncaught exception
--DESCRIPTION--
Rules: FI-11, FI-6, SH-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
register_shutdown_function(fn() => print "shutdown\n");
Async\spawn(function () { try { Async\delay(1000); } finally { echo "cleanup\n"; } });
Async\suspend();
$f = new Fiber(function () { Async\suspend(); throw new Exception("in fiber"); });
$f->start();
PHP));
--EXPECTF--
cleanup

Fatal error: Uncaught Exception: in fiber in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 child.php(6): Fiber->start()
#2 {main}
  thrown in child.php on line 5
shutdown
[status 255]
