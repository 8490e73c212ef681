--TEST--
SH-10: with set_exception_handler the handler is called as in stock PHP, also when coroutines exist
--DESCRIPTION--
Rules: SH-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend};
set_exception_handler(function ($e) { echo "handler: ", $e->getMessage(), "\n"; });
register_shutdown_function(fn() => print "shutdown\n");
suspend();
throw new Exception("main failed");
PHP));
print_child(child_php(<<<'PHP'
<?php
set_exception_handler(function ($e) { echo "handler: ", get_class($e), ' ', $e->getMessage(), "\n"; });
register_shutdown_function(fn() => print "shutdown\n");
Async\spawn(fn() => throw new LogicException("in coroutine"));
echo "main end\n";
PHP));
--EXPECT--
handler: main failed
shutdown
[status 255]
main end
handler: LogicException in coroutine
shutdown
[status 255]
