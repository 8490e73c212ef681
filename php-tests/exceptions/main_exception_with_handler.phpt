--TEST--
SH-10: with set_exception_handler the handler is called as in stock PHP, also when coroutines exist
--DESCRIPTION--
Rules: SH-10, OD-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$handler = 'set_exception_handler(function ($e) { echo "handler: ", get_class($e), " ", $e->getMessage(), "\n"; }); '
    . 'register_shutdown_function(fn() => print "shutdown\n");';
$stock = child_php("<?php $handler throw new Exception('main failed');", with_extension: false);
print_child(['status' => 0] + $stock);
$main = child_php("<?php $handler Async\suspend(); throw new Exception('main failed');");
var_dump($main === $stock);
$coroutine = child_php("<?php $handler Async\spawn(fn() => throw new Exception('main failed'));");
var_dump($coroutine === $stock);
--EXPECT--
handler: Exception main failed
shutdown
[status 0]
bool(true)
bool(true)
