--TEST--
SH-4: end of script: body, coroutines, shutdown functions in order, their coroutines, destructors
--DESCRIPTION--
Rules: SH-1, SH-2, SH-4, SH-5, SH-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

class D { function __construct(public $n) {} function __destruct() { echo "destroy {$this->n}\n"; } }
register_shutdown_function(function () { echo "shutdown 1\n"; spawn(function () { echo "spawned by shutdown 1\n"; }); });
register_shutdown_function(function () { echo "shutdown 2\n"; });
$a = new D('a'); $b = new D('b');
spawn(function () { suspend(); echo "coroutine\n"; });
echo "body end\n";
--EXPECT--
body end
coroutine
shutdown 1
shutdown 2
spawned by shutdown 1
destroy b
destroy a
