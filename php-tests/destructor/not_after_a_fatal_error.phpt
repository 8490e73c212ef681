--TEST--
SH-34: no destructor runs after a fatal error
--DESCRIPTION--
Rules: SH-34, GC-23
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
class D { function __destruct() { echo "never\n"; } }
Async\suspend();
register_shutdown_function(function () { Async\suspend(); echo "shutdown\n"; });
$d = new D;
@trigger_error('fatal', E_USER_ERROR);
PHP));
--EXPECT--

Fatal error: fatal in child.php on line 6
shutdown
[status 255]
