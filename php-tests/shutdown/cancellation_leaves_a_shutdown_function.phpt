--TEST--
EX-3: a cancellation that leaves a shutdown function ends it silently, and the following ones run
--DESCRIPTION--
Rules: EX-3, EH-5, SH-4, SH-21, SH-23, SH-25
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$use = '<?php use function Async\{spawn, suspend, graceful_shutdown}; use Async\AsyncCancellation; ';
$last = 'register_shutdown_function(fn() => print "last\n"); ';
print_child(child_php($use . 'register_shutdown_function(function () { echo "thrown\n"; throw new AsyncCancellation("x"); }); ' . $last));
print_child(child_php($use . 'register_shutdown_function(function () { suspend(); echo "thrown\n"; throw new AsyncCancellation("x"); }); '
    . $last . 'spawn(fn() => 1);'));
print_child(child_php($use
    . 'register_shutdown_function(function () { spawn(fn() => graceful_shutdown()); suspend(); echo "never\n"; }); ' . $last));
print_child(child_php($use . 'register_shutdown_function(function () { spawn(fn() => throw new Exception("surfaces")); '
    . 'try { suspend(); echo "never\n"; } finally { echo "finally\n"; } }); ' . $last));
print_child(child_php($use . $last . 'register_shutdown_function(fn() => throw new Exception("stock")); ' . $last));
print_child(child_php($use . 'register_shutdown_function(function () { throw new AsyncCancellation("after a fatal error"); }); '
    . $last . 'eval("function f() {} function f() {}");'));
--EXPECTF--
thrown
last
[status 0]
thrown
last
[status 0]
last
[status 0]
finally
last

Fatal error: Uncaught Exception: surfaces in child.php:1
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 1
[status 255]
last

Fatal error: Uncaught Exception: stock in child.php:1
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 1
[status 255]

Fatal error: Cannot redeclare %Sf() (previously declared in %s:1) in %s on line 1
last
[status 255]
