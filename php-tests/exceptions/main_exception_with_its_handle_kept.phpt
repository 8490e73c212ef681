--TEST--
EH-4: an uncaught exception of the script surfaces although the main coroutine is held, unless it is awaited
--DESCRIPTION--
Rules: EH-4, EH-1, SH-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$use = '<?php use function Async\{spawn, suspend, await, get_coroutines, current_coroutine}; spawn(fn() => 1); ';
print_child(child_php($use . '$m = current_coroutine(); throw new Exception("with a handle");'));
print_child(child_php($use . '$list = get_coroutines(); suspend(); undefined_function();'));
print_child(child_php($use . '$m = current_coroutine(); set_exception_handler(fn($e) => print "handler: {$e->getMessage()}\n"); '
    . 'throw new Exception("mine");'));
print_child(child_php($use . '$m = current_coroutine(); '
    . 'spawn(function () use ($m) { try { await($m); } catch (Exception $e) { echo "awaited: {$e->getMessage()}\n"; } }); '
    . 'suspend(); throw new Exception("taken");'));
--EXPECTF--
Fatal error: Uncaught Exception: with a handle in child.php:1
Stack trace:
#0 {main}
  thrown in child.php on line 1
[status 255]

Fatal error: Uncaught Error: Call to undefined function undefined_function() in child.php:1
Stack trace:
#0 {main}
  thrown in child.php on line 1
[status 255]
handler: mine
[status 0]
awaited: taken
[status 0]
