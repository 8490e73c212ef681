--TEST--
SH-21, FI-11: an uncaught exception cancels parked Fibers like coroutines
--DESCRIPTION--
Rules: SH-21, FI-11, SH-10
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\suspend;
register_shutdown_function(fn() => print "shutdown\n");
suspend();
$f = new Fiber(function () { try { Fiber::suspend(); echo "never\n"; } finally { echo "finally\n"; } });
$f->start();
throw new Exception('main');
PHP));
--EXPECT--
finally

Fatal error: Uncaught Exception: main in child.php:7
Stack trace:
#0 {main}
  thrown in child.php on line 7
shutdown
[status 255]
