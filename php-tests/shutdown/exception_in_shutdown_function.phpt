--TEST--
SH-4: an uncaught exception in a shutdown function gives the stock report
--DESCRIPTION--
Rules: SH-4, SH-12
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\spawn(fn() => print "co\n"); register_shutdown_function(fn() => throw new Exception("in shutdown"));'));
print_child(child_php(
    '<?php register_shutdown_function(function () { Async\spawn(fn() => throw new Exception("in coroutine of shutdown")); });'));
--EXPECTF--
co

Fatal error: Uncaught Exception: in shutdown in child.php:1
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 1
[status 255]

Fatal error: Uncaught Exception: in coroutine of shutdown in child.php:1
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 1
[status 255]
