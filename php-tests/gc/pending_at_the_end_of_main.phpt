--TEST--
GC-5: a pending collection is not lost at the end of main: it runs before shutdown functions
--DESCRIPTION--
Rules: GC-5
Order: dependent
--FILE--
<?php
use function Async\suspend;

class N { public $self; function __construct() { $this->self = $this; } function __destruct() { echo "collected\n"; } }
register_shutdown_function(fn() => print "shutdown\n");
suspend();
new N;
gc_collect_cycles(); gc_collect_cycles();
echo "main end\n";
--EXPECT--
main end
collected
shutdown
