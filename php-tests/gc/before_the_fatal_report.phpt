--TEST--
GC-5: when main ends with an exception, a pending collection still runs, before the report
--DESCRIPTION--
Rules: GC-5, SH-21
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\suspend;
class N { public $self; function __construct() { $this->self = $this; } function __destruct() { echo "collected\n"; } }
register_shutdown_function(fn() => print "shutdown\n");
suspend();
new N;
gc_collect_cycles();
throw new Exception('main');
PHP));
--EXPECT--
collected

Fatal error: Uncaught Exception: main in child.php:8
Stack trace:
#0 {main}
  thrown in child.php on line 8
shutdown
[status 255]
