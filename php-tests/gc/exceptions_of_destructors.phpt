--TEST--
GC-5, GC-22: exceptions of destructors in a deferred collection are chained and surface; all destructors run
--DESCRIPTION--
Rules: GC-5, GC-22, EX-7
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{suspend, spawn, delay};
class N {
    public $self;
    function __construct() { $this->self = $this; }
    function __destruct() { static $n = 0; $mine = ++$n; echo "d$mine\n"; if ($mine < 3) { suspend(); throw new Exception("e$mine"); } }
}
suspend();
spawn(function () { try { delay(10_000); } finally { echo "cancelled\n"; } });
new N; new N; new N;
gc_collect_cycles();
delay(10_000);
echo "never\n";
PHP));
--EXPECT--
d1
d2
d3
cancelled

Fatal error: Uncaught Exception: e1 in child.php:6
Stack trace:
#0 [internal function]: N->__destruct()
#1 {main}

Next Exception: e2 in child.php:6
Stack trace:
#0 [internal function]: N->__destruct()
#1 {main}
  thrown in child.php on line 6
[status 255]
