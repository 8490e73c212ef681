--TEST--
SH-30: max_execution_time reached in a coroutine is the ordinary fatal error
--DESCRIPTION--
Rules: SH-30, ES-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
register_shutdown_function(fn() => print "shutdown\n");
Async\spawn(function () { set_time_limit(1); while (true) { for ($i = 0; $i < 1000; $i++); Async\suspend(); } });
Async\spawn(function () { while (true) Async\suspend(); });
PHP, seconds: 15));
--EXPECTF--

Fatal error: Maximum execution time of 1 second exceeded in child.php on line %d
shutdown
[status 255]
