--TEST--
SH-30: E_USER_ERROR in a coroutine ends the request like in main
--DESCRIPTION--
Rules: SH-30, SH-33
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
register_shutdown_function(fn() => print "shutdown\n");
Async\spawn(function () { Async\suspend(); @trigger_error('user fatal', E_USER_ERROR); echo "not reached\n"; });
Async\spawn(function () { for ($i = 0; $i < 3; $i++) { echo "other $i\n"; Async\suspend(); } });
PHP));
--EXPECT--
other 0

Fatal error: user fatal in child.php on line 3
shutdown
[status 255]
