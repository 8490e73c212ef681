--TEST--
FI-10: Fiber::suspend() in a finally block of a Fiber destroyed at shutdown is an uncaught FiberError
--DESCRIPTION--
Rules: FI-10, FI-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\suspend(); '
    . '$f = new Fiber(function () { try { Fiber::suspend(); } finally { echo "finally\n"; Fiber::suspend(); } }); '
    . '$f->start(); echo "main\n";'));
--EXPECTF--
main
finally

Fatal error: Uncaught FiberError: Cannot suspend in a force-closed fiber in child.php:1
Stack trace:
#0 child.php(1): Fiber::suspend()
#1 [internal function]: {closure%S}()
#2 {main}
  thrown in child.php on line 1
[status 255]
